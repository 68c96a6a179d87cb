// src/base/random.ts
function seeded(seed) {
	let a = seed >>> 0 || 1;
	let b = 608135816;
	let c = 3084996962;
	let d = 3735928559;
	const word = () => {
		const shifted = b << 9;
		let result = Math.imul(b, 5);
		result = Math.imul(result << 7 | result >>> 25, 9);
		c ^= a;
		d ^= b;
		b ^= c;
		a ^= d;
		c ^= shifted;
		d = d << 11 | d >>> 21;
		return result >>> 0;
	};
	const next = () => word() / 4294967296;
	return {
		next,
		below: (limit) => Math.floor(next() * limit),
		chance: (share) => next() < share,
		exponential: (mean) => -Math.log(1 - next()) * mean,
		bytes: (count) => Uint8Array.from({ length: count }, () => word() & 255)
	};
}
/** Weighted choice in constant time (Walker's alias method). */
function weighted(random, items) {
	const total = items.reduce((sum, [, weight]) => sum + weight, 0);
	const share = items.map(([, weight]) => weight / total * items.length);
	const other = new Array(items.length).fill(0);
	const small = share.flatMap((value, index) => value < 1 ? [index] : []);
	const large = share.flatMap((value, index) => value < 1 ? [] : [index]);
	while (small.length > 0 && large.length > 0) {
		const low = small.pop();
		const high = large[large.length - 1];
		other[low] = high;
		share[high] -= 1 - share[low];
		if (share[high] < 1) small.push(large.pop());
	}
	for (const index of [...small, ...large]) share[index] = 1;
	return () => {
		const index = random.below(items.length);
		return items[random.next() < share[index] ? index : other[index]][0];
	};
}
/** Weights of a Zipf distribution over the items, in their order. */
function zipf(items, exponent = 1) {
	return items.map((item, rank) => [item, 1 / (rank + 1) ** exponent]);
}
export { weighted as n, zipf as r, seeded as t };
