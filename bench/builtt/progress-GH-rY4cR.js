// src/cli/shell/progress.ts
/** A progress bar for terminals; silent if stderr is a file or pipe. */
const WIDTH = 30;
const EVERY_MS = 100;
function openProgress(stream = process.stderr) {
	const began_ms = performance.now();
	let drawn_ms = Number.NEGATIVE_INFINITY;
	return {
		update(share, lines, note) {
			const now_ms = performance.now();
			if (!stream.isTTY || now_ms - drawn_ms < EVERY_MS) return;
			drawn_ms = now_ms;
			const text = progressText(share, lines, now_ms - began_ms, note);
			stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
		},
		end() {
			if (stream.isTTY) stream.write("\r\x1B[K");
		}
	};
}
/** `████░░░░ 42 %  218,000 lines, 170,000 a second, 3 s left  events.ndjson` */
function progressText(share, lines, elapsed_ms, note) {
	const rate = Math.round(lines / Math.max(elapsed_ms / 1e3, .001));
	const told = `${count(lines)} lines, ${count(rate)} a second`;
	if (share === null) return `${told}  ${note}`;
	const done = Math.min(1, share);
	const full = Math.round(done * WIDTH);
	const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
	const left = done > 0 ? `, ${durationText(elapsed_ms * (1 - done) / done)} left` : "";
	return `${bar} ${Math.round(done * 100)} %  ${told}${left}  ${note}`;
}
/** `0.4 s`, `12 s`, `3 min`, `2 h 5 min` */
function durationText(ms) {
	const seconds = ms / 1e3;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	if (seconds < 90) return `${Math.round(seconds)} s`;
	const minutes = Math.round(seconds / 60);
	return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
function count(number) {
	return number.toLocaleString("en");
}
export { durationText as n, openProgress as r, count as t };
