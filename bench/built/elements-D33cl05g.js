// src/model/question/elements.ts
function writeChain(elements) {
	return elements.map(writeElement).join(";");
}
function writeElement({ tag_name, classes, attributes }) {
	const names = classes.map((name) => `.${name.replace(/["\s;]/g, "")}`).filter((name) => name !== ".");
	const written = Object.keys(attributes).sort().map((name) => `${name.replace(/["=:;\s]/g, "")}="${attributes[name].replace(/[\\"]/g, "\\$&")}"`);
	return `${tag_name.replace(/[".:;\s]/g, "")}${names.join("")}:${written.join("")}`;
}
/** Lenient: a chain that breaks off ends there. */
function parseChain(text) {
	const elements = [];
	for (let at = 0; at < text.length;) {
		const end = endOfElement(text, at);
		elements.push(parseElement(text.slice(at, end)));
		at = end + 1;
	}
	return elements;
}
/** Next semicolon outside quotes. */
function endOfElement(text, from) {
	let quoted = false;
	for (let at = from; at < text.length; at++) {
		const letter = text[at];
		if (letter === "\\" && quoted) at++;
		else if (letter === "\"") quoted = !quoted;
		else if (letter === ";" && !quoted) return at;
	}
	return text.length;
}
/** Class names may contain colons, so attributes begin at the first colon followed by a name and a quote. */
const HEAD = /^((?:(?!:[\w-]+=")[^"])*?)(?::(?=[\w-]+=")|:?$)/s;
const ATTRIBUTE = /([\w-]+)="((?:[^"\\]|\\.)*)"/gs;
function parseElement(text) {
	const head = HEAD.exec(text);
	const [tag_name = "", ...classes] = (head?.[1] ?? "").split(".");
	const attributes = {};
	for (const [, name, value] of text.slice(head?.[0].length ?? 0).matchAll(ATTRIBUTE)) attributes[name] = value.replace(/\\(["\\])/g, "$1");
	return {
		tag_name,
		classes: classes.filter((name) => name !== ""),
		attributes
	};
}
export { writeChain as n, parseChain as t };

//# sourceMappingURL=elements-D33cl05g.js.map