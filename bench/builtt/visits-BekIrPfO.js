import { n as __require, t as __commonJSMin } from "./rolldown-runtime-DegdyBIC.js";
import { t as assert } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as LIMIT, n as ServiceError, r as invalid, t as ERRORS } from "./error-CL6ANKLD.js";
import { i as isTextWithinDepth, r as isObject, t as canonical } from "./json-GpSeq4qu.js";
import { Q as formatUuid, et as stampUuid } from "./column_codec-CRp8qQ50.js";
import { t as stackOf } from "./stack-DtTo5ekx.js";
import { C as jsonPieces, S as hasWritten, T as readMembers } from "./nearest-DuLlCDvA.js";
import { Ct as readJson, D as DashboardDetail, Dt as unknownMembers, Et as membersInPath, Tt as isStoring, Y as CohortSchema, Z as ActionSchema, _t as GroupTypeSchema, b as getInsight, ct as measureInter, d as getDashboard, f as listDashboards, ht as InsightSchema, mt as BasicInsightSchema, q as themeCss, r as OPERATIONS$1, ut as escaped, vt as UserSchema, x as listInsights, yt as ResolvedSchema } from "./wording-CGGP7Ahe.js";
import { n as visible } from "./visible-CP275gyV.js";
import { t as excessOf } from "./weigh-BEVyOaS9.js";
import { a as normaliseEvent, o as readTime } from "./normalise-lUcwx6nv.js";
import { d as callerAgain, f as linkHolder, u as authenticate } from "./pattern_text-DCosbjGh.js";
import { i as PRODUCT, n as ICON_SVG, r as ICON_TYPE, t as ICON_PATH } from "./version-DFrVXfdO.js";
import { W as toJSONSchema, i as full } from "./format-wxDgD8CQ.js";
import { i as unknownFields, n as call, t as admit } from "./call-Do6ETd-V.js";
import { n as tableToCsv, t as exportOf } from "./csv-DWZlkcBc.js";
import { t as draw } from "./draw-D6AVsCPw.js";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, gunzipSync, inflate, zstdDecompress } from "node:zlib";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { setImmediate as setImmediate$1 } from "node:timers/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { isIP } from "node:net";
import { ServerResponse, createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Http2ServerRequest, constants as constants$2 } from "node:http2";
// node_modules/hono/dist/http-exception.js
/**
* `HTTPException` must be used when a fatal error such as authentication failure occurs.
*
* @see {@link https://hono.dev/docs/api/exception}
*
* @param {StatusCode} status - status code of HTTPException
* @param {HTTPExceptionOptions} options - options of HTTPException
* @param {HTTPExceptionOptions["res"]} options.res - response of options of HTTPException
* @param {HTTPExceptionOptions["message"]} options.message - message of options of HTTPException
* @param {HTTPExceptionOptions["cause"]} options.cause - cause of options of HTTPException
*
* @example
* ```ts
* import { HTTPException } from 'hono/http-exception'
*
* // ...
*
* app.post('/auth', async (c, next) => {
*   // authentication
*   if (authorized === false) {
*     throw new HTTPException(401, { message: 'Custom error message' })
*   }
*   await next()
* })
* ```
*/
var HTTPException = class extends Error {
	res;
	status;
	/**
	* Creates an instance of `HTTPException`.
	* @param status - HTTP status code for the exception. Defaults to 500.
	* @param options - Additional options for the exception.
	*/
	constructor(status = 500, options) {
		super(options?.message, { cause: options?.cause });
		this.res = options?.res;
		this.status = status;
	}
	/**
	* Returns the response object associated with the exception.
	* If a response object is not provided, a new response is created with the error message and status code.
	* @returns The response object.
	*/
	getResponse() {
		if (this.res) return new Response(this.res.body, {
			status: this.status,
			headers: this.res.headers
		});
		return new Response(this.message, { status: this.status });
	}
};
// node_modules/hono/dist/request/constants.js
const GET_MATCH_RESULT = Symbol();
// node_modules/hono/dist/utils/buffer.js
const bufferToFormData = (arrayBuffer, contentType) => {
	return new Response(arrayBuffer, { headers: { "Content-Type": contentType.replace(/^[^;]+/, (mediaType) => mediaType.toLowerCase()) } }).formData();
};
// node_modules/hono/dist/utils/body.js
const MAX_NESTED_OBJECTS = 1e4;
const isRawRequest = (request) => "headers" in request;
const parseBody = async (request, options = Object.create(null)) => {
	const { all = false, dot = false } = options;
	const mediaType = (isRawRequest(request) ? request.headers : request.raw.headers).get("Content-Type")?.split(";")[0].trim().toLowerCase();
	if (mediaType === "multipart/form-data" || mediaType === "application/x-www-form-urlencoded") return parseFormData(request, {
		all,
		dot
	});
	return {};
};
/**
* Parses form data from a request.
*
* @template T - The type of the parsed body data.
* @param {HonoRequest | Request} request - The request object containing form data.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {Promise<T>} The parsed body data.
*/
async function parseFormData(request, options) {
	if (!isRawRequest(request) && request.bodyCache.formData) return convertFormDataToBodyData(await request.bodyCache.formData, options);
	const headers = isRawRequest(request) ? request.headers : request.raw.headers;
	const arrayBuffer = await request.arrayBuffer();
	const formDataPromise = bufferToFormData(arrayBuffer, headers.get("Content-Type") || "");
	if (!isRawRequest(request)) request.bodyCache.formData = formDataPromise;
	const formData = await formDataPromise;
	if (formData) return convertFormDataToBodyData(formData, options);
	return {};
}
/**
* Converts form data to body data based on the provided options.
*
* @template T - The type of the parsed body data.
* @param {FormData} formData - The form data to convert.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {T} The converted body data.
*/
function convertFormDataToBodyData(formData, options) {
	const form = Object.create(null);
	const nestingState = { count: 0 };
	formData.forEach((value, key) => {
		if (!(options.all || key.endsWith("[]"))) form[key] = value;
		else handleParsingAllValues(form, key, value);
	});
	if (options.dot) Object.entries(form).forEach(([key, value]) => {
		if (key.includes(".")) {
			handleParsingNestedValues(form, key, value, nestingState);
			delete form[key];
		}
	});
	return form;
}
/**
* Handles parsing all values for a given key, supporting multiple values as arrays.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The key to parse.
* @param {FormDataEntryValue} value - The value to assign.
*/
const handleParsingAllValues = (form, key, value) => {
	if (form[key] !== void 0) {
		if (Array.isArray(form[key])) form[key].push(value);
		else form[key] = [form[key], value];
	} else if (!key.endsWith("[]")) form[key] = value;
	else form[key] = [value];
};
/**
* Handles parsing nested values using dot notation keys.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The dot notation key.
* @param {BodyDataValue} value - The value to assign.
* @param {{ count: number }} state - The state object tracking nesting depth.
*/
const handleParsingNestedValues = (form, key, value, state) => {
	if (/(?:^|\.)__proto__\./.test(key)) return;
	let nestedForm = form;
	const keys = key.split(".", 34);
	if (keys.length > 33) throwNestingLimitExceeded();
	keys.forEach((key, index) => {
		if (index === keys.length - 1) nestedForm[key] = value;
		else {
			if (!nestedForm[key] || typeof nestedForm[key] !== "object" || Array.isArray(nestedForm[key]) || nestedForm[key] instanceof File) {
				if (state.count++ >= MAX_NESTED_OBJECTS) throwNestingLimitExceeded();
				nestedForm[key] = Object.create(null);
			}
			nestedForm = nestedForm[key];
		}
	});
};
const throwNestingLimitExceeded = () => {
	throw new Error("Nesting limit exceeded");
};
// node_modules/hono/dist/utils/url.js
const splitPath = (path) => {
	const paths = path.split("/");
	if (paths[0] === "") paths.shift();
	return paths;
};
const splitRoutingPath = (routePath) => {
	const { groups, path } = extractGroupsFromPath(routePath);
	const paths = splitPath(path);
	return replaceGroupMarks(paths, groups);
};
const extractGroupsFromPath = (path) => {
	const groups = [];
	path = path.replace(/\{[^}]+\}/g, (match, index) => {
		const mark = `@${index}`;
		groups.push([mark, match]);
		return mark;
	});
	return {
		groups,
		path
	};
};
const replaceGroupMarks = (paths, groups) => {
	for (let i = groups.length - 1; i >= 0; i--) {
		const [mark] = groups[i];
		for (let j = paths.length - 1; j >= 0; j--) if (paths[j].includes(mark)) {
			paths[j] = paths[j].replace(mark, groups[i][1]);
			break;
		}
	}
	return paths;
};
const patternCache = {};
const getPattern = (label, next) => {
	if (label === "*") return "*";
	const match = label.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
	if (match) {
		const cacheKey = `${label}#${next}`;
		if (!patternCache[cacheKey]) {
			if (match[2]) patternCache[cacheKey] = next && next[0] !== ":" && next[0] !== "*" ? [
				cacheKey,
				match[1],
				new RegExp(`^${match[2]}(?=/${next})`)
			] : [
				label,
				match[1],
				new RegExp(`^${match[2]}$`)
			];
			else patternCache[cacheKey] = [
				label,
				match[1],
				true
			];
		}
		return patternCache[cacheKey];
	}
	return null;
};
const tryDecode = (str, decoder) => {
	try {
		return decoder(str);
	} catch {
		return str.replace(/(?:%[0-9A-Fa-f]{2})+/g, (match) => {
			try {
				return decoder(match);
			} catch {
				return match;
			}
		});
	}
};
const decodeURIWithPreservedPercent = (value) => decodeURI(value.includes("%25") ? value.replace(/%25/g, "%2525") : value);
const getPath = (request) => {
	const url = request.url;
	const start = url.indexOf("/", url.indexOf(":") + 4);
	let i = start;
	for (; i < url.length; i++) {
		const charCode = url.charCodeAt(i);
		if (charCode === 37) {
			const queryIndex = url.indexOf("?", i);
			const hashIndex = url.indexOf("#", i);
			const end = queryIndex === -1 ? hashIndex === -1 ? void 0 : hashIndex : hashIndex === -1 ? queryIndex : Math.min(queryIndex, hashIndex);
			const path = url.slice(start, end);
			const decoded = tryDecode(path, decodeURIWithPreservedPercent);
			if (/%(?![0-9A-Fa-f]{2})/.test(path)) {
				const rewritten = new URL("http://localhost");
				rewritten.pathname = decoded.replace(/[\\\t\n\r]/g, encodeURIComponent);
				if (tryDecode(rewritten.pathname, decodeURIWithPreservedPercent) !== decoded) return tryDecode(path.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"), decodeURIWithPreservedPercent);
			}
			return decoded;
		} else if (charCode === 63 || charCode === 35) break;
	}
	return url.slice(start, i);
};
const getPathNoStrict = (request) => {
	const result = getPath(request);
	return result.length > 1 && result.at(-1) === "/" ? result.slice(0, -1) : result;
};
/**
* Merge paths.
* @param {string[]} ...paths - The paths to merge.
* @returns {string} The merged path.
* @example
* mergePath('/api', '/users') // '/api/users'
* mergePath('/api/', '/users') // '/api/users'
* mergePath('/api', '/') // '/api'
* mergePath('/api/', '/') // '/api/'
*/
const mergePath = (base, sub, ...rest) => {
	if (rest.length) sub = mergePath(sub, ...rest);
	return `${base?.[0] === "/" ? "" : "/"}${base}${sub === "/" ? "" : `${base?.at(-1) === "/" ? "" : "/"}${sub?.[0] === "/" ? sub.slice(1) : sub}`}`;
};
const checkOptionalParameter = (path) => {
	if (path.charCodeAt(path.length - 1) !== 63 || !path.includes(":")) return null;
	const segments = path.split("/");
	const results = [];
	let basePath = "";
	segments.forEach((segment) => {
		if (segment !== "" && !/\:/.test(segment)) basePath += "/" + segment;
		else if (/\:/.test(segment)) {
			if (segment.charCodeAt(segment.length - 1) === 63) {
				if (results.length === 0 && basePath === "") results.push("/");
				else results.push(basePath);
				const optionalSegment = segment.slice(0, -1);
				basePath += "/" + optionalSegment;
				results.push(basePath);
			} else basePath += "/" + segment;
		}
	});
	return results.filter((v, i, a) => a.indexOf(v) === i);
};
const tryDecodeURIComponent = (str) => str.indexOf("%") !== -1 ? tryDecode(str, decodeURIComponent_) : str;
const _decodeURI = (value) => {
	if (value.indexOf("+") !== -1) value = value.replace(/\+/g, " ");
	return tryDecodeURIComponent(value);
};
const _getQueryParam = (url, key, multiple) => {
	const hashIndex = url.indexOf("#", 8);
	if (hashIndex !== -1) url = url.slice(0, hashIndex);
	let encoded;
	if (!multiple && key && !/[%+&=]/.test(key)) {
		const queryIndex = url.indexOf("?", 8);
		let keyIndex = queryIndex;
		if (keyIndex === -1) return;
		if (!url.startsWith(key, keyIndex + 1)) keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		while (keyIndex !== -1) {
			const trailingKeyCode = url.charCodeAt(keyIndex + key.length + 1);
			if (trailingKeyCode === 61 || trailingKeyCode === 38 || isNaN(trailingKeyCode)) {
				if (keyIndex > queryIndex && /(?:^|&)[^=&]*[%+]/.test(url.slice(queryIndex + 1, keyIndex))) break;
				if (trailingKeyCode === 61) {
					const valueIndex = keyIndex + key.length + 2;
					const endIndex = url.indexOf("&", valueIndex);
					return _decodeURI(url.slice(valueIndex, endIndex === -1 ? void 0 : endIndex));
				}
				return "";
			}
			keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		}
		encoded = /[%+]/.test(url);
		if (!encoded) return;
	}
	const results = Object.create(null);
	encoded ??= /[%+]/.test(url);
	let keyIndex = url.indexOf("?", 8);
	while (keyIndex !== -1) {
		const nextKeyIndex = url.indexOf("&", keyIndex + 1);
		let valueIndex = url.indexOf("=", keyIndex);
		if (valueIndex > nextKeyIndex && nextKeyIndex !== -1) valueIndex = -1;
		let name = url.slice(keyIndex + 1, valueIndex === -1 ? nextKeyIndex === -1 ? void 0 : nextKeyIndex : valueIndex);
		if (encoded) name = _decodeURI(name);
		keyIndex = nextKeyIndex;
		if (name === "") continue;
		let value;
		if (valueIndex === -1) value = "";
		else {
			value = url.slice(valueIndex + 1, nextKeyIndex === -1 ? void 0 : nextKeyIndex);
			if (encoded) value = _decodeURI(value);
		}
		if (multiple) {
			if (!(results[name] && Array.isArray(results[name]))) results[name] = [];
			results[name].push(value);
		} else results[name] ??= value;
	}
	return key ? results[key] : results;
};
const getQueryParam = _getQueryParam;
const getQueryParams = (url, key) => {
	return _getQueryParam(url, key, true);
};
const decodeURIComponent_ = decodeURIComponent;
// node_modules/hono/dist/request.js
var HonoRequest = class {
	/**
	* `.raw` can get the raw Request object.
	*
	* @see {@link https://hono.dev/docs/api/request#raw}
	*
	* @example
	* ```ts
	* // For Cloudflare Workers
	* app.post('/', async (c) => {
	*   const metadata = c.req.raw.cf?.hostMetadata?
	*   ...
	* })
	* ```
	*/
	raw;
	#validatedData;
	#matchResult;
	routeIndex = 0;
	/**
	* `.path` can get the pathname of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#path}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const pathname = c.req.path // `/about/me`
	* })
	* ```
	*/
	path;
	bodyCache = {};
	constructor(request, path = "/", matchResult = [[]]) {
		this.raw = request;
		this.path = path;
		this.#matchResult = matchResult;
	}
	param(key) {
		return key ? this.#getDecodedParam(key) : this.#getAllDecodedParams();
	}
	#getDecodedParam(key) {
		const paramKey = this.#matchResult[0][this.routeIndex]?.[1][key];
		const param = this.#getParamValue(paramKey);
		return param && tryDecodeURIComponent(param);
	}
	#getAllDecodedParams() {
		const decoded = {};
		const keys = Object.keys(this.#matchResult[0][this.routeIndex]?.[1] ?? {});
		for (const key of keys) {
			const value = this.#getParamValue(this.#matchResult[0][this.routeIndex][1][key]);
			if (value !== void 0) decoded[key] = tryDecodeURIComponent(value);
		}
		return decoded;
	}
	#getParamValue(paramKey) {
		return this.#matchResult[1] ? this.#matchResult[1][paramKey] : paramKey;
	}
	query(key) {
		return getQueryParam(this.url, key);
	}
	queries(key) {
		return getQueryParams(this.url, key);
	}
	header(name) {
		if (name) return this.raw.headers.get(name) ?? void 0;
		const headerData = Object.create(null);
		this.raw.headers.forEach((value, key) => {
			headerData[key] = value;
		});
		return headerData;
	}
	async parseBody(options) {
		return parseBody(this, options);
	}
	#cachedBody = (key) => {
		const { bodyCache, raw } = this;
		const cachedBody = bodyCache[key];
		if (cachedBody) return cachedBody;
		for (const anyCachedKey in bodyCache) return bodyCache[anyCachedKey].then((body) => {
			if (anyCachedKey === "json") body = JSON.stringify(body);
			const contentType = anyCachedKey === "formData" ? void 0 : raw.headers.get("content-type");
			return new Response(body, { headers: contentType ? { "Content-Type": contentType } : void 0 })[key]();
		});
		return bodyCache[key] = raw[key]();
	};
	/**
	* `.json()` can parse Request body of type `application/json`
	*
	* @see {@link https://hono.dev/docs/api/request#json}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.json()
	* })
	* ```
	*/
	json() {
		return this.#cachedBody("text").then((text) => JSON.parse(text));
	}
	/**
	* `.text()` can parse Request body of type `text/plain`
	*
	* @see {@link https://hono.dev/docs/api/request#text}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.text()
	* })
	* ```
	*/
	text() {
		return this.#cachedBody("text");
	}
	/**
	* `.arrayBuffer()` parse Request body as an `ArrayBuffer`
	*
	* @see {@link https://hono.dev/docs/api/request#arraybuffer}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.arrayBuffer()
	* })
	* ```
	*/
	arrayBuffer() {
		return this.#cachedBody("arrayBuffer");
	}
	/**
	* `.bytes()` parses the request body as a `Uint8Array`.
	*
	* @see {@link https://hono.dev/docs/api/request#bytes}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.bytes()
	* })
	* ```
	*/
	bytes() {
		return this.#cachedBody("arrayBuffer").then((buffer) => new Uint8Array(buffer));
	}
	/**
	* Parses the request body as a `Blob`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.blob();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#blob
	*/
	blob() {
		return this.#cachedBody("blob");
	}
	/**
	* Parses the request body as `FormData`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.formData();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#formdata
	*/
	formData() {
		return this.#cachedBody("formData");
	}
	/**
	* Adds validated data to the request.
	*
	* @param target - The target of the validation.
	* @param data - The validated data to add.
	*/
	addValidatedData(target, data) {
		(this.#validatedData ??= {})[target] = data;
	}
	valid(target) {
		return this.#validatedData?.[target];
	}
	/**
	* `.url` can get the request url strings.
	*
	* @see {@link https://hono.dev/docs/api/request#url}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const url = c.req.url // `http://localhost:8787/about/me`
	*   ...
	* })
	* ```
	*/
	get url() {
		return this.raw.url;
	}
	/**
	* `.method` can get the method name of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#method}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const method = c.req.method // `GET`
	* })
	* ```
	*/
	get method() {
		return this.raw.method;
	}
	get [GET_MATCH_RESULT]() {
		return this.#matchResult;
	}
	/**
	* `.matchedRoutes` can return a matched route in the handler
	*
	* @deprecated
	*
	* Use matchedRoutes helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#matchedroutes}
	*
	* @example
	* ```ts
	* app.use('*', async function logger(c, next) {
	*   await next()
	*   c.req.matchedRoutes.forEach(({ handler, method, path }, i) => {
	*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
	*     console.log(
	*       method,
	*       ' ',
	*       path,
	*       ' '.repeat(Math.max(10 - path.length, 0)),
	*       name,
	*       i === c.req.routeIndex ? '<- respond from here' : ''
	*     )
	*   })
	* })
	* ```
	*/
	get matchedRoutes() {
		return this.#matchResult[0].map(([[, route]]) => route);
	}
	/**
	* `.routePath` can retrieve the path registered within the handler
	*
	* @deprecated
	*
	* Use routePath helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#routepath}
	*
	* @example
	* ```ts
	* app.get('/posts/:id', (c) => {
	*   return c.json({ path: c.req.routePath })
	* })
	* ```
	*/
	get routePath() {
		return this.#matchResult[0].map(([[, route]]) => route)[this.routeIndex].path;
	}
};
// node_modules/hono/dist/utils/html.js
/**
* @module
* HTML utility.
*/
const HtmlEscapedCallbackPhase = {
	Stringify: 1,
	BeforeStream: 2,
	Stream: 3
};
const raw = (value, callbacks) => {
	const escapedString = new String(value);
	escapedString.isEscaped = true;
	escapedString.callbacks = callbacks;
	return escapedString;
};
const resolveCallback = async (str, phase, preserveCallbacks, context, buffer) => {
	if (typeof str === "object" && !(str instanceof String)) {
		if (!(str instanceof Promise)) str = str.toString();
		if (str instanceof Promise) str = await str;
	}
	const callbacks = str.callbacks;
	if (!callbacks?.length) return Promise.resolve(str);
	if (buffer) buffer[0] += str;
	else buffer = [str];
	const resStr = Promise.all(callbacks.map((c) => c({
		phase,
		buffer,
		context
	}))).then((res) => Promise.all(res.filter(Boolean).map((str) => resolveCallback(str, phase, false, context, buffer))).then(() => buffer[0]));
	if (preserveCallbacks) return raw(await resStr, callbacks);
	else return resStr;
};
// node_modules/hono/dist/context.js
const TEXT_PLAIN = "text/plain; charset=UTF-8";
const setDefaultContentType = (contentType, headers) => {
	return {
		"Content-Type": contentType,
		...headers
	};
};
const createResponseInstance = (body, init) => new Response(body, init);
var Context = class {
	#rawRequest;
	#req;
	/**
	* `.env` can get bindings (environment variables, secrets, KV namespaces, D1 database, R2 bucket etc.) in Cloudflare Workers.
	*
	* @see {@link https://hono.dev/docs/api/context#env}
	*
	* @example
	* ```ts
	* // Environment object for Cloudflare Workers
	* app.get('*', async c => {
	*   const counter = c.env.COUNTER
	* })
	* ```
	*/
	env = {};
	#var;
	finalized = false;
	/**
	* `.error` can get the error object from the middleware if the Handler throws an error.
	*
	* @see {@link https://hono.dev/docs/api/context#error}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   await next()
	*   if (c.error) {
	*     // do something...
	*   }
	* })
	* ```
	*/
	error;
	#status;
	#executionCtx;
	#res;
	#layout;
	#renderer;
	#notFoundHandler;
	#preparedHeaders;
	#matchResult;
	#path;
	/**
	* Creates an instance of the Context class.
	*
	* @param req - The Request object.
	* @param options - Optional configuration options for the context.
	*/
	constructor(req, options) {
		this.#rawRequest = req;
		if (options) {
			this.#executionCtx = options.executionCtx;
			this.env = options.env;
			this.#notFoundHandler = options.notFoundHandler;
			this.#path = options.path;
			this.#matchResult = options.matchResult;
		}
	}
	/**
	* `.req` is the instance of {@link HonoRequest}.
	*/
	get req() {
		this.#req ??= new HonoRequest(this.#rawRequest, this.#path, this.#matchResult);
		return this.#req;
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#event}
	* The FetchEvent associated with the current request.
	*
	* @throws Will throw an error if the context does not have a FetchEvent.
	*/
	get event() {
		if (this.#executionCtx && "respondWith" in this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no FetchEvent");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#executionctx}
	* The ExecutionContext associated with the current request.
	*
	* @throws Will throw an error if the context does not have an ExecutionContext.
	*/
	get executionCtx() {
		if (this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no ExecutionContext");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#res}
	* The Response object for the current request.
	*/
	get res() {
		return this.#res ||= createResponseInstance(null, { headers: this.#preparedHeaders ??= new Headers() });
	}
	/**
	* Sets the Response object for the current request.
	*
	* @param _res - The Response object to set.
	*/
	set res(_res) {
		if (this.#res && _res) {
			_res = createResponseInstance(_res.body, _res);
			for (const [k, v] of this.#res.headers.entries()) {
				if (k === "content-type") continue;
				if (k === "set-cookie") {
					const cookies = this.#res.headers.getSetCookie();
					_res.headers.delete("set-cookie");
					for (const cookie of cookies) _res.headers.append("set-cookie", cookie);
				} else _res.headers.set(k, v);
			}
		}
		this.#res = _res;
		this.finalized = true;
	}
	/**
	* `.render()` can create a response within a layout.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   return c.render('Hello!')
	* })
	* ```
	*/
	render = (...args) => {
		this.#renderer ??= (content) => this.html(content);
		return this.#renderer(...args);
	};
	/**
	* Sets the layout for the response.
	*
	* @param layout - The layout to set.
	* @returns The layout function.
	*/
	setLayout = (layout) => this.#layout = layout;
	/**
	* Gets the current layout for the response.
	*
	* @returns The current layout function.
	*/
	getLayout = () => this.#layout;
	/**
	* `.setRenderer()` can set the layout in the custom middleware.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```tsx
	* app.use('*', async (c, next) => {
	*   c.setRenderer((content) => {
	*     return c.html(
	*       <html>
	*         <body>
	*           <p>{content}</p>
	*         </body>
	*       </html>
	*     )
	*   })
	*   await next()
	* })
	* ```
	*/
	setRenderer = (renderer) => {
		this.#renderer = renderer;
	};
	/**
	* `.header()` can set headers.
	*
	* @see {@link https://hono.dev/docs/api/context#header}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*
	*   // Append multiple headers using the append option (e.g. Vary)
	*   c.header('Vary', 'Accept-Encoding', { append: true })
	*   c.header('Vary', 'User-Agent', { append: true })
	*
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	header = (name, value, options) => {
		if (this.finalized && !this.#res.bodyUsed) this.#res = createResponseInstance(this.#res.body, this.#res);
		const headers = this.#res ? this.#res.headers : this.#preparedHeaders ??= new Headers();
		if (value === void 0) headers.delete(name);
		else if (options?.append) headers.append(name, value);
		else headers.set(name, value);
	};
	status = (status) => {
		this.#status = status;
	};
	/**
	* `.set()` can set the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   c.set('message', 'Hono is hot!!')
	*   await next()
	* })
	* ```
	*/
	set = (key, value) => {
		this.#var ??= /* @__PURE__ */ new Map();
		this.#var.set(key, value);
	};
	/**
	* `.get()` can use the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   const message = c.get('message')
	*   return c.text(`The message is "${message}"`)
	* })
	* ```
	*/
	get = (key) => {
		return this.#var ? this.#var.get(key) : void 0;
	};
	/**
	* `.var` can access the value of a variable.
	*
	* @see {@link https://hono.dev/docs/api/context#var}
	*
	* @example
	* ```ts
	* const result = c.var.client.oneMethod()
	* ```
	*/
	get var() {
		if (!this.#var) return {};
		return Object.fromEntries(this.#var);
	}
	#newResponse(data, arg, headers) {
		let responseHeaders = this.#res ? new Headers(this.#res.headers) : this.#preparedHeaders;
		if (typeof arg === "object" && arg.headers) {
			responseHeaders ??= new Headers();
			for (const [key, value] of new Headers(arg.headers)) if (key === "set-cookie") responseHeaders.append(key, value);
			else responseHeaders.set(key, value);
		}
		if (headers) {
			if (!responseHeaders) {
				let count = 0;
				for (const k in headers) if (++count > 1 || typeof headers[k] !== "string") {
					responseHeaders = new Headers();
					break;
				}
			}
			if (responseHeaders) for (const k in headers) {
				const v = headers[k];
				if (typeof v === "string") responseHeaders.set(k, v);
				else {
					responseHeaders.delete(k);
					for (const v2 of v) responseHeaders.append(k, v2);
				}
			}
		}
		const status = typeof arg === "number" ? arg : arg?.status ?? this.#status;
		return createResponseInstance(data, {
			status,
			headers: responseHeaders ?? headers
		});
	}
	newResponse = (...args) => this.#newResponse(...args);
	/**
	* `.body()` can return the HTTP response.
	* You can set headers with `.header()` and set HTTP status code with `.status`.
	* This can also be set in `.text()`, `.json()` and so on.
	*
	* @see {@link https://hono.dev/docs/api/context#body}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*   // Set HTTP status code
	*   c.status(201)
	*
	*   // Return the response body
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	body = (data, arg, headers) => this.#newResponse(data, arg, headers);
	/**
	* `.text()` can render text as `Content-Type:text/plain`.
	*
	* @see {@link https://hono.dev/docs/api/context#text}
	*
	* @example
	* ```ts
	* app.get('/say', (c) => {
	*   return c.text('Hello!')
	* })
	* ```
	*/
	text = (text, arg, headers) => {
		return !this.#preparedHeaders && !this.#status && !arg && !headers && !this.finalized ? new Response(text) : this.#newResponse(text, arg, setDefaultContentType(TEXT_PLAIN, headers));
	};
	/**
	* `.json()` can render JSON as `Content-Type:application/json`.
	*
	* @see {@link https://hono.dev/docs/api/context#json}
	*
	* @example
	* ```ts
	* app.get('/api', (c) => {
	*   return c.json({ message: 'Hello!' })
	* })
	* ```
	*/
	json = (object, arg, headers) => {
		return this.#newResponse(JSON.stringify(object), arg, setDefaultContentType("application/json", headers));
	};
	html = (html, arg, headers) => {
		const res = (html) => this.#newResponse(html, arg, setDefaultContentType("text/html; charset=UTF-8", headers));
		return typeof html === "object" ? resolveCallback(html, HtmlEscapedCallbackPhase.Stringify, false, {}).then(res) : res(html);
	};
	/**
	* `.redirect()` can Redirect, default status code is 302.
	*
	* @see {@link https://hono.dev/docs/api/context#redirect}
	*
	* @example
	* ```ts
	* app.get('/redirect', (c) => {
	*   return c.redirect('/')
	* })
	* app.get('/redirect-permanently', (c) => {
	*   return c.redirect('/', 301)
	* })
	* ```
	*/
	redirect = (location, status) => {
		const locationString = String(location);
		this.header("Location", !/[^\x00-\xFF]/.test(locationString) ? locationString : encodeURI(locationString));
		return this.newResponse(null, status ?? 302);
	};
	/**
	* `.notFound()` can return the Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/context#notfound}
	*
	* @example
	* ```ts
	* app.get('/notfound', (c) => {
	*   return c.notFound()
	* })
	* ```
	*/
	notFound = () => {
		this.#notFoundHandler ??= () => createResponseInstance();
		return this.#notFoundHandler(this);
	};
};
// node_modules/hono/dist/compose.js
/**
* Compose middleware functions into a single function based on `koa-compose` package.
*
* @template E - The environment type.
*
* @param {[[Function, unknown], unknown][] | [[Function]][]} middleware - An array of middleware functions and their corresponding parameters.
* @param {ErrorHandler<E>} [onError] - An optional error handler function.
* @param {NotFoundHandler<E>} [onNotFound] - An optional not-found handler function.
*
* @returns {(context: Context, next?: Next) => Promise<Context>} - A composed middleware function.
*/
const compose = (middleware, onError, onNotFound) => {
	return (context, next) => {
		let index = -1;
		return dispatch(0);
		/**
		* Dispatch the middleware functions.
		*
		* @param {number} i - The current index in the middleware array.
		*
		* @returns {Promise<Context>} - A promise that resolves to the context.
		*/
		async function dispatch(i) {
			if (i <= index) throw new Error("next() called multiple times");
			index = i;
			let res;
			let isError = false;
			let handler;
			if (middleware[i]) {
				handler = middleware[i][0][0];
				context.req.routeIndex = i;
			} else handler = i === middleware.length && next || void 0;
			if (handler) try {
				res = await handler(context, () => dispatch(i + 1));
			} catch (err) {
				if (err instanceof Error && onError) {
					context.error = err;
					res = await onError(err, context);
					isError = true;
				} else throw err;
			}
			else if (context.finalized === false && onNotFound) res = await onNotFound(context);
			if (res && (context.finalized === false || isError)) context.res = res;
			return context;
		}
	};
};
// node_modules/hono/dist/helper/route/index.js
/**
* Get matched routes in the handler
*
* @param {Context} c - The context object
* @returns An array of matched routes
*
* @example
* ```ts
* import { matchedRoutes } from 'hono/route'
*
* app.use('*', async function logger(c, next) {
*   await next()
*   matchedRoutes(c).forEach(({ handler, method, path }, i) => {
*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
*     console.log(
*       method,
*       ' ',
*       path,
*       ' '.repeat(Math.max(10 - path.length, 0)),
*       name,
*       i === c.req.routeIndex ? '<- respond from here' : ''
*     )
*   })
* })
* ```
*/
const matchedRoutes = (c) => c.req[GET_MATCH_RESULT][0].map(([[, route]]) => route);
/**
* Get the route path registered within the handler
*
* @param {Context} c - The context object
* @param {number} index - The index of the route from which to retrieve the path, similar to Array.prototype.at(), where a negative number is the index counted from the end of the matching route. Defaults to the current route index.
* @returns The route path registered within the handler
*
* @example
* ```ts
* import { routePath } from 'hono/route'
*
* app.use('*', (c, next) => {
*   console.log(routePath(c)) // '*'
*   console.log(routePath(c, -1)) // '/posts/:id'
*   return next()
* })
*
* app.get('/posts/:id', (c) => {
*   return c.text(routePath(c)) // '/posts/:id'
* })
* ```
*/
const routePath = (c, index) => matchedRoutes(c).at(index ?? c.req.routeIndex)?.path ?? "";
// node_modules/hono/dist/router.js
/**
* Array of supported HTTP methods.
*/
const METHODS = [
	"get",
	"post",
	"put",
	"delete",
	"options",
	"patch",
	"query"
];
/**
* Error message indicating that a route cannot be added because the matcher is already built.
*/
const MESSAGE_MATCHER_IS_ALREADY_BUILT = "Can not add a route since the matcher is already built.";
/**
* Error class representing an unsupported path error.
*/
var UnsupportedPathError = class extends Error {};
// node_modules/hono/dist/utils/constants.js
/**
* Constant used to mark a composed handler.
*/
const COMPOSED_HANDLER = "__COMPOSED_HANDLER";
// node_modules/hono/dist/utils/mount.js
const countTrailingSlashes = (path) => {
	let index = path.length;
	while (index > 0 && path.charCodeAt(index - 1) === 47) index--;
	return path.length - index;
};
const getPathPrefixLength = (c, pathPrefix, routePath) => {
	if (!/[:*]/.test(pathPrefix)) return pathPrefix.length;
	const path = c.req.path;
	const matchResult = c.req[GET_MATCH_RESULT];
	const paramNames = /* @__PURE__ */ new Set();
	let length = 0;
	for (const part of splitRoutingPath(pathPrefix)) {
		if (part[0] === ":" && part.endsWith("}?")) throw new Error(`mount(): Optional regular expression parameters are not supported in "${routePath}".`);
		const pattern = getPattern(part);
		if (pattern && pattern !== "*") {
			const name = pattern[1];
			if (paramNames.has(name)) throw new Error(`mount(): Duplicate path parameter "${name}" in "${routePath}".`);
			paramNames.add(name);
		}
		if (pattern && pattern !== "*" && pattern[2] !== true) {
			const value = matchResult.length === 2 ? matchResult[1][matchResult[0][c.req.routeIndex][1][pattern[1]]] : matchResult[0][c.req.routeIndex][1][pattern[1]];
			length += value.length + 1;
		} else if (pattern || part.endsWith("*")) {
			const end = path.indexOf("/", length + 1);
			length = end === -1 ? path.length : end;
		} else length += part.length + 1;
	}
	return length;
};
const createMountedRequest = (c, pathPrefix, routePath) => {
	if (/[^/]\*$/.test(routePath)) throw new Error(`mount(): Wildcard must follow "/" in "${routePath}".`);
	const prefixLength = getPathPrefixLength(c, pathPrefix, routePath);
	const path = c.req.path.slice(prefixLength) || "/";
	if (prefixLength > c.req.path.length || path[0] !== "/" || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) throw new HTTPException(400, { message: "Invalid mounted path" });
	const rawUrl = c.req.raw.url;
	if (/^[^/?#]*\/\/[^/?#\\]*[?#\\]/.test(rawUrl)) throw new HTTPException(400, { message: "Invalid mounted path" });
	const rawPathEnd = rawUrl.search(/[?#]/);
	const rawTrailingSlashes = countTrailingSlashes(rawPathEnd === -1 ? rawUrl : rawUrl.slice(0, rawPathEnd));
	if (rawTrailingSlashes > 1 && countTrailingSlashes(c.req.path) === rawTrailingSlashes - 1) throw new HTTPException(400, { message: "Invalid mounted path" });
	const url = new URL(rawUrl);
	url.pathname = path.replace(/[\\\t\n\r]/g, encodeURIComponent);
	if (path.includes("%")) {}
	return new Request(url, c.req.raw);
};
// node_modules/hono/dist/hono-base.js
/**
* @module
* This module is the base module for the Hono object.
*/
const notFoundHandler = (c) => {
	return c.text("404 Not Found", 404);
};
const errorHandler = (err, c) => {
	if ("getResponse" in err) {
		const res = err.getResponse();
		return c.newResponse(res.body, res);
	}
	console.error(err);
	return c.text("Internal Server Error", 500);
};
var Hono$1 = class Hono {
	get;
	post;
	put;
	delete;
	options;
	patch;
	query;
	all;
	on;
	use;
	router;
	getPath;
	_basePath = "/";
	#path = "/";
	routes = [];
	constructor(options = {}) {
		[...METHODS, "all"].forEach((method) => {
			this[method] = (args1, ...args) => {
				const methodName = method.toUpperCase();
				if (typeof args1 === "string") this.#path = args1;
				else this.#addRoute(methodName, this.#path, args1);
				args.forEach((handler) => {
					this.#addRoute(methodName, this.#path, handler);
				});
				return this;
			};
		});
		this.on = (method, path, ...handlers) => {
			for (const p of [path].flat()) {
				this.#path = p;
				for (const m of [method].flat()) {
					const methodName = m.toUpperCase();
					for (const handler of handlers) this.#addRoute(methodName, this.#path, handler);
				}
			}
			return this;
		};
		this.use = (arg1, ...handlers) => {
			if (typeof arg1 === "string") this.#path = arg1;
			else {
				this.#path = "*";
				handlers.unshift(arg1);
			}
			handlers.forEach((handler) => {
				this.#addRoute("ALL", this.#path, handler);
			});
			return this;
		};
		const { strict, ...optionsWithoutStrict } = options;
		Object.assign(this, optionsWithoutStrict);
		this.getPath = strict ?? true ? options.getPath ?? getPath : getPathNoStrict;
	}
	#clone() {
		const clone = new Hono({
			router: this.router,
			getPath: this.getPath
		});
		clone.errorHandler = this.errorHandler;
		clone.#notFoundHandler = this.#notFoundHandler;
		clone.routes = this.routes;
		return clone;
	}
	#notFoundHandler = notFoundHandler;
	errorHandler = errorHandler;
	/**
	* `.route()` allows grouping other Hono instance in routes.
	*
	* @see {@link https://hono.dev/docs/api/routing#grouping}
	*
	* @param {string} path - base Path
	* @param {Hono} app - other Hono instance
	* @returns {Hono} routed Hono instance
	*
	* @example
	* ```ts
	* const app = new Hono()
	* const app2 = new Hono()
	*
	* app2.get("/user", (c) => c.text("user"))
	* app.route("/api", app2) // GET /api/user
	* ```
	*/
	route(path, app) {
		const subApp = this.basePath(path);
		app.routes.map((r) => {
			let handler;
			if (app.errorHandler === errorHandler) handler = r.handler;
			else {
				handler = async (c, next) => (await compose([], app.errorHandler)(c, () => r.handler(c, next))).res;
				handler[COMPOSED_HANDLER] = r.handler;
			}
			subApp.#addRoute(r.method, r.path, handler, r.basePath);
		});
		return this;
	}
	/**
	* `.basePath()` allows base paths to be specified.
	*
	* @see {@link https://hono.dev/docs/api/routing#base-path}
	*
	* @param {string} path - base Path
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* const api = new Hono().basePath('/api')
	* ```
	*/
	basePath(path) {
		const subApp = this.#clone();
		subApp._basePath = mergePath(this._basePath, path);
		return subApp;
	}
	/**
	* `.onError()` handles an error and returns a customized Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#error-handling}
	*
	* @param {ErrorHandler} handler - request Handler for error
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.onError((err, c) => {
	*   console.error(`${err}`)
	*   return c.text('Custom Error Message', 500)
	* })
	* ```
	*/
	onError = (handler) => {
		this.errorHandler = handler;
		return this;
	};
	/**
	* `.notFound()` allows you to customize a Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#not-found}
	*
	* @param {NotFoundHandler} handler - request handler for not-found
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.notFound((c) => {
	*   return c.text('Custom 404 Message', 404)
	* })
	* ```
	*/
	notFound = (handler) => {
		this.#notFoundHandler = handler;
		return this;
	};
	/**
	* `.mount()` allows you to mount applications built with other frameworks into your Hono application.
	*
	* @deprecated Use `mount()` from `hono/mount` instead. `.mount()` will be removed in v5.
	*
	* @see {@link https://hono.dev/docs/api/hono#mount}
	*
	* @param {string} path - base Path
	* @param {Function} applicationHandler - other Request Handler
	* @param {MountOptions} [options] - options of `.mount()`
	* @returns {Hono} mounted Hono instance
	* @throws {Error} If automatic request rewriting encounters duplicate path parameter names or an optional regular expression parameter.
	* @throws {HTTPException} With status 400 if automatic request rewriting cannot safely preserve the routed path.
	*
	* @example
	* ```ts
	* import { Router as IttyRouter } from 'itty-router'
	* import { Hono } from 'hono'
	* // Create itty-router application
	* const ittyRouter = IttyRouter()
	* // GET /itty-router/hello
	* ittyRouter.get('/hello', () => new Response('Hello from itty-router'))
	*
	* const app = new Hono()
	* app.mount('/itty-router', ittyRouter.handle)
	* ```
	*
	* @example
	* ```ts
	* const app = new Hono()
	* // Send the request to another application without modification.
	* app.mount('/app', anotherApp, {
	*   replaceRequest: (req) => req,
	* })
	* ```
	*/
	mount(path, applicationHandler, options) {
		let replaceRequest;
		let optionHandler;
		if (options) {
			if (typeof options === "function") optionHandler = options;
			else {
				optionHandler = options.optionHandler;
				if (options.replaceRequest === false) replaceRequest = (request) => request;
				else replaceRequest = options.replaceRequest;
			}
		}
		const getOptions = optionHandler ? (c) => {
			const options = optionHandler(c);
			return Array.isArray(options) ? options : [options];
		} : (c) => {
			let executionContext = void 0;
			try {
				executionContext = c.executionCtx;
			} catch {}
			return [c.env, executionContext];
		};
		const defaultReplaceRequest = (c) => {
			const mountedRoutePath = routePath(c);
			return createMountedRequest(c, mountedRoutePath.replace(/\/?\*$/, ""), mountedRoutePath);
		};
		const handler = async (c, next) => {
			const res = await applicationHandler(replaceRequest ? replaceRequest(c.req.raw) : defaultReplaceRequest(c), ...getOptions(c));
			if (res) return res;
			await next();
		};
		this.#addRoute("ALL", mergePath(path, "*"), handler);
		return this;
	}
	#addRoute(method, path, handler, baseRoutePath) {
		path = mergePath(this._basePath, path);
		const r = {
			basePath: baseRoutePath !== void 0 ? mergePath(this._basePath, baseRoutePath) : this._basePath,
			path,
			method,
			handler
		};
		this.router.add(method, path, [handler, r]);
		this.routes.push(r);
	}
	#handleError(err, c) {
		if (err instanceof Error) return this.errorHandler(err, c);
		throw err;
	}
	#dispatch(request, executionCtx, env, method) {
		if (method === "HEAD") return (async () => new Response(null, await this.#dispatch(request, executionCtx, env, "GET")))();
		const path = this.getPath(request, { env });
		const matchResult = this.router.match(method, path);
		const c = new Context(request, {
			path,
			matchResult,
			env,
			executionCtx,
			notFoundHandler: this.#notFoundHandler
		});
		if (matchResult[0].length === 1) {
			let res;
			try {
				res = matchResult[0][0][0][0](c, async () => {
					c.res = await this.#notFoundHandler(c);
				});
			} catch (err) {
				return this.#handleError(err, c);
			}
			return res instanceof Promise ? res.then((resolved) => resolved || (c.finalized ? c.res : this.#notFoundHandler(c))).catch((err) => this.#handleError(err, c)) : res ?? this.#notFoundHandler(c);
		}
		const composed = compose(matchResult[0], this.errorHandler, this.#notFoundHandler);
		return (async () => {
			try {
				const context = await composed(c);
				if (!context.finalized) throw new Error("Context is not finalized. Did you forget to return a Response object or `await next()`?");
				return context.res;
			} catch (err) {
				return this.#handleError(err, c);
			}
		})();
	}
	/**
	* `.fetch()` will be entry point of your app.
	*
	* @see {@link https://hono.dev/docs/api/hono#fetch}
	*
	* @param {Request} request - request Object of request
	* @param {Env} env - env Object
	* @param {ExecutionContext} executionCtx - context of execution
	* @returns {Response | Promise<Response>} response of request
	*
	*/
	fetch = (request, ...rest) => {
		return this.#dispatch(request, rest[1], rest[0], request.method);
	};
	/**
	* `.request()` is a useful method for testing.
	* You can pass a URL or pathname to send a GET request.
	* app will return a Response object.
	* ```ts
	* test('GET /hello is ok', async () => {
	*   const res = await app.request('/hello')
	*   expect(res.status).toBe(200)
	* })
	* ```
	* @see https://hono.dev/docs/api/hono#request
	*/
	request = (input, requestInit, Env, executionCtx) => {
		if (input instanceof Request) return this.fetch(requestInit ? new Request(input, requestInit) : input, Env, executionCtx);
		input = input.toString();
		return this.fetch(new Request(/^https?:\/\//.test(input) ? input : `http://localhost${mergePath("/", input)}`, requestInit), Env, executionCtx);
	};
	/**
	* `.fire()` automatically adds a global fetch event listener.
	* This can be useful for environments that adhere to the Service Worker API, such as non-ES module Cloudflare Workers.
	* @deprecated
	* Use `fire` from `hono/service-worker` instead.
	* ```ts
	* import { Hono } from 'hono'
	* import { fire } from 'hono/service-worker'
	*
	* const app = new Hono()
	* // ...
	* fire(app)
	* ```
	* @see https://hono.dev/docs/api/hono#fire
	* @see https://developer.mozilla.org/en-US/docs/Web/API/Service_Worker_API
	* @see https://developers.cloudflare.com/workers/reference/migrate-to-module-workers/
	*/
	fire = () => {
		addEventListener("fetch", (event) => {
			event.respondWith(this.#dispatch(event.request, event, void 0, event.request.method));
		});
	};
};
// node_modules/hono/dist/router/utils.js
const createNullObject = () => Object.create(null);
// node_modules/hono/dist/router/reg-exp-router/matcher.js
const emptyParam = [];
function match(method, path) {
	const matchers = this.buildAllMatchers();
	const match = ((method, path) => {
		const matcher = matchers[method] || matchers["ALL"];
		const staticMatch = matcher[2][path];
		if (staticMatch) return staticMatch;
		const match = path.match(matcher[0]);
		if (!match) return [[], emptyParam];
		const index = match.indexOf("", 1);
		return [matcher[1][index], match];
	});
	this.match = match;
	return match(method, path);
}
// node_modules/hono/dist/router/reg-exp-router/node.js
const LABEL_REG_EXP_STR = "[^/]+";
const ONLY_WILDCARD_REG_EXP_STR = "[^]*";
const TAIL_WILDCARD_REG_EXP_STR = "(?:|/[^]*)";
const PATH_ERROR = Symbol();
const regExpMetaChars = /* @__PURE__ */ new Set(".\\+*[^]$()");
/**
* Sort order:
* 1. literal
* 2. special pattern (e.g. :label{[0-9]+})
* 3. common label pattern (e.g. :label)
* 4. wildcard
*/
function compareKey(a, b) {
	if (a.length === 1) return b.length === 1 ? a < b ? -1 : 1 : -1;
	if (b.length === 1) return 1;
	if (a === "[^]*" || a === "(?:|/[^]*)") return b === "[^]*" ? -1 : 1;
	else if (b === "[^]*" || b === "(?:|/[^]*)") return -1;
	if (a === "[^/]+") return 1;
	else if (b === "[^/]+") return -1;
	return a.length === b.length ? a < b ? -1 : 1 : b.length - a.length;
}
var Node$1 = class Node {
	#index;
	#varIndex;
	#children = createNullObject();
	insert(tokens, index, paramMap, context, keys) {
		let node = this;
		for (let i = 0, len = tokens.length; i < len; i++) {
			const token = tokens[i];
			const pattern = token.length === 1 ? token === "*" ? i === len - 1 ? [
				"",
				"",
				ONLY_WILDCARD_REG_EXP_STR
			] : [
				"",
				"",
				LABEL_REG_EXP_STR
			] : null : token === "/*" ? [
				"",
				"",
				TAIL_WILDCARD_REG_EXP_STR
			] : token.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
			let nextNode;
			if (pattern) {
				const name = pattern[1];
				let regexpStr = pattern[2] || "[^/]+";
				if (name && pattern[2]) {
					if (new RegExp(regexpStr).test("")) throw PATH_ERROR;
					regexpStr = regexpStr.replace(/^\((?!\?:)(?=[^)]+\)$)/, "(?:");
					if (/\((?!\?:)/.test(regexpStr)) throw PATH_ERROR;
					if (regexpStr.length === 1 && regExpMetaChars.has(regexpStr)) throw PATH_ERROR;
				}
				keys.push(regexpStr);
				nextNode = node.#children[regexpStr];
				if (!nextNode) {
					if (regexpStr !== "[^]*" && regexpStr !== "(?:|/[^]*)") {
						for (const k in node.#children) if ((regexpStr.length > 1 || k.length > 1) && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					}
					nextNode = node.#children[regexpStr] = new Node();
				}
				if (name !== "") {
					nextNode.#varIndex ??= context.varIndex++;
					paramMap.push([name, nextNode.#varIndex]);
				}
			} else {
				keys.push(token);
				nextNode = node.#children[token];
				if (!nextNode) {
					for (const k in node.#children) if (k.length > 1 && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					nextNode = node.#children[token] = new Node();
				}
			}
			node = nextNode;
		}
		if (node.#index !== void 0) throw PATH_ERROR;
		node.#index = index;
	}
	buildRegExpStr() {
		const strList = Object.keys(this.#children).sort(compareKey).map((k) => {
			const c = this.#children[k];
			const childStr = c.buildRegExpStr();
			return childStr === "" ? "" : (typeof c.#varIndex === "number" ? `(${k})@${c.#varIndex}` : regExpMetaChars.has(k) ? `\\${k}` : k) + childStr;
		}).filter(Boolean);
		if (typeof this.#index === "number" && this.#index !== -1) strList.unshift(`#${this.#index}`);
		if (strList.length === 0) return "";
		if (strList.length === 1) return strList[0];
		return "(?:" + strList.join("|") + ")";
	}
};
// node_modules/hono/dist/router/reg-exp-router/trie.js
var Trie = class {
	#context = { varIndex: 0 };
	#root = new Node$1();
	#index = 0;
	paths = createNullObject();
	insert(path, isStatic) {
		const keys = [];
		if (isStatic) {
			this.#root.insert(path.split(""), -1, [], this.#context, keys);
			this.paths[path] = [
				-1,
				[],
				keys
			];
			return;
		}
		const paramAssoc = [];
		const groups = [];
		let markedPath = path;
		for (let i = 0;;) {
			let replaced = false;
			markedPath = markedPath.replace(/\{(?:\{[\d,]+\}|[^}])+\}/g, (m) => {
				const mark = `@\\${i}`;
				groups[i] = [mark, m];
				i++;
				replaced = true;
				return mark;
			});
			if (!replaced) break;
		}
		/**
		*  - pattern (:label, :label{0-9]+}, ...)
		*  - /* wildcard
		*  - character
		*/
		const tokens = markedPath.match(/(?::[^\/]+)|(?:\/\*$)|./gs) || [];
		for (let i = groups.length - 1; i >= 0; i--) {
			const [mark] = groups[i];
			for (let j = tokens.length - 1; j >= 0; j--) if (tokens[j].indexOf(mark) !== -1) {
				tokens[j] = tokens[j].replace(mark, groups[i][1]);
				break;
			}
		}
		this.#root.insert(tokens, this.#index, paramAssoc, this.#context, keys);
		this.paths[path] = [
			this.#index++,
			paramAssoc,
			keys
		];
	}
	buildRegExp() {
		let regexp = this.#root.buildRegExpStr();
		if (regexp === "") return [
			/^$/,
			[],
			[]
		];
		let captureIndex = 0;
		const indexReplacementMap = [];
		const paramReplacementMap = [];
		regexp = regexp.replace(/#(\d+)|@(\d+)|\.\*\$/g, (_, handlerIndex, paramIndex) => {
			if (handlerIndex !== void 0) {
				indexReplacementMap[++captureIndex] = Number(handlerIndex);
				return "$()";
			}
			if (paramIndex !== void 0) {
				paramReplacementMap[Number(paramIndex)] = ++captureIndex;
				return "";
			}
			return "";
		});
		return [
			new RegExp(`^${regexp}`),
			indexReplacementMap,
			paramReplacementMap
		];
	}
};
// node_modules/hono/dist/router/reg-exp-router/router.js
function endsWithWildcard(keys) {
	const tail = keys[keys.length - 1];
	return tail === "[^]*" || tail === "(?:|/[^]*)";
}
function covers(wildcard, target) {
	const last = wildcard.length - 1;
	for (let i = 0; i < last; i++) if (wildcard[i] !== target[i]) return false;
	return wildcard[last] === "[^]*" || target.length === last || target[last] === "/";
}
var RegExpRouter = class {
	name = "RegExpRouter";
	#handlers;
	#tries;
	constructor() {
		this.#handlers = { ["ALL"]: [] };
		this.#tries = { ["ALL"]: new Trie() };
	}
	#insertPath(method, path) {
		try {
			this.#tries[method].insert(path, !/\*|\/:/.test(path));
		} catch (e) {
			throw e === PATH_ERROR ? new UnsupportedPathError(path) : e;
		}
	}
	add(method, path, handler) {
		const handlers = this.#handlers;
		if (!handlers) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		const tries = this.#tries;
		if (!handlers[method]) {
			tries[method] = new Trie();
			handlers[method] = [...handlers["ALL"]];
			for (const p in tries["ALL"].paths) this.#insertPath(method, p);
		}
		if (path === "/*") path = "*";
		const methods = method === "ALL" ? Object.keys(handlers) : [method];
		const paths = checkOptionalParameter(path) || [path];
		for (const path of paths) for (const m of methods) {
			if (!tries[m].paths[path]) this.#insertPath(m, path);
			handlers[m].push([handler, path]);
		}
	}
	match = match;
	buildAllMatchers() {
		const matchers = createNullObject();
		for (const method of Object.keys(this.#handlers)) matchers[method] = this.#buildMatcher(method);
		this.#handlers = this.#tries = void 0;
		return matchers;
	}
	#buildMatcher(method) {
		const handlers = this.#handlers[method];
		const trie = this.#tries[method];
		const staticMap = createNullObject();
		const handlerData = [];
		const [regexp, indexReplacementMap, paramReplacementMap] = trie.buildRegExp();
		const own = createNullObject();
		const entries = handlers.map(([h, p], i) => {
			(own[p] ??= []).push(i);
			return [h, trie.paths[p][1].reduceRight((map, [key, varIndex]) => {
				map[key] = paramReplacementMap[varIndex];
				return map;
			}, createNullObject())];
		});
		const wildcards = Object.keys(own).filter((p) => endsWithWildcard(trie.paths[p][2]));
		for (const path in trie.paths) {
			const [index, , keys] = trie.paths[path];
			const indexes = [...own[path]];
			for (const p of wildcards) if (p !== path && covers(trie.paths[p][2], keys)) indexes.push(...own[p]);
			const data = indexes.sort((a, b) => a - b).map((i) => entries[i]);
			if (index === -1) {
				const last = Math.max(-1, ...data.flatMap(([, map]) => Object.values(map)));
				staticMap[path] = [data, last === -1 ? emptyParam : path.match(regexp).slice(0, last + 1)];
			} else handlerData[index] = data;
		}
		return [
			regexp,
			indexReplacementMap.map((i) => handlerData[i]),
			staticMap
		];
	}
};
// node_modules/hono/dist/router/smart-router/router.js
var SmartRouter = class {
	name = "SmartRouter";
	#routers = [];
	#routes = [];
	constructor(init) {
		this.#routers = init.routers;
	}
	add(method, path, handler) {
		if (!this.#routes) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		this.#routes.push([
			method,
			path,
			handler
		]);
	}
	match(method, path) {
		if (!this.#routes) throw new Error("Fatal error");
		const routers = this.#routers;
		const routes = this.#routes;
		const len = routers.length;
		let i = 0;
		let res;
		for (; i < len; i++) {
			const router = routers[i];
			try {
				for (let i = 0, len = routes.length; i < len; i++) router.add(...routes[i]);
				res = router.match(method, path);
			} catch (e) {
				if (e instanceof UnsupportedPathError) continue;
				throw e;
			}
			this.match = router.match.bind(router);
			this.#routers = [router];
			this.#routes = void 0;
			break;
		}
		if (i === len) throw new Error("Fatal error");
		this.name = `SmartRouter + ${this.activeRouter.name}`;
		return res;
	}
	get activeRouter() {
		if (this.#routes || this.#routers.length !== 1) throw new Error("No active router has been determined yet.");
		return this.#routers[0];
	}
};
// node_modules/hono/dist/router/trie-router/node.js
const emptyParams = createNullObject();
let order = 0;
var Node = class Node {
	#methods = [];
	#children = createNullObject();
	#patterns = [];
	#pattern;
	#params = emptyParams;
	insert(method, path, handler) {
		let curNode = this;
		const parts = splitRoutingPath(path);
		const possibleKeys = /* @__PURE__ */ new Set();
		let i = 0;
		for (const p of parts) {
			const nextP = parts[++i];
			const pattern = getPattern(p, nextP) || (nextP === void 0 && p && p.indexOf("*") === p.length - 1 ? p : null);
			const isParam = Array.isArray(pattern);
			const key = isParam ? pattern[0] : pattern || p;
			const child = curNode.#children[key] ||= new Node();
			if (pattern && !child.#pattern) {
				child.#pattern = pattern;
				curNode.#patterns.push(child);
			}
			curNode = child;
			if (isParam) possibleKeys.add(pattern[1]);
		}
		curNode.#methods.push({ [method]: {
			handler,
			possibleKeys: [...possibleKeys],
			score: ++order
		} });
	}
	#pushHandlerSets(handlerSets, node, method, nodeParams, params) {
		for (let i = 0, len = node.#methods.length; i < len; i++) {
			const m = node.#methods[i];
			const handlerSet = m[method] || m["ALL"];
			if (handlerSet) {
				handlerSet.params = createNullObject();
				handlerSets.push(handlerSet);
				for (let i = 0, len = handlerSet.possibleKeys.length; i < len; i++) {
					const key = handlerSet.possibleKeys[i];
					handlerSet.params[key] = params?.[key] && !i ? params[key] : nodeParams[key] ?? params?.[key];
				}
			}
		}
	}
	search(method, path) {
		const handlerSets = [];
		this.#params = emptyParams;
		let curNodes = [this];
		const parts = splitPath(path);
		const curNodesQueue = [];
		const len = parts.length;
		let partOffsets = null;
		for (let i = 0; i < len; i++) {
			const part = parts[i];
			const isLast = i === len - 1;
			const tempNodes = [];
			for (let j = 0, len2 = curNodes.length; j < len2; j++) {
				const node = curNodes[j];
				const nextNode = node.#children[part];
				if (nextNode) {
					nextNode.#params = node.#params;
					if (isLast) {
						if (nextNode.#children["*"]) this.#pushHandlerSets(handlerSets, nextNode.#children["*"], method, node.#params);
						this.#pushHandlerSets(handlerSets, nextNode, method, node.#params);
					} else tempNodes.push(nextNode);
				}
				for (const child of node.#patterns) {
					const pattern = child.#pattern;
					const params = node.#params === emptyParams ? {} : { ...node.#params };
					if (typeof pattern === "string") {
						if (pattern === "*" || part.startsWith(pattern.slice(0, -1))) {
							this.#pushHandlerSets(handlerSets, child, method, node.#params);
							if (pattern === "*") {
								child.#params = params;
								tempNodes.push(child);
							}
						}
						continue;
					}
					const [, name, matcher] = pattern;
					if (!part && matcher === true) continue;
					if (matcher !== true) {
						if (!partOffsets) {
							partOffsets = [];
							let offset = path[0] === "/" ? 1 : 0;
							for (let p = 0; p < len; p++) {
								partOffsets[p] = offset;
								offset += parts[p].length + 1;
							}
						}
						const restPathString = path.slice(partOffsets[i]);
						const m = matcher.exec(restPathString);
						if (m) {
							if (!Object.hasOwn(params, name)) params[name] = m[0];
							this.#pushHandlerSets(handlerSets, child, method, node.#params, params);
							if (m[0].length === restPathString.length && child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, node.#params, params);
							for (const _ in child.#children) {
								child.#params = params;
								const componentCount = m[0].match(/\//g)?.length ?? 0;
								(curNodesQueue[componentCount] ||= []).push(child);
								break;
							}
							continue;
						}
					}
					if (matcher === true || matcher.test(part)) {
						if (!Object.hasOwn(params, name)) params[name] = part;
						if (isLast) {
							this.#pushHandlerSets(handlerSets, child, method, params, node.#params);
							if (child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, params, node.#params);
						} else {
							child.#params = params;
							tempNodes.push(child);
						}
					}
				}
			}
			const shifted = curNodesQueue.shift();
			curNodes = shifted ? tempNodes.concat(shifted) : tempNodes;
		}
		if (handlerSets[1]) handlerSets.sort((a, b) => {
			return a.score - b.score;
		});
		return [handlerSets.map(({ handler, params }) => [handler, params])];
	}
};
// node_modules/hono/dist/router/trie-router/router.js
var TrieRouter = class {
	name = "TrieRouter";
	#node = new Node();
	add(method, path, handler) {
		for (const result of checkOptionalParameter(path) || [path]) this.#node.insert(method, result, handler);
	}
	match(method, path) {
		return this.#node.search(method, path);
	}
};
// node_modules/hono/dist/hono.js
/**
* The Hono class extends the functionality of the HonoBase class.
* It sets up routing and allows for custom options to be passed.
*
* @template E - The environment type.
* @template S - The schema type.
* @template BasePath - The base path type.
*/
var Hono = class extends Hono$1 {
	/**
	* Creates an instance of the Hono class.
	*
	* @param options - Optional configuration options for the Hono instance.
	*/
	constructor(options = {}) {
		super(options);
		this.router = options.router ?? new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
	}
};
// src/http/address.ts
/** Client addresses: they tell callers without keys apart, and events note them as `$ip`. */
/**
* `trusted_proxies`: number of the operator's own proxies in front. Each appends its caller to X-Forwarded-For; earlier
* entries are client input. null without a real server behind.
*/
function addressOf$1(trusted_proxies) {
	return ({ headers }, arrived) => {
		if (trusted_proxies > 0) {
			const named = (headers.get("x-forwarded-for") ?? "").split(",").at(-trusted_proxies)?.trim() ?? "";
			if (isIP(named) !== 0) return named;
		}
		return socketAddress(arrived);
	};
}
/** An IPv6 customer owns a whole network, so only the first half counts. */
function networkOf(address) {
	if (address === null) return "unknown";
	return isIP(address) === 6 ? expanded(address).slice(0, 4).join(":") : address;
}
/** The eight groups. */
function expanded(address) {
	const [before = "", after] = address.split("%")[0].split("::");
	const groups = (text) => text === "" ? [] : text.split(":");
	const head = groups(before);
	if (after === void 0) return head;
	const tail = groups(after);
	return [
		...head,
		...Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0"),
		...tail
	];
}
/** No socket when routes are called directly. */
function socketAddress(arrived) {
	const incoming = isObject(arrived) ? arrived["incoming"] : null;
	const socket = isObject(incoming) ? incoming["socket"] : null;
	const address = isObject(socket) ? socket["remoteAddress"] : null;
	return typeof address === "string" ? address.replace(/^::ffff:/, "") : null;
}
// src/http/admission.ts
/**
* Admission control for event requests. Ingest knows what waits to be stored, but not what has arrived unread. That is
* worked off in turns of the event loop; to keep turns short, the rest is refused, which costs next to nothing. Only
* many requests are refused: a few in a turn that a busy machine made long are no flood, and what a page sends as it
* closes is not sent again.
*/
function admission({ ingest }) {
	let turn = null;
	return () => {
		ingest.admit();
		if (turn === null) {
			turn = {
				began_ms: performance.now(),
				checks: 0
			};
			setImmediate(() => {
				turn = null;
			});
		}
		if (++turn.checks > LIMIT.turn_checks && performance.now() - turn.began_ms > LIMIT.turn_ms) throw new ServiceError("busy", "More requests arrive than can be read just now. Send this one again in a moment.");
	};
}
// src/http/answer.ts
/** Responses: an operation's result as JSON or CSV, and errors in one shape. */
const FORMATS = ["json", "csv"];
/** Seconds after which a retry makes sense. */
const RETRY_S = {
	busy: 1,
	read_only: 60
};
/** Routes without CSV ignore the parameter. @throws ServiceError invalid_choice */
function formatOf(route, params) {
	const format = route.csv ? params.get("format") ?? "json" : "json";
	if (format === "json" || format === "csv") return format;
	throw invalid("format", `Not one of the allowed values: ${FORMATS.join(", ")}.`, "invalid_choice");
}
/** What a route shows; no body if it presents `undefined`. */
function routeAnswer(route, shown) {
	const status = route.status ?? 200;
	if (shown === void 0) return new Response(null, {
		status,
		headers: { "Content-Length": "0" }
	});
	return jsonAnswer(shown, status);
}
/** Members of `shown` may be serialized already. */
function jsonAnswer(shown, status = 200, headers = {}) {
	if (!hasWritten(shown)) return Response.json(shown, {
		status,
		headers
	});
	const pieces = jsonPieces(shown);
	const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
	const body = length > TUNING.sent_chunk_bytes ? ReadableStream.from(chunksOf(pieces)) : Buffer.concat(pieces);
	return new Response(body, {
		status,
		headers: {
			"Content-Type": "application/json",
			"Content-Length": String(length),
			...headers
		}
	});
}
/** Nothing is copied, and others get a turn in between. */
async function* chunksOf(pieces) {
	for (const piece of pieces) for (let from = 0; from < piece.length; from += TUNING.sent_chunk_bytes) {
		yield piece.subarray(from, from + TUNING.sent_chunk_bytes);
		await setImmediate$1();
	}
}
async function csvAnswer(operation, route, output, { name, insight_url }) {
	const table = operation.table?.(output) ?? {
		columns: [],
		rows: []
	};
	const before = insight_url === null ? "" : `${insight_url}\n`;
	return new Response(before + await tableToCsv(table), {
		status: route.status ?? 200,
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${name ?? operation.name}.csv"`
		}
	});
}
function errorAnswer(error, headers = {}) {
	return Response.json(error.body(), {
		status: error.status,
		headers: {
			...headersOf(error),
			...headers
		}
	});
}
/** Headers an error's status requires. */
function headersOf({ status, code }) {
	if (status === 401) return { "WWW-Authenticate": "Bearer" };
	const wait_s = RETRY_S[code];
	return wait_s === void 0 ? {} : { "Retry-After": String(wait_s) };
}
function throttledAnswer(wait_s) {
	return errorAnswer(new ServiceError("throttled", `Request was throttled. Expected available in ${wait_s} second${wait_s === 1 ? "" : "s"}.`), { "Retry-After": String(wait_s) });
}
// src/http/browser/config.ts
/** Where the browser library should send events. */
const EVENTS_PATH = "/i/v0/e/";
/** Everything off that needs a server we are not; all of it where no project has the token. */
function remoteConfig(token, project) {
	return {
		token,
		supportedCompression: ["gzip", "gzip-js"],
		hasFeatureFlags: false,
		captureDeadClicks: false,
		capturePerformance: false,
		autocapture_opt_out: project?.autocapture_opt_out ?? true,
		autocaptureExceptions: false,
		analytics: { endpoint: EVENTS_PATH },
		elementsChainAsString: true,
		sessionRecording: false,
		surveys: false,
		productTours: false,
		conversations: false,
		logs: { captureConsoleLogs: false },
		heatmaps: false,
		defaultIdentifiedOnly: true,
		siteApps: [],
		isAuthenticated: false,
		toolbarParams: {},
		config: { enable_collect_everything: true }
	};
}
/** Same as a script; JSON inside must not end the script or break a line. */
function remoteConfigScript(token, project) {
	const json = JSON.stringify(remoteConfig(token, project)).replace(/[<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
	return `(function(){window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};window._POSTHOG_REMOTE_CONFIG[${JSON.stringify(token).replaceAll("<", "\\u003c")}]={config:${json},siteApps:[]};})();`;
}
/** What the library asks for besides, by path: each has a list, which is empty. */
const EMPTY_LISTS = {
	"/api/surveys": "surveys",
	"/api/early_access_features": "earlyAccessFeatures",
	"/api/web_experiments": "experiments",
	"/api/product_tours": "product_tours"
};
// src/http/browser/files.ts
/**
* Scripts of the browser library for pages that load it by a tag. They come from the package `posthog-js`, if somebody
* has installed it beside this program: its code is not ours to pass on, and few need it.
*/
/** What the tests run. */
const TESTED = "1.449.2";
const NAME = /^[a-z\d][a-z\d._-]*\.js$/;
var BrowserFiles = class {
	#scripts = /* @__PURE__ */ new Map();
	#name;
	#package;
	/** @param name of the package */
	constructor(name = "posthog-js") {
		this.#name = name;
	}
	/**
	* `version` as addresses have it: the whole one or its major; null for any.
	* @throws ServiceError not_found
	*/
	async answer(request, name, version) {
		const script = await this.#script(name, version);
		const headers = {
			"Access-Control-Allow-Origin": "*",
			"Content-Type": "application/javascript; charset=utf-8",
			"Cache-Control": `public, max-age=${TUNING.browser_script_kept_s}`,
			"X-Content-Type-Options": "nosniff",
			Vary: "Accept-Encoding",
			ETag: script.tag
		};
		if (request.headers.get("if-none-match") === script.tag) return new Response(null, {
			status: 304,
			headers
		});
		return /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "") ? new Response(script.packed, { headers: {
			...headers,
			"Content-Encoding": "gzip"
		} }) : new Response(script.bytes, { headers });
	}
	/** The text of a script. @throws ServiceError not_found */
	async text(name) {
		return Buffer.from((await this.#script(name, null)).bytes).toString();
	}
	async #script(name, version) {
		if (this.#package === void 0) this.#package = installed(this.#name);
		if (this.#package === null) throw notInstalled(this.#name);
		const { folder, version: own } = this.#package;
		if (version !== null && version !== own && version !== own.split(".")[0]) throw otherVersion(own);
		const known = this.#scripts.get(name);
		if (known) return known;
		const script = await read$5(folder, name);
		this.#scripts.set(name, script);
		return script;
	}
};
/** null if it is not. */
function installed(name) {
	try {
		const folder = dirname(createRequire(import.meta.url).resolve(`${name}/dist/array.js`));
		const about = JSON.parse(readFileSync(join(folder, "..", "package.json"), "utf8"));
		return isObject(about) ? {
			folder,
			version: String(about["version"])
		} : null;
	} catch {
		return null;
	}
}
async function read$5(folder, name) {
	const bytes = NAME.test(name) ? readOrNull(join(folder, name)) : null;
	if (bytes === null) throw new ServiceError("not_found", "The browser library has no script of this name.");
	const tag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
	return {
		bytes,
		packed: await packed(bytes),
		tag
	};
}
async function packed(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}
function readOrNull(path) {
	try {
		return new Uint8Array(readFileSync(path));
	} catch {
		return null;
	}
}
function notInstalled(name) {
	return new ServiceError("not_found", `The script is part of the package ${name}, which is not installed beside this program. Whoever operates it runs "npm install ${name}@${TESTED}" in the same folder and starts it again. Pages that bundle the library do not need it.`);
}
function otherVersion(own) {
	return new ServiceError("not_found", `Version ${own} of posthog-js is installed here; ask for that one, or for none.`);
}
// src/service/ingest/inflate.ts
/** Gzip, detected by its first bytes: client libraries label it wrongly or not at all. */
const gunzipAside = promisify(gunzip);
/** Below this, handing over to another thread costs more than inflating. */
const SMALL_BYTES = 16384;
/**
* Removes all gzip layers; never holds output beyond the limit.
* @throws ServiceError too_large, parse_error
*/
async function inflate$1(bytes) {
	let inflated = bytes;
	for (let layer = 0; isGzip(inflated); layer++) {
		if (layer === LIMIT.gzip_layers) throw invalid("body", `More than ${LIMIT.gzip_layers} layers of gzip.`, "parse_error");
		inflated = await inflateOnce(inflated);
	}
	if (inflated.length > LIMIT.body_inflated_bytes) throw tooLarge$2();
	return inflated;
}
function isGzip(bytes) {
	return bytes[0] === 31 && bytes[1] === 139 && bytes[2] === 8;
}
async function inflateOnce(bytes) {
	const options = { maxOutputLength: LIMIT.body_inflated_bytes };
	try {
		return bytes.length <= SMALL_BYTES ? gunzipSync(bytes, options) : await gunzipAside(bytes, options);
	} catch (error) {
		throw error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? tooLarge$2() : invalid("body", "The gzip data of the body is damaged or cut off.", "parse_error");
	}
}
function tooLarge$2() {
	return new ServiceError("too_large", `The body is longer than ${LIMIT.body_inflated_bytes} bytes when unpacked. Send fewer events at once.`);
}
// src/service/ingest/payload.ts
/**
* A capture request's bytes -> raw events and project token. Knows every envelope of client libraries: one event, an
* array, a batch, a form with base64 text, and the same in the query string.
*/
/** @throws ServiceError parse_error, invalid_input, too_large, authentication_failed */
async function readPayload(request) {
	const value = await readBody$1(request);
	const batch = isObject(value) ? value["batch"] : void 0;
	const events = Array.isArray(value) ? value : batch ?? [value];
	if (!Array.isArray(events)) throw invalid("batch", "\"batch\" must be a list of events.", "not_a_list");
	if (events.length === 0) throw invalid("batch", "The batch is empty: send at least one event.", "required");
	checkBatchSize(events);
	for (const event of events) if (!isObject(event)) throw invalid("batch", "Every event must be an object.");
	const envelope = batch !== void 0 && isObject(value) ? value : null;
	return {
		events,
		token: tokenOf(events, envelope),
		sent_at_ms: sentAt(envelope, value, request.query)
	};
}
/** @throws ServiceError too_large */
function checkBatchSize(events) {
	if (events.length <= LIMIT.batch_events) return;
	throw new ServiceError("too_large", `A request may hold ${LIMIT.batch_events} events; send fewer at once.`);
}
/**
* The request's JSON, from its body or query string.
* @throws ServiceError parse_error, too_large
*/
async function readBody$1(request) {
	const bytes = await inflate$1(request.body);
	request.admit?.();
	if (bytes.length === 0) {
		const data = request.query.get("data");
		if (data === null) throw invalid("body", "The request is empty: send events as JSON.", "parse_error");
		return readText(data, request.query.get("compression"));
	}
	if (!isForm(bytes, request.content_type)) return parseJson$1(bytes, request.query.get("compression"));
	const form = new URLSearchParams(Buffer.from(bytes).toString("utf8"));
	const data = form.get("data");
	if (data === null) throw invalid("data", "The form has no field \"data\" with the events.", "parse_error");
	return readText(data, form.get("compression") ?? request.query.get("compression"));
}
const FORM_FIELD = Buffer.from("data=");
/** By content type and by content: JSON bodies are sent as forms, and forms as text/plain. */
function isForm(bytes, content_type) {
	if (FORM_FIELD.equals(bytes.subarray(0, FORM_FIELD.length))) return true;
	return content_type.includes("application/x-www-form-urlencoded") && !looksLikeJson(bytes);
}
function looksLikeJson(bytes) {
	const first = bytes.find((byte) => byte > 32);
	return first === 123 || first === 91;
}
/** A form or query value: JSON, base64 of JSON, or base64 of gzip. */
async function readText(text, compression) {
	refuseLz64(compression);
	const plain = Buffer.from(text, "utf8");
	if (looksLikeJson(plain)) return parseJson$1(plain, compression);
	return parseJson$1(await inflate$1(Buffer.from(text.replaceAll(" ", "+"), "base64")), compression);
}
/** @throws ServiceError parse_error, too_large */
function parseJson$1(bytes, compression) {
	if (bytes.length > LIMIT.body_inflated_bytes) throw new ServiceError("too_large", "The body is too long.");
	const excess = excessOf(bytes, {
		levels: LIMIT.json_depth,
		values: LIMIT.json_values
	});
	if (excess === "values") throw new ServiceError("too_large", `A request may hold ${LIMIT.json_values} values; send fewer events at once.`);
	if (excess === "levels") throw invalid("body", `The JSON is nested deeper than ${LIMIT.json_depth} levels.`, "parse_error");
	try {
		const value = JSON.parse(new TextDecoder().decode(bytes));
		if (typeof value === "object" && value !== null) return value;
	} catch {
		refuseLz64(compression);
		throw invalid("body", "The body is no JSON. Send JSON, plain or as gzip.", "parse_error");
	}
	throw invalid("body", "Send an event, a list of events, or {\"api_key\": \"…\", \"batch\": […]}.", "parse_error");
}
function refuseLz64(compression) {
	if (compression !== "lz64") return;
	throw new ServiceError("unsupported_media_type", "lz64 is not read here. Set the library to gzip or to no compression (newer versions do so by themselves).", { attr: "compression" });
}
/** The envelope's token, else the one all events agree on. */
function tokenOf(events, envelope) {
	const outer = envelope === null ? null : ownToken(envelope);
	if (outer !== null) return outer;
	let token = null;
	for (const event of events) {
		const properties = event["properties"];
		const own = ownToken(event) ?? (isObject(properties) ? textOrNull(properties["token"]) : null);
		if (own === null) continue;
		if (token !== null && token !== own) throw new ServiceError("authentication_failed", "The events name different project tokens; send them apart.");
		token = own;
	}
	return token;
}
/** The token at the top level of an object. */
function ownToken(value) {
	return textOrNull(value["token"]) ?? textOrNull(value["$token"]) ?? textOrNull(value["api_key"]);
}
function textOrNull(value) {
	return typeof value === "string" && value !== "" ? value : null;
}
/** The client's clock at sending: text in the envelope or single event, milliseconds in the query string. */
function sentAt(envelope, value, query) {
	const outer = envelope ?? (isObject(value) ? value : {});
	const said_ms = readTime(outer["sent_at"]);
	if (said_ms !== null) return said_ms;
	const query_text = query.get("_");
	return query_text !== null && /^\d{12,14}$/.test(query_text) ? Number(query_text) : null;
}
// src/service/ingest/token.ts
/** Project of a capture request. Tokens are public: they can send events and read nothing. */
const WHERE = "It is the \"api_token\" that GET /api/projects/ shows (phc_…).";
/** @throws ServiceError not_authenticated, authentication_failed */
function projectOfToken(store, token) {
	if (token === null || token === "") throw new ServiceError("not_authenticated", `The request names no project token. Send it as "api_key". ${WHERE}`);
	if (token.startsWith("phx_")) throw new ServiceError("authentication_failed", `This is a personal API key; events are sent with the project token. ${WHERE}`);
	if (token.length > LIMIT.api_token_chars || !/^[\x21-\x7e]+$/.test(token)) throw new ServiceError("authentication_failed", `The project token is malformed. ${WHERE}`);
	const project = store.projects.byToken(token);
	if (!project) throw new ServiceError("authentication_failed", `No project has this token. ${WHERE}`);
	return project;
}
// src/http/capture_answers.ts
/** `/flags/?v=2`: no flags, computed without error. */
function flagsAnswer(project, request_id, now_ms) {
	return {
		...remoteConfig(project.api_token, project),
		errorsWhileComputingFlags: false,
		flags: {},
		featureFlags: {},
		featureFlagPayloads: {},
		requestId: request_id,
		evaluatedAt: now_ms
	};
}
/** For server libraries that evaluate flags locally. */
function localFlags() {
	return {
		flags: [],
		group_type_mapping: {},
		cohorts: {}
	};
}
// src/http/capture_request.ts
/** @throws ServiceError busy, read_only, too_large, parse_error */
async function captureRequest(c, admit) {
	admit();
	return {
		admit,
		body: c.req.method === "GET" ? /* @__PURE__ */ new Uint8Array(0) : await readLimited(c.req.raw, LIMIT.body_bytes),
		content_type: c.req.header("content-type") ?? "",
		query: new URL(c.req.url).searchParams
	};
}
/** Client address for `$ip`; null if the client opted out (`ip=0`). */
function clientAddress(c, address) {
	return c.req.query("ip") === "0" ? null : address(c.req.raw, c.env);
}
/** @throws ServiceError too_large, parse_error (the sender stopped halfway) */
async function readLimited(request, max_bytes) {
	const announced = request.headers.get("content-length");
	if (announced !== null && Number(announced) > max_bytes) throw tooLarge$1(max_bytes);
	try {
		if (announced !== null) return new Uint8Array(await request.arrayBuffer());
		return await readChunks(request, max_bytes);
	} catch (error) {
		if (error instanceof ServiceError) throw error;
		throw invalid("body", "The body could not be read to its end.", "parse_error");
	}
}
async function readChunks(request, max_bytes) {
	const chunks = [];
	let length = 0;
	if (request.body === null) return /* @__PURE__ */ new Uint8Array(0);
	for await (const chunk of request.body) {
		length += chunk.length;
		if (length > max_bytes) throw tooLarge$1(max_bytes);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
function tooLarge$1(max_bytes) {
	return new ServiceError("too_large", `A body may hold ${max_bytes} bytes. Send fewer events at once, or use gzip.`);
}
// src/service/access/bearer.ts
/** The token of a header `Authorization: Bearer …`; null if it is another, or none. */
function bearerOf(authorization) {
	return /^\s*Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? null;
}
// src/http/capture_results.ts
/** @throws ServiceError if nothing of the request can be used */
async function captureResults(c, { service, address, admit }) {
	const bearer = bearerOf(c.req.header("authorization"));
	const project = projectOfToken(service.store, bearer);
	const payload = await readPayload(await captureRequest(c, admit));
	const arrival = {
		now_ms: service.now(),
		sent_at_ms: payload.sent_at_ms ?? readTime(c.req.header("posthog-request-timestamp")),
		ip: clientAddress(c, address),
		randomBytes: service.randomBytes
	};
	const library = libraryProperties(c.req.header("posthog-sdk-info"));
	const events = [];
	const results = Object.create(null);
	for (const raw of payload.events) {
		const taken = takeOne(raw, library, arrival);
		if (taken instanceof ServiceError) results[nameOf$1(raw, null)] = {
			result: "drop",
			details: taken.message
		};
		else {
			events.push(taken);
			results[nameOf$1(raw, taken)] = { result: "ok" };
		}
	}
	await service.ingest.capture(project, events);
	return c.json({ results });
}
function takeOne(raw, library, arrival) {
	try {
		const properties = raw["properties"] ?? {};
		if (!isObject(properties)) throw invalid("properties", "\"properties\" must be an object.");
		const settled = {
			...library,
			...properties,
			...optionProperties(raw["options"])
		};
		return normaliseEvent({
			...raw,
			properties: settled
		}, arrival);
	} catch (error) {
		if (error instanceof ServiceError) return error;
		throw error;
	}
}
/** The client's own spelling of the id, so that it can match results. */
function nameOf$1(raw, event) {
	const given = raw["uuid"];
	if (typeof given === "string") return given;
	return event === null ? "" : formatUuid(event.uuid);
}
/** The library names itself in a header such as `posthog-node/5.70.0`. */
function libraryProperties(header) {
	const [, name, version] = /^([\w.@-]{1,60})\/([\w.+-]{1,40})/.exec(header ?? "") ?? [];
	return name === void 0 ? {} : {
		$lib: name,
		$lib_version: version
	};
}
/** Switches that the older protocol hides among properties. */
function optionProperties(options) {
	if (!isObject(options)) return {};
	const properties = {};
	if (options["process_person_profile"] === false) properties["$process_person_profile"] = false;
	if (options["disable_skew_correction"] === true) properties["$ignore_sent_at"] = true;
	return properties;
}
// src/http/senders/sender.ts
/** What libraries of other products send, translated into our events: they only need another address. One sender each. */
/** @throws ServiceError invalid_input, too_large */
function listOf(value, name) {
	if (!Array.isArray(value)) throw invalid(name, `"${name}" must be a list of events.`, "not_a_list");
	checkBatchSize(value);
	return value.map(objectOf);
}
function objectOf(value) {
	return isObject(value) ? value : {};
}
function textOf$1(value) {
	if (typeof value === "number" && Number.isFinite(value)) return String(value);
	return typeof value === "string" && value !== "" ? value : null;
}
/** Properties of an event about a group alone: the group's key stands for its distinct id, and gets no profile. */
const OF_NOBODY = { $process_person_profile: false };
/** A number, also one sent as text; null for anything else. */
function numberOf(value) {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) ? number : null;
}
/** Member of an answer: which items of the request are not stored, and why; none if all are. */
function rejected(refused) {
	return refused.size === 0 ? {} : { rejected: Array.from(refused, ([at, reason]) => ({
		at,
		reason
	})) };
}
/** Drops members that are undefined or null. */
function present$1(values) {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== void 0 && value !== null));
}
// src/http/senders/amplitude.ts
/** Amplitude's HTTP API v2 and batch API, by their documentation. */
/** Their operations on properties -> ours. Sums, lists and the like need the old value, which we do not read. */
const OPERATIONS = {
	$set: "$set",
	$setOnce: "$set_once",
	$unset: "$unset"
};
const REVENUE = [
	"price",
	"quantity",
	"revenue",
	"revenueType",
	"productId"
];
/** The sender's address, which is recorded anyway. */
const REMOTE = "$remote";
const amplitude = {
	paths: ["/2/httpapi", "/2/batch"],
	read: read$4,
	answer: (stored, refused, now_ms) => ({
		code: 200,
		events_ingested: stored,
		payload_size_bytes: 0,
		server_upload_time: now_ms,
		...refused.size === 0 ? {} : { events_with_invalid_fields: Object.fromEntries(refused) }
	})
};
function read$4({ body }) {
	const envelope = objectOf(body);
	const events = envelope["events"] ?? envelope["event"];
	return {
		token: textOf$1(envelope["api_key"]),
		sent_at_ms: null,
		events: listOf(Array.isArray(events) ? events : [events], "events").map(eventOf$3)
	};
}
function eventOf$3(message) {
	const [user, device] = [textOf$1(message["user_id"]), textOf$1(message["device_id"])];
	const who = user ?? device ?? textOf$1(groupOf$1(message)["$group_key"]);
	if (who === null) return invalid("user_id", "An event needs \"user_id\" or \"device_id\": say who did it.", "required");
	const type = textOf$1(message["event_type"]);
	if (type === null) return invalid("event_type", "An event needs \"event_type\", its name.", "required");
	return present$1({
		event: NAMES$1[type] ?? type,
		distinct_id: who,
		timestamp: typeof message["time"] === "number" ? message["time"] : void 0,
		uuid: textOf$1(message["insert_id"]),
		properties: {
			...ofDevice(message),
			...objectOf(message["event_properties"]),
			...present$1(type === "$groupidentify" ? groupOf$1(message) : {}),
			...user === null && device === null ? OF_NOBODY : {},
			...present$1({ $anon_distinct_id: type === "$identify" && user !== null ? device : null })
		},
		...changesOf(objectOf(message["user_properties"]))
	});
}
const NAMES$1 = {
	$identify: "$identify",
	$groupidentify: "$groupidentify"
};
/** Flat properties are set; else each operation applies. */
function changesOf(given) {
	const names = Object.keys(given);
	if (names.length === 0) return {};
	if (!names.some((name) => name.startsWith("$"))) return { $set: given };
	const changes = {};
	for (const [name, ours] of Object.entries(OPERATIONS)) {
		if (given[name] === void 0) continue;
		changes[ours] = ours === "$unset" ? Object.keys(objectOf(given[name])) : given[name];
	}
	return changes;
}
function groupOf$1(message) {
	const [[type, key] = []] = Object.entries(objectOf(message["groups"]));
	const group = objectOf(message["group_properties"]);
	return {
		$group_type: type,
		$group_key: textOf$1(key),
		$group_set: group["$set"] ?? group
	};
}
function ofDevice(message) {
	const groups = Object.entries(objectOf(message["groups"])).map(([type, key]) => [type, textOf$1(Array.isArray(key) ? key[0] : key)]);
	const isGroup = message["event_type"] === "$groupidentify";
	return present$1({
		$ip: message["ip"] === REMOTE ? null : message["ip"],
		$os: message["os_name"],
		$os_version: message["os_version"],
		$device_model: message["device_model"],
		$device_manufacturer: message["device_manufacturer"],
		$app_version: message["app_version"],
		$lib: textOf$1(message["library"])?.split("/")[0],
		$locale: message["language"],
		$geoip_country_name: message["country"],
		$geoip_subdivision_1_name: message["region"],
		$geoip_city_name: message["city"],
		platform: message["platform"],
		carrier: message["carrier"],
		$session_id: typeof message["session_id"] === "number" && message["session_id"] > 0 ? String(message["session_id"]) : null,
		$groups: groups.length === 0 || isGroup ? null : Object.fromEntries(groups),
		...Object.fromEntries(REVENUE.map((name) => [name, message[name]]))
	});
}
// src/http/senders/mixpanel.ts
/** Mixpanel shares `/track` and `/engage` with our own libraries; its events are recognised by content. */
/** Verbosity of the answer. Its libraries always send it, and name themselves in single events. */
const VERBOSE = "verbose";
function isMixpanel(query, events) {
	const isNamed = ({ properties }) => isObject(properties) && properties["mp_lib"] !== void 0;
	return query.has(VERBOSE) || events.every(isNamed);
}
/** They take any other answer for an error. */
function mixpanelAnswer(query) {
	return query.get(VERBOSE) === "1" ? "{\"status\":1,\"error\":null}" : "1";
}
/** Their time is a property, in seconds or milliseconds; a group is described by key and id. */
function ofMixpanel(raw) {
	const { properties } = raw;
	if (raw["$group_key"] !== void 0) return groupOf(raw);
	if (!isObject(properties) || raw["timestamp"] !== void 0) return raw;
	const { token: _, ...others } = properties;
	if (typeof others["time"] !== "number") return {
		...raw,
		properties: others
	};
	const { time, ...rest } = others;
	return {
		...raw,
		timestamp: time,
		properties: rest
	};
}
function groupOf({ $group_key, $group_id, $set, $set_once }) {
	return {
		event: "$groupidentify",
		distinct_id: $group_id,
		properties: {
			$group_type: $group_key,
			$group_key: $group_id,
			$group_set: {
				...isObject($set_once) ? $set_once : {},
				...isObject($set) ? $set : {}
			},
			...OF_NOBODY
		}
	};
}
// src/http/senders/otel_logs.ts
/**
* Events of OpenTelemetry: log records that have a name, by OTLP over HTTP in JSON. Lines without a name are no events
* and are refused. The token comes as a bearer token.
*/
/** Who did it, by the names of the semantic conventions; the first that is there. */
const WHO = [
	"distinct_id",
	"user.id",
	"enduser.id",
	"app.installation.id",
	"device.id",
	"session.id"
];
/** Their names -> those of our libraries. */
const NAMES = {
	"session.id": "$session_id",
	"client.address": "$ip",
	"url.full": "$current_url",
	"url.path": "$pathname",
	"user_agent.original": "$raw_user_agent",
	"os.name": "$os",
	"os.version": "$os_version",
	"device.model.name": "$device_model",
	"telemetry.sdk.name": "$lib",
	"telemetry.sdk.version": "$lib_version"
};
const NS_PER_MS = 1e6;
const otelLogs = {
	paths: ["/v1/logs"],
	read: read$3,
	answer: (_, refused) => {
		if (refused.size === 0) return {};
		const [reason] = refused.values();
		return { partialSuccess: {
			rejectedLogRecords: refused.size,
			errorMessage: reason
		} };
	}
};
function read$3({ authorization, body }) {
	const events = listOf(objectOf(body)["resourceLogs"], "resourceLogs").flatMap((resource) => {
		const shared = attributesOf(objectOf(resource["resource"])["attributes"]);
		return listOf(resource["scopeLogs"] ?? [], "scopeLogs").flatMap((scope) => listOf(scope["logRecords"] ?? [], "logRecords").map((record) => eventOf$2(record, shared)));
	});
	checkBatchSize(events);
	return {
		token: bearerOf(authorization),
		sent_at_ms: null,
		events
	};
}
function eventOf$2(record, shared) {
	const own = attributesOf(record["attributes"]);
	const event = textOf$1(record["eventName"]) ?? textOf$1(own["event.name"]);
	if (event === null) return invalid("eventName", "Only log records with an event name are stored.", "required");
	const all = {
		...shared,
		...own
	};
	const who = WHO.map((name) => textOf$1(all[name])).find((text) => text !== null);
	if (who === void 0) return invalid("attributes", "An event needs \"user.id\": say who did it.", "required");
	const { "event.name": _, distinct_id: __, ...told } = all;
	const body = plainOf(record["body"]);
	return present$1({
		event,
		distinct_id: who,
		timestamp: timeOf$1(record),
		properties: {
			...named(told),
			...typeof body === "object" ? objectOf(body) : present$1({ body })
		}
	});
}
/** A record may not know when it happened, only when it was seen. */
function timeOf$1(record) {
	const ns = numberOf(record["timeUnixNano"]) || numberOf(record["observedTimeUnixNano"]);
	return ns ? Math.round(ns / NS_PER_MS) : void 0;
}
function named(attributes) {
	return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [NAMES[name] ?? name, value]));
}
function attributesOf(list) {
	if (!Array.isArray(list)) return {};
	const pairs = list.map(objectOf).map(({ key, value }) => [String(key ?? ""), plainOf(value)]);
	return Object.fromEntries(pairs.filter(([key, value]) => key !== "" && value !== void 0));
}
/** Whole numbers may come as text, as they can have 64 bits. */
function plainOf(value) {
	const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = objectOf(value);
	if (stringValue !== void 0 || boolValue !== void 0) return stringValue ?? boolValue;
	if (intValue !== void 0 || doubleValue !== void 0) return numberOf(intValue ?? doubleValue) ?? void 0;
	const { values } = objectOf(arrayValue ?? kvlistValue);
	if (kvlistValue !== void 0) return attributesOf(values);
	return Array.isArray(values) ? values.map((one) => plainOf(one) ?? null) : void 0;
}
// src/http/senders/segment.ts
/** Segment and RudderStack: `/v1/batch`, and one route per kind of message, by their HTTP tracking API. */
const KINDS = {
	track: "track",
	identify: "identify",
	page: "page",
	screen: "screen",
	group: "group",
	alias: "alias",
	t: "track",
	i: "identify",
	p: "page",
	s: "screen",
	g: "group",
	a: "alias"
};
/** They have groups of a single, unnamed type. */
const GROUP_TYPE = "group";
const segment = {
	paths: [
		"/v1/batch",
		"/v1/b",
		"/v1/import",
		...Object.keys(KINDS).map((kind) => `/v1/${kind}`)
	],
	read: read$2,
	answer: (_, refused) => ({
		success: true,
		...rejected(refused)
	})
};
function read$2({ path, authorization, body }) {
	const envelope = objectOf(body);
	const kind = KINDS[path.slice(4)];
	const messages = kind === void 0 ? listOf(envelope["batch"], "batch") : [{
		...envelope,
		type: kind
	}];
	const shared = objectOf(envelope["context"]);
	return {
		token: writeKey(authorization) ?? textOf$1(envelope["writeKey"]),
		sent_at_ms: readTime(envelope["sentAt"]),
		events: messages.map((message) => eventOf$1(message, {
			...shared,
			...objectOf(message["context"])
		}))
	};
}
/** The user name of Basic authentication; the password is empty. */
function writeKey(authorization) {
	const coded = /^\s*Basic\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
	return coded === void 0 ? null : textOf$1(Buffer.from(coded, "base64").toString("utf8").split(":")[0]);
}
function eventOf$1(message, context) {
	const [user, anonymous] = [textOf$1(message["userId"]), textOf$1(message["anonymousId"])];
	const who = user ?? anonymous;
	if (who === null) return invalid("userId", "A message needs \"userId\" or \"anonymousId\": say who did it.", "required");
	const said = saidBy$1(message, who, user === null ? null : anonymous, context);
	if (said === null) return invalid("type", "A message has the type track, identify, page, screen, group or alias.", "invalid_choice");
	const { event, distinct_id = who, properties, ...beside } = said;
	return present$1({
		event,
		distinct_id,
		uuid: textOf$1(message["messageId"]),
		timestamp: message["timestamp"] ?? message["originalTimestamp"],
		properties: {
			...ofContext(context),
			...properties
		},
		...beside
	});
}
function saidBy$1(message, who, anonymous, context) {
	const [properties, traits] = [objectOf(message["properties"]), objectOf(message["traits"])];
	const named = {
		...message["name"] === void 0 ? {} : { name: message["name"] },
		...properties
	};
	switch (message["type"]) {
		case "track": return {
			event: message["event"],
			properties
		};
		case "identify": return {
			event: "$identify",
			properties: present$1({ $anon_distinct_id: anonymous }),
			$set: traits
		};
		case "page": return {
			event: "$pageview",
			properties: {
				...pageOf(properties, objectOf(context["page"])),
				...named
			}
		};
		case "screen": return {
			event: "$screen",
			properties: present$1({
				$screen_name: message["name"],
				...named
			})
		};
		case "group": return {
			event: "$groupidentify",
			properties: present$1({
				$group_type: GROUP_TYPE,
				$group_key: textOf$1(message["groupId"]),
				$group_set: traits
			})
		};
		case "alias": return {
			event: "$create_alias",
			properties: present$1({
				alias: textOf$1(message["previousId"]) ?? anonymous,
				distinct_id: who
			})
		};
		default: return null;
	}
}
function pageOf(properties, page) {
	const one = (name) => properties[name] ?? page[name];
	return present$1({
		$current_url: one("url"),
		$pathname: one("path"),
		$referrer: one("referrer"),
		title: one("title")
	});
}
/** Their context, by the names our libraries use. */
function ofContext(context) {
	const of = (name) => objectOf(context[name]);
	const [library, system, device, app, campaign] = [
		of("library"),
		of("os"),
		of("device"),
		of("app"),
		of("campaign")
	];
	const group = textOf$1(context["groupId"]);
	return present$1({
		$ip: context["ip"],
		$lib: library["name"],
		$lib_version: library["version"],
		$os: system["name"],
		$os_version: system["version"],
		$device_type: device["type"],
		$device_model: device["model"],
		$app_version: app["version"],
		$locale: context["locale"],
		$timezone: context["timezone"],
		$raw_user_agent: context["userAgent"],
		$current_url: of("page")["url"],
		utm_source: campaign["source"],
		utm_medium: campaign["medium"],
		utm_campaign: campaign["name"],
		utm_term: campaign["term"],
		utm_content: campaign["content"],
		$groups: group === null ? null : { [GROUP_TYPE]: group }
	});
}
// src/http/senders/snowplow.ts
/** Snowplow's trackers, by their tracker protocol (`tp2`). They have no key: the application's id is the token. */
const snowplow = {
	paths: ["/com.snowplowanalytics.snowplow/tp2"],
	read: read$1,
	answer: (stored, refused) => ({
		stored,
		...rejected(refused)
	})
};
function read$1({ body }) {
	const messages = listOf(objectOf(body)["data"], "data");
	const [first = {}] = messages;
	return {
		token: textOf$1(first["aid"]),
		sent_at_ms: numberOf(first["stm"]),
		events: [...messages.map(eventOf), ...identities(messages)]
	};
}
/** Each event says again who is logged in on which device; told once, as sent again it counts once. */
function identities(messages) {
	const told = /* @__PURE__ */ new Map();
	for (const message of messages) {
		const [user, device] = [textOf$1(message["uid"]), deviceOf(message)];
		if (user === null || device === null || user === device) continue;
		told.set(JSON.stringify([user, device]), {
			event: "$identify",
			distinct_id: user,
			timestamp: timeOf(message),
			uuid: `identify ${device}`,
			properties: { $anon_distinct_id: device }
		});
	}
	return [...told.values()];
}
function deviceOf(message) {
	const session = contextsOf(message)["client_session"];
	return textOf$1(message["duid"]) ?? textOf$1(message["tnuid"]) ?? textOf$1(objectOf(session)["userId"]);
}
/** `ttm` is when it happened, where that is known; `dtm` when the device made the message. */
function timeOf(message) {
	return numberOf(message["ttm"]) ?? numberOf(message["dtm"]) ?? void 0;
}
function eventOf(message) {
	const who = textOf$1(message["uid"]) ?? deviceOf(message);
	if (who === null) return invalid("uid", "An event needs \"uid\" or \"duid\": say who did it.", "required");
	const said = saidBy(message);
	if (said === null) return invalid("e", "An event is of the kind pv, pp, se or ue.", "invalid_choice");
	return present$1({
		event: said.event,
		distinct_id: who,
		timestamp: timeOf(message),
		uuid: textOf$1(message["eid"]),
		properties: {
			...ofMessage(message),
			...contextsOf(message),
			...said.properties
		}
	});
}
function saidBy(message) {
	switch (message["e"]) {
		case "pv": return {
			event: "$pageview",
			properties: present$1({ title: message["page"] })
		};
		case "pp": return {
			event: "page_ping",
			properties: present$1({ title: message["page"] })
		};
		case "se": {
			const { se_ca: category, se_la: label, se_pr: property } = message;
			return {
				event: message["se_ac"],
				properties: present$1({
					category,
					label,
					property,
					value: numberOf(message["se_va"])
				})
			};
		}
		case "ue": {
			const { name, data } = described(objectOf(jsonOf(message, "ue_pr", "ue_px"))["data"]);
			if (name !== "screen_view") return {
				event: name,
				properties: data
			};
			return {
				event: "$screen",
				properties: present$1({
					$screen_name: data["name"],
					...data
				})
			};
		}
		default: return null;
	}
}
/** Data with the name of its schema: `iglu:com.acme/signed_up/jsonschema/1-0-0` is `signed_up`. */
function described(value) {
	const { schema, data } = objectOf(value);
	return {
		name: textOf$1(String(schema ?? "").split("/")[1]),
		data: objectOf(data)
	};
}
/** What is described about the event, each by the name of its schema; of several alike the last. */
function contextsOf(message) {
	const contexts = objectOf(jsonOf(message, "co", "cx"))["data"];
	if (!Array.isArray(contexts)) return {};
	const named = contexts.map(described);
	return Object.fromEntries(named.flatMap(({ name, data }) => name === null ? [] : [[name, data]]));
}
/** JSON as it is or in base64, depending on the tracker's settings; null if it is neither. */
function jsonOf(message, plain, coded) {
	const [text, packed] = [message[plain], message[coded]];
	try {
		if (typeof text === "string") return parseJson$1(Buffer.from(text), null);
		if (typeof packed === "string") return parseJson$1(Buffer.from(packed, "base64"), null);
	} catch {
		return null;
	}
	return isObject(text) ? text : null;
}
function ofMessage(message) {
	const [width, height] = String(message["res"] ?? "").split("x").map(numberOf);
	const address = String(message["url"] ?? "");
	return present$1({
		$current_url: message["url"],
		$pathname: URL.canParse(address) ? new URL(address).pathname : null,
		$host: URL.canParse(address) ? new URL(address).host : null,
		...campaignOf(address),
		$referrer: message["refr"],
		$ip: message["ip"],
		$raw_user_agent: message["ua"],
		$lib: textOf$1(message["tv"])?.replace(/-[\d.]+$/, ""),
		$lib_version: /-([\d.]+)$/.exec(String(message["tv"] ?? ""))?.[1],
		$session_id: message["sid"],
		$device_id: message["duid"],
		$locale: message["lang"],
		$timezone: message["tz"],
		$screen_width: width,
		$screen_height: height,
		platform: message["p"]
	});
}
function campaignOf(address) {
	if (!URL.canParse(address)) return {};
	return Object.fromEntries([...new URL(address).searchParams].filter(([name]) => /^utm_\w+$/.test(name)));
}
// src/http/capture.ts
/**
* Endpoints that analytics client libraries call. 200 means the events are on disk. Open to every origin: the project
* token in a web page is public and lets events in, nothing out.
*/
const EVENT_PATHS = [
	"/batch",
	"/capture",
	"/e",
	"/i/v0/e",
	"/track",
	"/engage",
	"/groups"
];
/** One result per event. */
const RESULTS_PATH = "/i/v1/analytics/events";
const SENDERS = [
	segment,
	amplitude,
	snowplow,
	otelLogs
];
const FLAG_PATHS = ["/flags", "/decide"];
/** An object without an event name changes the person and nothing else. */
const PERSON_PATHS = /^\/(engage|groups)\/?$/;
/** Runs before any other work: under a flood most requests are refused. `refused` is called for each. */
function captureGate(admit, refused) {
	const gate = new Hono();
	for (const path of bothForms([
		...EVENT_PATHS,
		...SENDERS.flatMap(({ paths }) => paths),
		RESULTS_PATH
	])) gate.post(path, async (c, next) => {
		try {
			admit();
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			refused();
			const origin = c.req.header("origin");
			const readable = origin === void 0 ? {} : originHeaders(origin);
			return c.json(error.body(), error.status, {
				...headersOf(error),
				...readable
			});
		}
		await next();
	});
	return gate;
}
function captureRoutes(service, { address = addressOf$1(0), admit = service.ingest.admit } = {}) {
	const door = {
		service,
		address,
		admit
	};
	const routes = new Hono();
	for (const path of bothForms([
		...EVENT_PATHS,
		...FLAG_PATHS,
		"/s",
		RESULTS_PATH
	])) routes.use(path, openToAllOrigins);
	for (const path of bothForms(EVENT_PATHS)) routes.on(["GET", "POST"], path, (c) => answered(c, service, () => capture(c, door)));
	for (const path of bothForms([RESULTS_PATH])) routes.post(path, (c) => answered(c, service, () => captureResults(c, door)));
	for (const sender of SENDERS) for (const path of bothForms(sender.paths)) {
		routes.use(path, openToAllOrigins);
		routes.post(path, (c) => answered(c, service, () => receive(c, door, sender)));
	}
	for (const path of bothForms(["/s"])) routes.on(["GET", "POST"], path, (c) => c.json({ status: 1 }));
	for (const path of bothForms(FLAG_PATHS)) routes.on(["GET", "POST"], path, (c) => answered(c, service, () => flags(c, service)));
	for (const path of bothForms(["/api/feature_flag/local_evaluation", "/flags/definitions"])) routes.get(path, (c) => c.json(localFlags()));
	return routes;
}
function bothForms(paths) {
	return paths.flatMap((path) => [path, `${path}/`]);
}
function originHeaders(origin) {
	return {
		"Access-Control-Allow-Origin": origin,
		"Access-Control-Allow-Credentials": "true",
		Vary: "Origin"
	};
}
/** Echoes the origin, as libraries send credentials; preflights end here. */
async function openToAllOrigins(c, next) {
	const origin = c.req.header("origin");
	if (origin !== void 0) for (const [name, value] of Object.entries(originHeaders(origin))) c.header(name, value);
	if (c.req.method !== "OPTIONS") {
		await next();
		return;
	}
	c.header("Access-Control-Allow-Methods", "GET, POST, OPTIONS");
	const asked = c.req.header("access-control-request-headers");
	if (asked !== void 0) c.header("Access-Control-Allow-Headers", asked);
	return c.body("", 200);
}
/** Runs a route; errors become statuses that the libraries understand. */
async function answered(c, service, run) {
	try {
		return await run();
	} catch (error) {
		const known = error instanceof ServiceError ? error : null;
		if (known === null) service.log.error({
			err: error,
			path: c.req.path
		}, "capture failed");
		const shown = known ?? new ServiceError("error", "Something went wrong here; nothing of this request was stored.");
		return c.json(shown.body(), shown.status, headersOf(shown));
	}
}
function arrivalOf(c, { service, address }, sent_at_ms) {
	return {
		now_ms: service.now(),
		sent_at_ms,
		ip: clientAddress(c, address),
		randomBytes: service.randomBytes
	};
}
async function capture(c, door) {
	const { service, admit } = door;
	const payload = await readPayload(await captureRequest(c, admit));
	const project = projectOfToken(service.store, payload.token);
	const arrival = {
		...arrivalOf(c, door, payload.sent_at_ms),
		...PERSON_PATHS.test(c.req.path) ? { default_event: "$set" } : {}
	};
	const { searchParams: query } = new URL(c.req.url);
	const is_mixpanel = isMixpanel(query, payload.events);
	const events = payload.events.map((raw) => normaliseEvent(is_mixpanel ? ofMixpanel(raw) : raw, arrival));
	await service.ingest.capture(project, events);
	if (is_mixpanel) return c.text(mixpanelAnswer(query));
	return c.req.query("beacon") === "1" ? c.body(null, 204) : c.json({ status: 1 });
}
/** Stores what it can and reports the rest: libraries resend rejected batches again and again. */
async function receive(c, door, sender) {
	const { service, admit } = door;
	const body = await readBody$1(await captureRequest(c, admit));
	const path = c.req.path.replace(/\/$/, "");
	const sent = sender.read({
		path,
		authorization: c.req.header("authorization"),
		body
	});
	const project = projectOfToken(service.store, sent.token);
	const arrival = arrivalOf(c, door, sent.sent_at_ms);
	const refused = /* @__PURE__ */ new Map();
	const events = sent.events.flatMap((raw, at) => {
		try {
			if (raw instanceof ServiceError) throw raw;
			return [normaliseEvent(raw, arrival)];
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			refused.set(at, error.message);
			return [];
		}
	});
	await service.ingest.capture(project, events);
	return c.json(sender.answer(events.length, refused, arrival.now_ms));
}
async function flags(c, service) {
	const body = c.req.method === "GET" ? {} : await readBody$1(await captureRequest(c, () => {}));
	const token = isObject(body) ? ownToken(body) : null;
	const project = projectOfToken(service.store, token ?? c.req.query("token") ?? null);
	const request_id = formatUuid(stampUuid(service.randomBytes(16), 4));
	return c.json(flagsAnswer(project, request_id, service.now()));
}
// src/http/browser_routes.ts
/** What the browser library loads and asks, besides sending events; open to every origin, as the token is public. */
const SCRIPT = { "content-type": "application/javascript" };
function browserRoutes(service) {
	const routes = new Hono();
	const files = new BrowserFiles();
	const projectOf = (token) => service.store.projects.byToken(token);
	const lists = Object.keys(EMPTY_LISTS);
	for (const path of [
		"/array/*",
		"/static/*",
		...bothForms(lists)
	]) routes.use(path, openToAllOrigins);
	for (const path of bothForms(["/array/:token/config"])) routes.get(path, (c) => c.json(remoteConfig(c.req.param("token") ?? "", projectOf(c.req.param("token") ?? ""))));
	routes.get("/array/:token/config.js", (c) => {
		const token = c.req.param("token");
		return c.body(remoteConfigScript(token, projectOf(token)), 200, SCRIPT);
	});
	routes.get("/array/:token/array.js", (c) => answered(c, service, async () => {
		const token = c.req.param("token");
		return c.body(`${remoteConfigScript(token, projectOf(token))}\n${await files.text("array.js")}`, 200, SCRIPT);
	}));
	routes.get("/static/:name", (c) => answered(c, service, () => files.answer(c.req.raw, c.req.param("name"), null)));
	routes.get("/static/:version/:name", (c) => answered(c, service, () => files.answer(c.req.raw, c.req.param("name"), c.req.param("version"))));
	for (const path of lists) for (const form of bothForms([path])) routes.get(form, (c) => c.json({ [EMPTY_LISTS[path]]: [] }));
	return routes;
}
// src/http/guard.ts
/**
* Guards against DNS rebinding: only loopback names and those the operator has listed are accepted, as host and as
* origin.
*/
const LOOPBACK = [
	"localhost",
	"127.0.0.1",
	"[::1]"
];
/** @throws ServiceError permission_denied */
function checkHost({ url, headers }, allowed_hosts) {
	const allowed = /* @__PURE__ */ new Set([...LOOPBACK, ...allowed_hosts.map((host) => host.trim().toLowerCase())]);
	if (!allowed.has(hostName(`http://${headers.get("host") ?? ""}`)) || !allowed.has(hostName(url))) throw new ServiceError("permission_denied", "This server does not answer under that host name. Start it with --allowed-hosts to add the name.");
	const origin = headers.get("origin");
	if (origin !== null && !allowed.has(hostName(origin))) throw new ServiceError("permission_denied", "Pages of that origin may not call this server. Start it with --allowed-hosts to add its host name.");
}
/** Without the port; '' if absent. */
function hostName(address) {
	return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : "";
}
// src/http/metrics.ts
/** Operator metrics as Prometheus text. Labels come from our own tables, never from callers. */
/** Interval of the timer whose delay is measured. */
const RESOLUTION_MS = 10;
/** Upper bounds of the classes of durations. */
const AT_MOST_MS = [
	5,
	20,
	50,
	100,
	250,
	500,
	1e3,
	2500,
	1e4
];
function createMetrics() {
	const answered = /* @__PURE__ */ new Map();
	const durations = /* @__PURE__ */ new Map();
	const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delay.enable();
	let refused = 0;
	return {
		refused: () => {
			refused++;
		},
		count(method, route, status, ms) {
			const labels = `method="${method}",route="${route}"`;
			const with_status = `${labels},status="${status}"`;
			answered.set(with_status, (answered.get(with_status) ?? 0) + 1);
			const taken = durations.get(labels) ?? {
				counts: new Array(AT_MOST_MS.length + 1).fill(0),
				sum_ms: 0
			};
			const place = AT_MOST_MS.findIndex((bound) => ms <= bound);
			taken.counts[place < 0 ? AT_MOST_MS.length : place]++;
			taken.sum_ms += ms;
			durations.set(labels, taken);
		},
		text(service) {
			return [
				...metric("insights_requests_total", "counter", "Requests answered."),
				...Array.from(answered, ([labels, count]) => `insights_requests_total{${labels}} ${count}`),
				...metric("insights_request_ms", "histogram", "Milliseconds until a request was answered."),
				...Array.from(durations).flatMap(([labels, taken]) => histogram("insights_request_ms", labels, taken)),
				...ofProcess(),
				...metric("insights_events_stored", "gauge", "Events taken and stored, by project."),
				...storedEvents(service).map(([id, events]) => `insights_events_stored{project="${id}"} ${events}`),
				...metric("insights_column_bytes", "gauge", "Bytes of columns held in memory."),
				`insights_column_bytes ${service.datasets.bytes() + service.computing.status().bytes}`,
				...metric("insights_exchange_ms", "gauge", "Longest lock of the store by sealing or merging since the last look."),
				`insights_exchange_ms ${rounded(service.ingest.longestExchange())}`,
				...computing(service),
				...metric("insights_read_only", "gauge", "1 where nothing is stored any more, as the disk has failed."),
				`insights_read_only ${service.store.refusal() === null ? 0 : 1}`,
				...metric("insights_requests_refused_total", "counter", "Requests with events that were asked to come again."),
				`insights_requests_refused_total ${refused}`,
				...metric("insights_log_lines_dropped_total", "counter", "Log lines that nobody read in time."),
				`insights_log_lines_dropped_total ${service.log.dropped()}`,
				...eventLoop(delay),
				...timings(service),
				""
			].join("\n");
		}
	};
}
function histogram(name, labels, { counts, sum_ms }) {
	let below = 0;
	return [
		...counts.map((count, at) => {
			below += count;
			return `${name}_bucket{${labels},le="${AT_MOST_MS[at] ?? "+Inf"}"} ${below}`;
		}),
		`${name}_sum{${labels}} ${rounded(sum_ms)}`,
		`${name}_count{${labels}} ${below}`
	];
}
/** Under the names that dashboards for any program know. */
function ofProcess() {
	const { user, system } = process.cpuUsage();
	const started_s = Math.round(Date.now() / 1e3 - process.uptime());
	return [
		...metric("process_resident_memory_bytes", "gauge", "Memory of the process."),
		`process_resident_memory_bytes ${process.memoryUsage.rss()}`,
		...metric("process_cpu_seconds_total", "counter", "Processor time, of all threads."),
		`process_cpu_seconds_total ${(user + system) / 1e6}`,
		...metric("process_start_time_seconds", "gauge", "When the process started, since 1970."),
		`process_start_time_seconds ${started_s}`
	];
}
function computing(service) {
	const { running, waiting, computed, computed_ms } = service.computing.status();
	return [
		...metric("insights_computations_running", "gauge", "Questions being computed off the main thread."),
		`insights_computations_running ${running}`,
		...metric("insights_computations_waiting", "gauge", "Questions waiting for their turn."),
		`insights_computations_waiting ${waiting}`,
		...metric("insights_computations_total", "counter", "Questions computed; cached answers are not among them."),
		`insights_computations_total ${computed}`,
		...metric("insights_computation_ms_total", "counter", "Milliseconds spent computing, waiting included."),
		`insights_computation_ms_total ${rounded(computed_ms)}`
	];
}
/** Main thread delay since the last scrape. */
function eventLoop(delay) {
	const name = "insights_event_loop_delay_ms";
	const late = (ns) => Math.max(0, rounded(ns / 1e6 - RESOLUTION_MS));
	const lines = [
		.5,
		.99,
		1
	].map((share) => {
		const ns = share === 1 ? delay.max : delay.percentile(share * 100);
		return `${name}{quantile="${share}"} ${late(ns)}`;
	});
	delay.reset();
	return [...metric(name, "gauge", "Milliseconds by which the event loop was late since the last look."), ...lines];
}
/** Reported by clients. */
function timings(service) {
	const name = "insights_client_wait_ms";
	const lines = service.timings.list().flatMap(({ event, count, sum_ms, classes }) => [
		...classes.map((each) => `${name}_bucket{event="${event}",le="${each.at_most_ms}"} ${each.count}`),
		`${name}_bucket{event="${event}",le="+Inf"} ${count}`,
		`${name}_sum{event="${event}"} ${rounded(sum_ms)}`,
		`${name}_count{event="${event}"} ${count}`
	]);
	return [...metric(name, "histogram", "Milliseconds until somebody saw a result, as clients report."), ...lines];
}
function rounded(ms) {
	return Math.round(ms * 1e3) / 1e3;
}
function metric(name, type, help) {
	return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
function storedEvents(service) {
	const { projects, definitions } = service.store;
	return projects.list().map((project) => [project.id, definitions.events(project.id).reduce((sum, event) => sum + event.count, 0)]);
}
// src/http/openapi.ts
/** OpenAPI 3.1 description of the REST face, generated from the operation table. */
const ERROR_REF = { $ref: "#/components/schemas/Error" };
const PROJECT_ID = {
	name: "project_id",
	in: "path",
	required: true,
	description: "Id of a project (GET /api/projects/ lists them), or @current",
	schema: { type: "string" }
};
const FORMAT = {
	name: "format",
	in: "query",
	required: false,
	description: "How the answer is written; json unless said",
	schema: {
		type: "string",
		enum: ["json", "csv"]
	}
};
const IDEMPOTENCY_KEY = {
	name: "Idempotency-Key",
	in: "header",
	required: false,
	description: "Makes it safe to send again: under the same key the same request is done once within 24 hours",
	schema: {
		type: "string",
		minLength: 1,
		maxLength: LIMIT.idempotency_key_chars
	}
};
const SHARING_TOKEN = {
	name: "sharing_access_token",
	in: "query",
	required: false,
	description: "In place of a key: the token of a sharing link, which opens its insight only",
	schema: { type: "string" }
};
/** Shared shapes, defined once and referenced. */
const NAMED = {
	Insight: InsightSchema,
	BasicInsight: BasicInsightSchema,
	Dashboard: DashboardDetail,
	Action: ActionSchema,
	Cohort: CohortSchema,
	GroupType: GroupTypeSchema,
	Resolved: ResolvedSchema,
	User: UserSchema
};
let made;
function openApi() {
	made ??= document();
	return made;
}
function document() {
	const paths = {};
	for (const operation of OPERATIONS$1) for (const [index, route] of operation.routes.entries()) {
		const path = `/api${operation.in_project ? "/projects/{project_id}" : ""}${route.path.replace(/:(\w+)/g, "{$1}")}`;
		paths[path] = {
			...paths[path],
			[route.method.toLowerCase()]: describe(operation, route, index)
		};
	}
	return {
		openapi: "3.1.0",
		info: {
			title: PRODUCT.name,
			version: PRODUCT.version
		},
		servers: [{ url: "/" }],
		security: [{ key: [] }],
		paths,
		components: {
			securitySchemes: { key: {
				type: "http",
				scheme: "bearer",
				description: "A personal API key, phx_…"
			} },
			schemas: {
				Error: errorSchema(),
				...namedSchemas()
			}
		}
	};
}
function describe(operation, route, index) {
	const input = schemaOf(operation.input, "input");
	const members = isObject(input["properties"]) ? input["properties"] : {};
	const in_path = membersInPath(route);
	const rest = Object.fromEntries(Object.entries(members).filter(([name]) => !in_path.includes(name)));
	const required = (Array.isArray(input["required"]) ? input["required"] : []).filter((name) => !in_path.includes(name));
	const parameters = [
		...operation.in_project ? [PROJECT_ID] : [],
		...in_path.map((name) => parameter(name, members[name], "path", true)),
		...(route.method === "GET" || route.method === "DELETE" ? Object.entries(rest) : []).map(([name, schema]) => parameter(name, schema, "query", required.includes(name))),
		...route.csv ? [FORMAT] : [],
		...operation.repeatable ? [IDEMPOTENCY_KEY] : [],
		...operation.shareable ? [SHARING_TOKEN] : []
	];
	return {
		operationId: index === 0 ? operation.name : `${operation.name}_${index + 1}`,
		summary: operation.title,
		description: `${operation.description}\n\nScope: ${operation.scope ?? "any key"}.`,
		parameters,
		...takesBody(route, rest) ? { requestBody: requestBody(rest, required) } : {},
		responses: responses(operation, route)
	};
}
function takesBody(route, members) {
	return (route.method === "POST" || route.method === "PATCH") && Object.keys(members).length > 0;
}
function parameter(name, schema, place, required) {
	const { description, ...type } = isObject(schema) ? schema : { description: void 0 };
	return {
		name,
		in: place,
		required,
		...description === void 0 ? {} : { description },
		schema: type
	};
}
function requestBody(properties, required) {
	return { content: { "application/json": { schema: {
		type: "object",
		properties,
		...required.length > 0 ? { required } : {}
	} } } };
}
function responses(operation, route) {
	const status = String(route.status ?? 200);
	const error = {
		description: "What was wrong, and what to send instead",
		content: { "application/json": { schema: ERROR_REF } }
	};
	if (status === "405") return {
		405: { description: "Always refused; no body" },
		default: error
	};
	const content = { "application/json": { schema: route.present ? {} : schemaOf(operation.output, "output") } };
	if (route.csv) content["text/csv"] = { schema: { type: "string" } };
	return {
		[status]: {
			description: operation.title,
			content
		},
		default: error
	};
}
function schemaOf(schema, io) {
	const json = jsonSchema(schema, io);
	return io === "output" ? nodeWithNames(json, nameByShape()) : json;
}
function jsonSchema(schema, io) {
	const { $schema: _, ...rest } = toJSONSchema(schema, {
		io,
		unrepresentable: "any"
	});
	return rest;
}
function namedSchemas() {
	const names = nameByShape();
	return Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, membersWithNames(jsonSchema(schema, "output"), names)]));
}
let names_known;
/** shape as text -> its name. */
function nameByShape() {
	names_known ??= new Map(Object.entries(NAMED).map(([name, schema]) => [shapeOf(jsonSchema(schema, "output")), name]));
	return names_known;
}
/** A description belongs to the place of use, not the shape. */
function shapeOf({ description: _, ...shape }) {
	return canonical(shape);
}
function withNames(node, names) {
	if (Array.isArray(node)) return node.map((item) => withNames(item, names));
	return isObject(node) ? nodeWithNames(node, names) : node;
}
function nodeWithNames(node, names) {
	const name = node["type"] === "object" ? names.get(shapeOf(node)) : void 0;
	if (name === void 0) return membersWithNames(node, names);
	const { description } = node;
	return {
		$ref: `#/components/schemas/${name}`,
		...description === void 0 ? {} : { description }
	};
}
function membersWithNames(node, names) {
	return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, withNames(member, names)]));
}
function errorSchema() {
	return {
		type: "object",
		required: [
			"type",
			"code",
			"detail",
			"attr"
		],
		properties: {
			type: {
				type: "string",
				enum: [...new Set(Object.values(ERRORS).map((error) => error.type))]
			},
			code: {
				type: "string",
				enum: Object.keys(ERRORS)
			},
			detail: { type: "string" },
			attr: { type: ["string", "null"] }
		}
	};
}
// src/http/protected.ts
/**
* For deployments behind a login server or proxy: the page by which MCP clients find it (RFC 9728). The product itself
* takes keys; the login server puts one into each request.
*/
const PAGE = "/.well-known/oauth-protected-resource";
const MOUNT = "/mcp";
/** Header of a 401 that leads clients to the page. */
function challengeOf({ public_url }) {
	return `Bearer resource_metadata="${public_url}${PAGE}${MOUNT}"`;
}
/** Below the resource's address, as the standard says, and plain for older clients. */
function protectedRoutes({ public_url, issuers }) {
	const page = {
		resource: `${public_url}${MOUNT}`,
		authorization_servers: issuers,
		bearer_methods_supported: ["header"],
		resource_name: PRODUCT.title
	};
	const routes = new Hono();
	for (const path of [PAGE, `${PAGE}${MOUNT}`]) routes.get(path, (c) => c.json(page, 200, {
		"Cache-Control": "max-age=3600",
		"Access-Control-Allow-Origin": "*"
	}));
	return routes;
}
/** @throws ServiceError if one is given without the other, or is not a trustworthy address */
function readProtected(public_url, issuers) {
	if (issuers.length === 0) return null;
	if (public_url === void 0) throw refused$1("--oauth-issuer needs --public-url: the address at which clients reach this server.");
	return {
		public_url: originOf(public_url, "--public-url"),
		issuers: issuers.map((issuer) => addressOf(issuer, "--oauth-issuer"))
	};
}
function originOf(text, option) {
	const url = new URL(addressOf(text, option));
	if (url.pathname === "/" && url.search === "" && url.hash === "") return url.origin;
	throw refused$1(`${option} is an address without a path: https://analytics.example.com`);
}
/** Logins require TLS, except on loopback for trying things out. */
function addressOf(text, option) {
	const url = URL.canParse(text) ? new URL(text) : null;
	const is_loopback = url !== null && [
		"localhost",
		"127.0.0.1",
		"[::1]"
	].includes(url.hostname);
	if (url !== null && (url.protocol === "https:" || url.protocol === "http:" && is_loopback)) return text.replace(/\/$/, "");
	throw refused$1(`${option} is an address that begins with https://: ${text.slice(0, 100)}`);
}
function refused$1(detail) {
	return new ServiceError("invalid_input", detail);
}
// src/http/body.ts
/** Reads request bodies within limits (bytes on the wire, bytes decompressed, JSON depth) and rejects early. */
const DECOMPRESS = Object.fromEntries(Object.entries({
	gzip: gunzip,
	"x-gzip": gunzip,
	deflate: inflate,
	br: brotliDecompress,
	zstd: zstdDecompress
}).map(([name, one]) => [name, promisify(one)]));
const MEBIBYTE = 1048576;
/** The body, decompressed by Content-Encoding. `max_bytes`: of the wire, and of the result if smaller. */
async function readBody(request, max_bytes = LIMIT.body_bytes) {
	const encodings = contentEncodings(request.headers.get("content-encoding"));
	const max_inflated_bytes = max_bytes < LIMIT.body_bytes ? max_bytes : LIMIT.body_inflated_bytes;
	let bytes = await readWire(request, max_bytes);
	if (bytes.length === 0) return bytes;
	for (const encoding of encodings) bytes = await decompress(bytes, encoding, max_inflated_bytes);
	return bytes;
}
/** Encodings in the order to undo them. */
function contentEncodings(header) {
	const encodings = (header ?? "").toLowerCase().split(",").map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
	if (encodings.length > LIMIT.body_encodings || encodings.some((name) => !Object.hasOwn(DECOMPRESS, name))) throw new ServiceError("unsupported_media_type", "Unsupported Content-Encoding. Send the body plain, or compressed with gzip, deflate, br or zstd.");
	return encodings.reverse();
}
async function readWire(request, max_bytes) {
	if (Number(request.headers.get("content-length") ?? 0) > max_bytes) throw tooLarge(max_bytes);
	if (request.body === null) return /* @__PURE__ */ new Uint8Array(0);
	const chunks = [];
	let length = 0;
	const reader = request.body.getReader();
	for (;;) {
		const { done, value } = await reader.read().catch(() => {
			throw new ServiceError("parse_error", "The body could not be read to its end.");
		});
		if (done) break;
		length += value.length;
		if (length > max_bytes) {
			reader.cancel().catch(() => {});
			throw tooLarge(max_bytes);
		}
		chunks.push(value);
	}
	return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length);
}
async function decompress(bytes, encoding, max_bytes) {
	try {
		return await DECOMPRESS[encoding](bytes, { maxOutputLength: max_bytes });
	} catch (error) {
		if (error instanceof RangeError) throw tooLarge(max_bytes, " after decompression");
		throw new ServiceError("parse_error", `The body cannot be read as ${encoding}, which its Content-Encoding names.`);
	}
}
function tooLarge(max_bytes, when = "") {
	return new ServiceError("too_large", `The body is larger than ${max_bytes / MEBIBYTE} MiB${when}. Send it in parts.`);
}
const UTF8 = new TextDecoder("utf-8", { fatal: true });
/** @throws ServiceError parse_error */
function parseJson(bytes) {
	let text;
	try {
		text = UTF8.decode(bytes);
	} catch {
		throw new ServiceError("parse_error", "JSON parse error - the body is not UTF-8 text.");
	}
	if (!isTextWithinDepth(text, LIMIT.json_depth)) throw new ServiceError("parse_error", `JSON parse error - lists and objects are nested deeper than ${LIMIT.json_depth} levels.`);
	try {
		return JSON.parse(text);
	} catch {
		throw new ServiceError("parse_error", "JSON parse error - the text is not valid JSON.");
	}
}
// src/http/decode.ts
/**
* Decodes query strings by the operation's schema. Unreadable values stay text, so that the schema rejects them in its
* own words.
*/
/** Made on first use of a schema. */
const READINGS = /* @__PURE__ */ new WeakMap();
function readingsOf(input) {
	const readings = READINGS.get(input) ?? readingsIn(input);
	READINGS.set(input, readings);
	return readings;
}
function readingsIn(input) {
	const { properties = {} } = toJSONSchema(input, {
		io: "input",
		unrepresentable: "any"
	});
	return new Map(Object.entries(properties).map(([name, schema]) => [name, readingOf(schema)]));
}
function readingOf(schema) {
	if (!isObject(schema)) return "text";
	const types = (Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema]).map((branch) => isObject(branch) ? branch["type"] : void 0);
	if (types.includes("integer") || types.includes("number")) return "number";
	if (types.includes("boolean")) return "boolean";
	return types.includes("array") || types.includes("object") ? "json" : "text";
}
const NUMBER = /^\s*[+-]?\d+(\.\d+)?\s*$/;
const TRUE = [
	"",
	"true",
	"1",
	"yes",
	"y",
	"t",
	"on"
];
const FALSE = [
	"false",
	"0",
	"no",
	"n",
	"f",
	"off"
];
/** Of repeated names the last one counts, except for lists, which have all of them. Unknown names stay text. */
function decodeQuery(params, input) {
	if (params.size === 0) return {};
	const readings = readingsOf(input);
	return Object.fromEntries([...params].map(([name, text]) => {
		const reading = readings.get(name) ?? "text";
		const texts = reading === "json" ? params.getAll(name) : [];
		return [name, texts.length > 1 ? texts.map(readJson) : decode(text, reading)];
	}));
}
function decode(text, reading) {
	if (reading === "number") return NUMBER.test(text) ? Number(text) : text;
	if (reading === "json") return readJson(text);
	return reading === "boolean" ? decodeFlag(text) : text;
}
function decodeFlag(text) {
	const word = text.trim().toLowerCase();
	if (TRUE.includes(word)) return true;
	return FALSE.includes(word) ? false : text;
}
// src/http/passed_over.ts
/** Reports ignored names of an address or a write's body in a header, as their responses have no place for it. */
/** Handled by the faces for every request. */
const EVERYWHERE = [
	"format",
	"sharing_access_token",
	"export_name",
	"export_insight_id"
];
const NAMES_MAX = 5;
const NAME_CHARS = 50;
/** Value of a `Warning` header (code 299); null if every name is known. */
function passedOver(params, body, operation) {
	const texts = [...inAddress(params, operation), ...unknownFields(operation, body)].map(([name, near]) => `${plain(name)} is passed over${near === null ? "" : `, did you mean ${near}?`}`);
	return texts.length === 0 ? null : `299 insights-mcp "${texts.slice(0, NAMES_MAX).join("; ")}"`;
}
function inAddress(params, operation) {
	if (operation.input.def.catchall !== void 0) return /* @__PURE__ */ new Map();
	return unknownMembers(operation, [...new Set(params.keys())].filter((name) => !EVERYWHERE.includes(name)));
}
/** Headers are ASCII, and caller text must not end the quotes or the line. */
function plain(name) {
	return name.slice(0, NAME_CHARS).replace(/[^\w.[\]-]/g, "?");
}
// node_modules/rate-limiter-flexible/lib/component/BlockedKeys/BlockedKeys.js
var require_BlockedKeys$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class BlockedKeys {
		constructor() {
			this._keys = /* @__PURE__ */ new Map();
		}
		collectExpired() {
			const now = Date.now();
			for (const [key, expire] of this._keys) if (expire <= now) this._keys.delete(key);
		}
		/**
		* Add new blocked key
		*
		* @param key String
		* @param sec Number
		*/
		add(key, sec) {
			this.addMs(key, sec * 1e3);
		}
		/**
		* Add new blocked key for ms
		*
		* @param key String
		* @param ms Number
		*/
		addMs(key, ms) {
			this._keys.set(key, Date.now() + ms);
			if (this._keys.size > 999) this.collectExpired();
		}
		/**
		* 0 means not blocked
		*
		* @param key
		* @returns {number}
		*/
		msBeforeExpire(key) {
			const expire = this._keys.get(key);
			const now = Date.now();
			if (expire && expire >= now) return expire - now;
			return 0;
		}
		/**
		* If key is not given, delete all data in memory
		*
		* @param {string|undefined} key
		*/
		delete(key) {
			if (key) this._keys.delete(key);
			else this._keys.clear();
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/component/BlockedKeys/index.js
var require_BlockedKeys = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = require_BlockedKeys$1();
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterRes.js
var require_RateLimiterRes = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class RateLimiterRes {
		constructor(remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration) {
			this.remainingPoints = typeof remainingPoints === "undefined" ? 0 : remainingPoints;
			this.msBeforeNext = typeof msBeforeNext === "undefined" ? 0 : msBeforeNext;
			this.consumedPoints = typeof consumedPoints === "undefined" ? 0 : consumedPoints;
			this.isFirstInDuration = typeof isFirstInDuration === "undefined" ? false : isFirstInDuration;
		}
		get msBeforeNext() {
			return this._msBeforeNext;
		}
		set msBeforeNext(ms) {
			this._msBeforeNext = ms;
			return this;
		}
		get remainingPoints() {
			return this._remainingPoints;
		}
		set remainingPoints(p) {
			this._remainingPoints = p;
			return this;
		}
		get consumedPoints() {
			return this._consumedPoints;
		}
		set consumedPoints(p) {
			this._consumedPoints = p;
			return this;
		}
		get isFirstInDuration() {
			return this._isFirstInDuration;
		}
		set isFirstInDuration(value) {
			this._isFirstInDuration = Boolean(value);
		}
		_getDecoratedProperties() {
			return {
				remainingPoints: this.remainingPoints,
				msBeforeNext: this.msBeforeNext,
				consumedPoints: this.consumedPoints,
				isFirstInDuration: this.isFirstInDuration
			};
		}
		[Symbol.for("nodejs.util.inspect.custom")]() {
			return this._getDecoratedProperties();
		}
		toString() {
			return JSON.stringify(this._getDecoratedProperties());
		}
		toJSON() {
			return this._getDecoratedProperties();
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterAbstract.js
var require_RateLimiterAbstract = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class RateLimiterAbstract {
		/**
		*
		* @param opts Object {
		*   points: <required>, // Number of points (must be a number, can be negative)
		*   duration: <required>, // Per seconds (must be a non-negative number, 0 = never expires)
		*   blockDuration: 0, // Block if consumed more than points in current duration for blockDuration seconds
		*   execEvenly: false, // Execute allowed actions evenly over duration
		*   execEvenlyMinDelayMs: duration * 1000 / points, // ms, works with execEvenly=true option
		*   keyPrefix: 'rlflx',
		* }
		*/
		constructor(opts = {}) {
			this.points = opts.points;
			this.duration = opts.duration;
			this.blockDuration = opts.blockDuration;
			this.execEvenly = opts.execEvenly;
			this.execEvenlyMinDelayMs = opts.execEvenlyMinDelayMs;
			this.keyPrefix = opts.keyPrefix;
		}
		get points() {
			return this._points;
		}
		set points(value) {
			if (Number.isFinite(value)) this._points = value;
			else throw new Error("points must be set and must be a finite number");
		}
		get duration() {
			return this._duration;
		}
		set duration(value) {
			if (typeof value === "number" && Number.isFinite(value) && value >= 0) this._duration = value;
			else throw new Error("duration must be set and must be a finite, non-negative number");
		}
		get msDuration() {
			return this.duration * 1e3;
		}
		get blockDuration() {
			return this._blockDuration;
		}
		set blockDuration(value) {
			this._blockDuration = typeof value === "undefined" ? 0 : value;
		}
		get msBlockDuration() {
			return this.blockDuration * 1e3;
		}
		get execEvenly() {
			return this._execEvenly;
		}
		set execEvenly(value) {
			this._execEvenly = typeof value === "undefined" ? false : Boolean(value);
		}
		get execEvenlyMinDelayMs() {
			return this._execEvenlyMinDelayMs === void 0 ? this._getExecEvenlyMinDelayMsDefault() : this._execEvenlyMinDelayMs;
		}
		set execEvenlyMinDelayMs(value) {
			this._execEvenlyMinDelayMs = value;
		}
		_getExecEvenlyMinDelayMsDefault() {
			return this.points > 0 ? Math.ceil(this.msDuration / this.points) : 0;
		}
		get keyPrefix() {
			return this._keyPrefix;
		}
		set keyPrefix(value) {
			if (typeof value === "undefined") value = "rlflx";
			if (typeof value !== "string") throw new Error("keyPrefix must be string");
			this._keyPrefix = value;
		}
		_getKeySecDuration(options = {}) {
			return options && options.customDuration >= 0 ? options.customDuration : this.duration;
		}
		getKey(key) {
			return this.keyPrefix.length > 0 ? `${this.keyPrefix}:${key}` : key;
		}
		parseKey(rlKey) {
			return this.keyPrefix.length > 0 ? rlKey.substring(this.keyPrefix.length + 1) : rlKey;
		}
		consume() {
			throw new Error("You have to implement the method 'consume'!");
		}
		penalty() {
			throw new Error("You have to implement the method 'penalty'!");
		}
		reward() {
			throw new Error("You have to implement the method 'reward'!");
		}
		get() {
			throw new Error("You have to implement the method 'get'!");
		}
		set() {
			throw new Error("You have to implement the method 'set'!");
		}
		block() {
			throw new Error("You have to implement the method 'block'!");
		}
		delete() {
			throw new Error("You have to implement the method 'delete'!");
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterCompatibleAbstract.js
var require_RateLimiterCompatibleAbstract = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class RateLimiterCompatibleAbstract {
		get keyPrefix() {
			throw new Error("You have to implement the getter 'keyPrefix'!");
		}
		get blockDuration() {
			throw new Error("You have to implement the getter 'blockDuration'!");
		}
		set blockDuration(value) {
			throw new Error("You have to implement the setter 'blockDuration'!");
		}
		get execEvenly() {
			throw new Error("You have to implement the getter 'execEvenly'!");
		}
		set execEvenly(value) {
			throw new Error("You have to implement the setter 'execEvenly'!");
		}
		consume() {
			throw new Error("You have to implement the method 'consume'!");
		}
		penalty() {
			throw new Error("You have to implement the method 'penalty'!");
		}
		reward() {
			throw new Error("You have to implement the method 'reward'!");
		}
		get() {
			throw new Error("You have to implement the method 'get'!");
		}
		set() {
			throw new Error("You have to implement the method 'set'!");
		}
		block() {
			throw new Error("You have to implement the method 'block'!");
		}
		delete() {
			throw new Error("You have to implement the method 'delete'!");
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/helper/isRateLimiterCompatible.js
var require_isRateLimiterCompatible = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterAbstract = require_RateLimiterAbstract();
	const RateLimiterCompatibleAbstract = require_RateLimiterCompatibleAbstract();
	module.exports = function isRateLimiterCompatible(obj) {
		return obj instanceof RateLimiterAbstract || obj instanceof RateLimiterCompatibleAbstract;
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterInsuredAbstract.js
var require_RateLimiterInsuredAbstract = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterAbstract = require_RateLimiterAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	const isRateLimiterCompatible = require_isRateLimiterCompatible();
	module.exports = class RateLimiterInsuredAbstract extends RateLimiterAbstract {
		constructor(opts = {}) {
			super(opts);
			this.insuranceLimiter = opts.insuranceLimiter;
		}
		get insuranceLimiter() {
			return this._insuranceLimiter;
		}
		set insuranceLimiter(value) {
			if (typeof value !== "undefined" && !isRateLimiterCompatible(value)) throw new Error("insuranceLimiter must be instance of RateLimiterAbstract or RateLimiterCompatibleAbstract");
			this._insuranceLimiter = value;
			if (this._insuranceLimiter) {
				this._insuranceLimiter.blockDuration = this.blockDuration;
				this._insuranceLimiter.execEvenly = this.execEvenly;
			}
		}
		_handleError(err, funcName, resolve, reject, params) {
			if (err instanceof RateLimiterRes) reject(err);
			else if (!isRateLimiterCompatible(this.insuranceLimiter)) reject(err);
			else this.insuranceLimiter[funcName](...params).then((res) => {
				resolve(res);
			}).catch((res) => {
				reject(res);
			});
		}
		_operation(funcName, params) {
			const promise = this[funcName](...params);
			return new Promise((resolve, reject) => {
				return promise.then((res) => {
					resolve(res);
				}).catch((err) => {
					if (funcName.startsWith("_")) funcName = funcName.slice(1);
					this._handleError(err, funcName, resolve, reject, params);
				});
			});
		}
		consume(key, pointsToConsume = 1, options = {}) {
			return this._operation("_consume", [
				key,
				pointsToConsume,
				options
			]);
		}
		penalty(key, points = 1, options = {}) {
			return this._operation("_penalty", [
				key,
				points,
				options
			]);
		}
		reward(key, points = 1, options = {}) {
			return this._operation("_reward", [
				key,
				points,
				options
			]);
		}
		get(key, options = {}) {
			return this._operation("_get", [key, options]);
		}
		set(key, points, secDuration, options = {}) {
			return this._operation("_set", [
				key,
				points,
				secDuration,
				options
			]);
		}
		block(key, secDuration, options = {}) {
			return this._operation("_block", [
				key,
				secDuration,
				options
			]);
		}
		delete(key, options = {}) {
			return this._operation("_delete", [key, options]);
		}
		_consume() {
			throw new Error("You have to implement the method '_consume'!");
		}
		_penalty() {
			throw new Error("You have to implement the method '_penalty'!");
		}
		_reward() {
			throw new Error("You have to implement the method '_reward'!");
		}
		_get() {
			throw new Error("You have to implement the method '_get'!");
		}
		_set() {
			throw new Error("You have to implement the method '_set'!");
		}
		_block() {
			throw new Error("You have to implement the method '_block'!");
		}
		_delete() {
			throw new Error("You have to implement the method '_delete'!");
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterStoreAbstract.js
var require_RateLimiterStoreAbstract = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const BlockedKeys = require_BlockedKeys();
	const RateLimiterRes = require_RateLimiterRes();
	const RateLimiterInsuredAbstract = require_RateLimiterInsuredAbstract();
	module.exports = class RateLimiterStoreAbstract extends RateLimiterInsuredAbstract {
		/**
		*
		* @param opts Object Defaults {
		*   ... see other in RateLimiterAbstract
		*   blockOnConsumed: 0, // Number of consumed points at which the key is blocked in storage for blockDuration
		*   inMemoryBlockOnConsumed: 40, // Number of points when key is blocked
		*   inMemoryBlockDuration: 10, // Block duration in seconds
		*   insuranceLimiter: RateLimiterAbstract
		* }
		*/
		constructor(opts = {}) {
			super(opts);
			this.blockOnConsumed = opts.blockOnConsumed;
			this.inMemoryBlockOnConsumed = opts.inMemoryBlockOnConsumed;
			this.inMemoryBlockDuration = opts.inMemoryBlockDuration;
			this._inMemoryBlockedKeys = new BlockedKeys();
		}
		get client() {
			return this._client;
		}
		set client(value) {
			if (typeof value === "undefined") throw new Error("storeClient is not set");
			this._client = value;
		}
		/**
		* Have to be launched after consume
		* It blocks key and execute evenly depending on result from store
		*
		* It uses _getRateLimiterRes function to prepare RateLimiterRes from store result
		*
		* @param resolve
		* @param reject
		* @param rlKey
		* @param changedPoints
		* @param storeResult
		* @param {Object} options
		* @private
		*/
		_afterConsume(resolve, reject, rlKey, changedPoints, storeResult, options = {}) {
			const res = this._getRateLimiterRes(rlKey, changedPoints, storeResult);
			if (this.inMemoryBlockOnConsumed > 0 && !(this.inMemoryBlockDuration > 0) && res.consumedPoints >= this.inMemoryBlockOnConsumed) {
				this._inMemoryBlockedKeys.addMs(rlKey, res.msBeforeNext);
				if (res.consumedPoints > this.points) return reject(res);
				else return resolve(res);
			} else if (res.consumedPoints > this.points) {
				let blockPromise = Promise.resolve();
				if (this.blockDuration > 0 && this._crossedBlockThreshold(res.consumedPoints, changedPoints)) {
					res.msBeforeNext = this.msBlockDuration;
					blockPromise = this._block(rlKey, res.consumedPoints, this.msBlockDuration, options);
				}
				if (this.inMemoryBlockOnConsumed > 0 && res.consumedPoints >= this.inMemoryBlockOnConsumed) {
					this._inMemoryBlockedKeys.add(rlKey, this.inMemoryBlockDuration);
					res.msBeforeNext = this.msInMemoryBlockDuration;
				}
				blockPromise.then(() => {
					reject(res);
				}).catch((err) => {
					reject(err);
				});
			} else if (this.execEvenly && this.points > 0 && res.msBeforeNext > 0 && !res.isFirstInDuration) {
				let delay = Math.ceil(res.msBeforeNext / (res.remainingPoints + 2));
				if (delay < this.execEvenlyMinDelayMs) delay = res.consumedPoints * this.execEvenlyMinDelayMs;
				res.msBeforeNext = Math.max(res.msBeforeNext - delay, 0);
				setTimeout(resolve, delay, res);
			} else resolve(res);
		}
		/**
		* True when blockOnConsumed is set and greater than points.
		* 0 means off, so it must not be treated as a threshold when points is negative.
		*/
		_isBlockOnConsumedEnabled() {
			return this.blockOnConsumed > 0 && this.blockOnConsumed > this.points;
		}
		/**
		* True when this consume is the one that crossed the storage blocking threshold.
		* Without blockOnConsumed (or when it equals points) it is the original condition:
		* the consume that first exceeded points.
		*/
		_crossedBlockThreshold(consumedPoints, changedPoints) {
			if (!this._isBlockOnConsumedEnabled()) return consumedPoints > this.points && consumedPoints <= this.points + changedPoints;
			return consumedPoints >= this.blockOnConsumed && consumedPoints - changedPoints < this.blockOnConsumed;
		}
		getInMemoryBlockMsBeforeExpire(rlKey) {
			if (this.inMemoryBlockOnConsumed > 0) return this._inMemoryBlockedKeys.msBeforeExpire(rlKey);
			return 0;
		}
		get blockOnConsumed() {
			return this._blockOnConsumed;
		}
		set blockOnConsumed(value) {
			this._blockOnConsumed = value ? parseInt(value) : 0;
			if (this._blockOnConsumed > 0 && this.points > this._blockOnConsumed) throw new Error("blockOnConsumed option must be greater or equal \"points\" option");
		}
		get inMemoryBlockOnConsumed() {
			return this._inMemoryBlockOnConsumed;
		}
		set inMemoryBlockOnConsumed(value) {
			this._inMemoryBlockOnConsumed = value ? parseInt(value) : 0;
			if (this.inMemoryBlockOnConsumed > 0 && this.points > this.inMemoryBlockOnConsumed) throw new Error("inMemoryBlockOnConsumed option must be greater or equal \"points\" option");
		}
		get inMemoryBlockDuration() {
			return this._inMemoryBlockDuration;
		}
		set inMemoryBlockDuration(value) {
			this._inMemoryBlockDuration = value ? parseInt(value) : 0;
			if (this.inMemoryBlockDuration > 0 && this.inMemoryBlockOnConsumed === 0) throw new Error("inMemoryBlockOnConsumed option must be set up");
		}
		get msInMemoryBlockDuration() {
			return this._inMemoryBlockDuration * 1e3;
		}
		_getBlockedPoints() {
			return this._isBlockOnConsumedEnabled() ? this.blockOnConsumed : this.points + 1;
		}
		/**
		* Block any key for secDuration seconds
		*
		* @param key
		* @param secDuration
		* @param {Object} options
		*
		* @return Promise<RateLimiterRes>
		*/
		block(key, secDuration, options = {}) {
			const msDuration = secDuration * 1e3;
			return this._block(this.getKey(key), this._getBlockedPoints(), msDuration, options);
		}
		/**
		* Set points by key for any duration
		*
		* @param key
		* @param points
		* @param secDuration
		* @param {Object} options
		*
		* @return Promise<RateLimiterRes>
		*/
		set(key, points, secDuration, options = {}) {
			const msDuration = (secDuration >= 0 ? secDuration : this.duration) * 1e3;
			return this._set(this.getKey(key), points, msDuration, options);
		}
		/**
		*
		* @param key
		* @param pointsToConsume
		* @param {Object} options
		* @returns Promise<RateLimiterRes>
		*/
		_consume(key, pointsToConsume = 1, options = {}) {
			return new Promise((resolve, reject) => {
				const rlKey = this.getKey(key);
				const inMemoryBlockMsBeforeExpire = this.getInMemoryBlockMsBeforeExpire(rlKey);
				if (inMemoryBlockMsBeforeExpire > 0) return reject(new RateLimiterRes(0, inMemoryBlockMsBeforeExpire));
				this._upsert(rlKey, pointsToConsume, this._getKeySecDuration(options) * 1e3, false, options).then((res) => {
					this._afterConsume(resolve, reject, rlKey, pointsToConsume, res);
				}).catch((err) => reject(err));
			});
		}
		/**
		*
		* @param key
		* @param points
		* @param {Object} options
		* @returns Promise<RateLimiterRes>
		*/
		_penalty(key, points = 1, options = {}) {
			const rlKey = this.getKey(key);
			return new Promise((resolve, reject) => {
				this._upsert(rlKey, points, this._getKeySecDuration(options) * 1e3, false, options).then((res) => {
					resolve(this._getRateLimiterRes(rlKey, points, res));
				}).catch((res) => reject(res));
			});
		}
		/**
		*
		* @param key
		* @param points
		* @param {Object} options
		* @returns Promise<RateLimiterRes>
		*/
		_reward(key, points = 1, options = {}) {
			const rlKey = this.getKey(key);
			return new Promise((resolve, reject) => {
				this._upsert(rlKey, -points, this._getKeySecDuration(options) * 1e3, false, options).then((res) => {
					resolve(this._getRateLimiterRes(rlKey, -points, res));
				}).catch((res) => reject(res));
			});
		}
		/**
		*
		* @param key
		* @param {Object} options
		* @returns Promise<RateLimiterRes>|null
		*/
		get(key, options = {}) {
			const rlKey = this.getKey(key);
			return new Promise((resolve, reject) => {
				this._get(rlKey, options).then((res) => {
					if (res === null || typeof res === "undefined") resolve(null);
					else resolve(this._getRateLimiterRes(rlKey, 0, res));
				}).catch((err) => {
					this._handleError(err, "get", resolve, reject, [key, options]);
				});
			});
		}
		/**
		*
		* @param key
		* @param {Object} options
		* @returns Promise<boolean>
		*/
		delete(key, options = {}) {
			const rlKey = this.getKey(key);
			return new Promise((resolve, reject) => {
				this._delete(rlKey, options).then((res) => {
					this._inMemoryBlockedKeys.delete(rlKey);
					resolve(res);
				}).catch((err) => {
					this._handleError(err, "delete", resolve, reject, [key, options]);
				});
			});
		}
		/**
		* Cleanup keys no-matter expired or not.
		*/
		deleteInMemoryBlockedAll() {
			this._inMemoryBlockedKeys.delete();
		}
		/**
		* Get RateLimiterRes object filled depending on storeResult, which specific for exact store
		*
		* @param rlKey
		* @param changedPoints
		* @param storeResult
		* @private
		*/
		_getRateLimiterRes(rlKey, changedPoints, storeResult) {
			throw new Error("You have to implement the method '_getRateLimiterRes'!");
		}
		/**
		* Block key for this.msBlockDuration milliseconds
		* Usually, it just prolongs lifetime of key
		*
		* @param rlKey
		* @param initPoints
		* @param msDuration
		* @param {Object} options
		*
		* @return Promise<any>
		*/
		_block(rlKey, initPoints, msDuration, options = {}) {
			return new Promise((resolve, reject) => {
				this._upsert(rlKey, initPoints, msDuration, true, options).then(() => {
					resolve(new RateLimiterRes(0, msDuration > 0 ? msDuration : -1, initPoints));
				}).catch((err) => {
					this._handleError(err, "block", resolve, reject, [
						this.parseKey(rlKey),
						msDuration / 1e3,
						options
					]);
				});
			});
		}
		/**
		* @param rlKey
		* @param points
		* @param msDuration
		* @param {Object} options
		*
		* @return Promise<any>
		*/
		_set(rlKey, points, msDuration, options = {}) {
			return new Promise((resolve, reject) => {
				this._upsert(rlKey, points, msDuration, true, options).then(() => {
					resolve(new RateLimiterRes(0, msDuration > 0 ? msDuration : -1, points));
				}).catch((err) => {
					this._handleError(err, "set", resolve, reject, [
						this.parseKey(rlKey),
						points,
						msDuration / 1e3,
						options
					]);
				});
			});
		}
		/**
		* Have to be implemented in every limiter
		* Resolve with raw result from Store OR null if rlKey is not set
		* or Reject with error
		*
		* @param rlKey
		* @param {Object} options
		* @private
		*
		* @return Promise<any>
		*/
		_get(rlKey, options = {}) {
			throw new Error("You have to implement the method '_get'!");
		}
		/**
		* Have to be implemented
		* Resolve with true OR false if rlKey doesn't exist
		* or Reject with error
		*
		* @param rlKey
		* @param {Object} options
		* @private
		*
		* @return Promise<any>
		*/
		_delete(rlKey, options = {}) {
			throw new Error("You have to implement the method '_delete'!");
		}
		/**
		* Have to be implemented
		* Resolve with object used for {@link _getRateLimiterRes} to generate {@link RateLimiterRes}
		*
		* @param {string} rlKey
		* @param {number} points
		* @param {number} msDuration
		* @param {boolean} forceExpire
		* @param {Object} options
		* @abstract
		*
		* @return Promise<Object>
		*/
		_upsert(rlKey, points, msDuration, forceExpire = false, options = {}) {
			throw new Error("You have to implement the method '_upsert'!");
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterRedis.js
var require_RateLimiterRedis = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	const incrTtlLuaScript = `redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX') \
local consumed = redis.call('incrby', KEYS[1], ARGV[1]) \
local ttl = redis.call('pttl', KEYS[1]) \
if ttl == -1 then \
  redis.call('expire', KEYS[1], ARGV[2]) \
  ttl = 1000 * ARGV[2] \
end \
return {consumed, ttl} \
`;
	var RateLimiterRedis = class extends RateLimiterStoreAbstract {
		/**
		*
		* @param {Object} opts
		* Defaults {
		*   ... see other in RateLimiterStoreAbstract
		*
		*   redis: RedisClient
		*   rejectIfRedisNotReady: boolean = false - reject / invoke insuranceLimiter immediately when redis connection is not "ready"
		* }
		*/
		constructor(opts) {
			super(opts);
			this.client = opts.storeClient;
			this._rejectIfRedisNotReady = !!opts.rejectIfRedisNotReady;
			this._incrTtlLuaScript = opts.customIncrTtlLuaScript || incrTtlLuaScript;
			this.useRedisPackage = opts.useRedisPackage || this.client.constructor.name === "Commander" || false;
			this.useRedis3AndLowerPackage = opts.useRedis3AndLowerPackage;
			if (typeof this.client.defineCommand === "function") this.client.defineCommand("rlflxIncr", {
				numberOfKeys: 1,
				lua: this._incrTtlLuaScript
			});
		}
		/**
		* Prevent actual redis call if redis connection is not ready
		* Because of different connection state checks for ioredis and node-redis, only this clients would be actually checked.
		* For any other clients all the requests would be passed directly to redis client
		* @param {String} rlKey
		* @param {Boolean} isReadonly
		* @return {boolean}
		* @private
		*/
		_isRedisReady(rlKey, isReadonly) {
			if (!this._rejectIfRedisNotReady) return true;
			if (this.client.status) return this.client.status === "ready";
			if (typeof this.client.isReady === "function") return this.client.isReady();
			if (typeof this.client.isReady === "boolean") return this.client.isReady === true;
			if (this.client._slots && typeof this.client._slots.getClient === "function") {
				if (typeof this.client.isOpen === "boolean" && this.client.isOpen !== true) return false;
				try {
					const slotClient = this.client._slots.getClient(rlKey, isReadonly);
					return slotClient && slotClient.isReady === true;
				} catch (error) {
					return false;
				}
			}
			return true;
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			let [consumed, resTtlMs] = result;
			if (Array.isArray(consumed)) {
				[, consumed] = consumed;
				[, resTtlMs] = resTtlMs;
			}
			const res = new RateLimiterRes();
			res.consumedPoints = parseInt(consumed);
			res.isFirstInDuration = res.consumedPoints === changedPoints;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = resTtlMs;
			return res;
		}
		async _upsert(rlKey, points, msDuration, forceExpire = false) {
			if (typeof points == "string") {
				if (!RegExp("^[1-9][0-9]*$").test(points)) throw new Error("Consuming string different than integer values is not supported by this package");
			} else if (!Number.isInteger(points)) throw new Error("Consuming decimal number of points is not supported by this package");
			if (!this._isRedisReady(rlKey, false)) throw new Error("Redis connection is not ready");
			const secDuration = Math.floor(msDuration / 1e3);
			if (forceExpire) {
				const multi = this.client.multi();
				if (secDuration > 0) {
					if (!this.useRedisPackage && !this.useRedis3AndLowerPackage) multi.set(rlKey, points, "EX", secDuration);
					else multi.set(rlKey, points, { EX: secDuration });
				} else multi.set(rlKey, points);
				if (!this.useRedisPackage && !this.useRedis3AndLowerPackage) return multi.pttl(rlKey).exec(true);
				return multi.pTTL(rlKey).exec(true);
			}
			if (secDuration > 0) {
				if (!this.useRedisPackage && !this.useRedis3AndLowerPackage) return this.client.rlflxIncr([rlKey].concat([
					String(points),
					String(secDuration),
					String(this.points),
					String(this.duration)
				]));
				if (this.useRedis3AndLowerPackage) return new Promise((resolve, reject) => {
					const incrCallback = function(err, result) {
						if (err) return reject(err);
						return resolve(result);
					};
					if (typeof this.client.rlflxIncr === "function") this.client.rlflxIncr(rlKey, points, secDuration, this.points, this.duration, incrCallback);
					else this.client.eval(this._incrTtlLuaScript, 1, rlKey, points, secDuration, this.points, this.duration, incrCallback);
				});
				else return this.client.eval(this._incrTtlLuaScript, {
					keys: [rlKey],
					arguments: [
						String(points),
						String(secDuration),
						String(this.points),
						String(this.duration)
					]
				});
			} else {
				const multi = this.client.multi();
				if (!this.useRedisPackage && !this.useRedis3AndLowerPackage) return multi.incrby(rlKey, points).pttl(rlKey).exec(true);
				return multi.incrBy(rlKey, points).pTTL(rlKey).exec(true);
			}
		}
		async _get(rlKey) {
			if (!this._isRedisReady(rlKey, true)) throw new Error("Redis connection is not ready");
			if (!this.useRedisPackage && !this.useRedis3AndLowerPackage) return this.client.multi().get(rlKey).pttl(rlKey).exec().then((result) => {
				const [[, points]] = result;
				if (points === null) return null;
				return result;
			});
			return this.client.multi().get(rlKey).pTTL(rlKey).exec(true).then((result) => {
				const [points] = result;
				if (points === null) return null;
				return result;
			});
		}
		_delete(rlKey) {
			return this.client.del(rlKey).then((result) => result > 0);
		}
	};
	module.exports = RateLimiterRedis;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterRedisNonAtomic.js
var require_RateLimiterRedisNonAtomic = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterRedisNonAtomic = class extends RateLimiterStoreAbstract {
		constructor(opts) {
			super(opts);
			this.client = opts.storeClient;
			this._rejectIfRedisNotReady = !!opts.rejectIfRedisNotReady;
			this.useRedisPackage = opts.useRedisPackage || this.client.constructor.name === "Commander" || false;
		}
		_isRedisReady(rlKey, isReadonly) {
			if (!this._rejectIfRedisNotReady) return true;
			if (this.client.status) return this.client.status === "ready";
			if (typeof this.client.isReady === "function") return this.client.isReady();
			if (typeof this.client.isReady === "boolean") return this.client.isReady === true;
			if (this.client._slots && typeof this.client._slots.getClient === "function") {
				if (typeof this.client.isOpen === "boolean" && this.client.isOpen !== true) return false;
				try {
					const slotClient = this.client._slots.getClient(rlKey, isReadonly);
					return slotClient && slotClient.isReady === true;
				} catch (error) {
					return false;
				}
			}
			return true;
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			let [consumed, resTtlMs] = result;
			if (Array.isArray(consumed)) {
				[, consumed] = consumed;
				[, resTtlMs] = resTtlMs;
			}
			const res = new RateLimiterRes();
			res.consumedPoints = parseInt(consumed);
			res.isFirstInDuration = res.consumedPoints === changedPoints;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = resTtlMs;
			return res;
		}
		_parseStoreResult(result) {
			let points;
			let ttlMs;
			if (Array.isArray(result[0])) {
				[, points] = result[0];
				[, ttlMs] = result[1];
			} else [points, ttlMs] = result;
			return {
				points: parseInt(points, 10),
				ttlMs
			};
		}
		_execMulti(multi) {
			return multi.exec();
		}
		_setKey(rlKey, points, secDuration) {
			const multi = this.client.multi();
			if (secDuration > 0) {
				if (!this.useRedisPackage) multi.set(rlKey, points, "EX", secDuration);
				else multi.set(rlKey, points, { EX: secDuration });
			} else multi.set(rlKey, points);
			return this._execMulti(multi);
		}
		_setKeyWithTtlMs(rlKey, points, ttlMs) {
			const multi = this.client.multi();
			multi.set(rlKey, points);
			if (ttlMs > 0) {
				if (!this.useRedisPackage) multi.pexpire(rlKey, ttlMs);
				else multi.pExpire(rlKey, ttlMs);
			}
			return this._execMulti(multi);
		}
		async _upsert(rlKey, points, msDuration, forceExpire = false) {
			if (typeof points == "string") {
				if (!RegExp("^[1-9][0-9]*$").test(points)) throw new Error("Consuming string different than integer values is not supported by this package");
			} else if (!Number.isInteger(points)) throw new Error("Consuming decimal number of points is not supported by this package");
			if (!this._isRedisReady(rlKey, false)) throw new Error("Redis connection is not ready");
			const parsedPoints = typeof points === "string" ? parseInt(points, 10) : points;
			const secDuration = Math.floor(msDuration / 1e3);
			if (forceExpire) {
				await this._setKey(rlKey, parsedPoints, secDuration);
				return [parsedPoints, secDuration > 0 ? secDuration * 1e3 : -1];
			}
			const currentResult = await this._get(rlKey);
			const hasCurrent = currentResult !== null;
			const current = hasCurrent ? this._parseStoreResult(currentResult) : {
				points: 0,
				ttlMs: -1
			};
			const newPoints = current.points + parsedPoints;
			if (secDuration > 0) {
				if (!hasCurrent) {
					await this._setKey(rlKey, newPoints, secDuration);
					return [newPoints, secDuration * 1e3];
				}
				if (current.ttlMs <= 0) {
					await this._setKey(rlKey, newPoints, secDuration);
					return [newPoints, secDuration * 1e3];
				}
				await this._setKeyWithTtlMs(rlKey, newPoints, current.ttlMs);
				return [newPoints, current.ttlMs];
			}
			await this._setKey(rlKey, newPoints, 0);
			return [newPoints, -1];
		}
		async _get(rlKey) {
			if (!this._isRedisReady(rlKey, true)) throw new Error("Redis connection is not ready");
			const multi = this.client.multi().get(rlKey);
			if (!this.useRedisPackage) multi.pttl(rlKey);
			else multi.pTTL(rlKey);
			return this._execMulti(multi).then((result) => {
				if (Array.isArray(result[0])) {
					const [, points] = result[0];
					if (points === null) return null;
					return result;
				}
				const [points] = result;
				if (points === null) return null;
				return result;
			});
		}
		_delete(rlKey) {
			return this.client.del(rlKey).then((result) => result > 0);
		}
	};
	module.exports = RateLimiterRedisNonAtomic;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterMongo.js
var require_RateLimiterMongo = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	module.exports = class RateLimiterMongo extends RateLimiterStoreAbstract {
		/**
		*
		* @param {Object} opts
		* Defaults {
		*   indexKeyPrefix: {attr1: 1, attr2: 1}
		*   ... see other in RateLimiterStoreAbstract
		*
		*   mongo: MongoClient
		* }
		*/
		constructor(opts) {
			super(opts);
			this.dbName = opts.dbName;
			this.tableName = opts.tableName;
			this.indexKeyPrefix = opts.indexKeyPrefix;
			this.disableIndexesCreation = opts.disableIndexesCreation;
			if (opts.mongo) this.client = opts.mongo;
			else this.client = opts.storeClient;
			if (typeof this.client.then === "function") this.client.then((conn) => {
				this.client = conn;
				this._initCollection();
			});
			else this._initCollection();
		}
		get dbName() {
			return this._dbName;
		}
		set dbName(value) {
			this._dbName = typeof value === "undefined" ? RateLimiterMongo.getDbName() : value;
		}
		static getDbName() {
			return "node-rate-limiter-flexible";
		}
		get tableName() {
			return this._tableName;
		}
		set tableName(value) {
			this._tableName = typeof value === "undefined" ? this.keyPrefix : value;
		}
		get client() {
			return this._client;
		}
		set client(value) {
			if (typeof value === "undefined") throw new Error("mongo is not set");
			this._client = value;
		}
		get indexKeyPrefix() {
			return this._indexKeyPrefix;
		}
		set indexKeyPrefix(obj) {
			this._indexKeyPrefix = obj || {};
		}
		get disableIndexesCreation() {
			return this._disableIndexesCreation;
		}
		set disableIndexesCreation(value) {
			this._disableIndexesCreation = !!value;
		}
		async createIndexes() {
			const collection = (typeof this.client.db === "function" ? this.client.db(this.dbName) : this.client).collection(this.tableName);
			await collection.createIndex({ expire: -1 }, { expireAfterSeconds: 0 });
			await collection.createIndex(Object.assign({}, this.indexKeyPrefix, { key: 1 }), { unique: true });
		}
		_initCollection() {
			const collection = (typeof this.client.db === "function" ? this.client.db(this.dbName) : this.client).collection(this.tableName);
			if (!this.disableIndexesCreation) this.createIndexes().catch((err) => {
				console.error(`Cannot create indexes for mongo collection ${this.tableName}`, err);
			});
			this._collection = collection;
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			let doc;
			if (typeof result.value === "undefined") doc = result;
			else doc = result.value;
			res.isFirstInDuration = doc.points === changedPoints;
			res.consumedPoints = doc.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = doc.expire !== null ? Math.max(new Date(doc.expire).getTime() - Date.now(), 0) : -1;
			return res;
		}
		_upsert(key, points, msDuration, forceExpire = false, options = {}) {
			if (!this._collection) return Promise.reject(Error("Mongo connection is not established"));
			const docAttrs = options.attrs || {};
			let where;
			let upsertData;
			if (forceExpire) {
				where = { key };
				where = Object.assign(where, docAttrs);
				upsertData = { $set: {
					key,
					points,
					expire: msDuration > 0 ? new Date(Date.now() + msDuration) : null
				} };
				upsertData.$set = Object.assign(upsertData.$set, docAttrs);
			} else {
				where = {
					$or: [{ expire: { $gt: /* @__PURE__ */ new Date() } }, { expire: { $eq: null } }],
					key
				};
				where = Object.assign(where, docAttrs);
				upsertData = {
					$setOnInsert: {
						key,
						expire: msDuration > 0 ? new Date(Date.now() + msDuration) : null
					},
					$inc: { points }
				};
				upsertData.$setOnInsert = Object.assign(upsertData.$setOnInsert, docAttrs);
			}
			const upsertOptions = {
				upsert: true,
				returnDocument: "after"
			};
			return new Promise((resolve, reject) => {
				this._collection.findOneAndUpdate(where, upsertData, upsertOptions).then((res) => {
					resolve(res);
				}).catch((errUpsert) => {
					if (errUpsert && errUpsert.code === 11e3) {
						const replaceWhere = Object.assign({
							$or: [{ expire: { $lte: /* @__PURE__ */ new Date() } }, { expire: { $eq: null } }],
							key
						}, docAttrs);
						const replaceTo = { $set: Object.assign({
							key,
							points,
							expire: msDuration > 0 ? new Date(Date.now() + msDuration) : null
						}, docAttrs) };
						this._collection.findOneAndUpdate(replaceWhere, replaceTo, upsertOptions).then((res) => {
							resolve(res);
						}).catch((errReplace) => {
							if (errReplace && errReplace.code === 11e3) this._upsert(key, points, msDuration, forceExpire).then((res) => resolve(res)).catch((err) => reject(err));
							else reject(errReplace);
						});
					} else reject(errUpsert);
				});
			});
		}
		_get(rlKey, options = {}) {
			if (!this._collection) return Promise.reject(Error("Mongo connection is not established"));
			const docAttrs = options.attrs || {};
			const where = Object.assign({
				key: rlKey,
				$or: [{ expire: { $gt: /* @__PURE__ */ new Date() } }, { expire: { $eq: null } }]
			}, docAttrs);
			return this._collection.findOne(where);
		}
		_delete(rlKey, options = {}) {
			if (!this._collection) return Promise.reject(Error("Mongo connection is not established"));
			const docAttrs = options.attrs || {};
			const where = Object.assign({ key: rlKey }, docAttrs);
			return this._collection.deleteOne(where).then((res) => res.deletedCount > 0);
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterMySQL.js
var require_RateLimiterMySQL = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterMySQL = class extends RateLimiterStoreAbstract {
		/**
		* @callback callback
		* @param {Object} err
		*
		* @param {Object} opts
		* @param {callback} cb
		* Defaults {
		*   ... see other in RateLimiterStoreAbstract
		*
		*   storeClient: anySqlClient,
		*   storeType: 'knex', // required only for Knex instance
		*   dbName: 'string',
		*   tableName: 'string',
		* }
		*/
		constructor(opts, cb = null) {
			super(opts);
			this.client = opts.storeClient;
			this.clientType = opts.storeType;
			this.dbName = opts.dbName;
			this.tableName = opts.tableName;
			this.clearExpiredByTimeout = opts.clearExpiredByTimeout;
			this.tableCreated = opts.tableCreated;
			if (!this.tableCreated) this._createDbAndTable().then(() => {
				this.tableCreated = true;
				if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
				if (typeof cb === "function") cb();
			}).catch((err) => {
				if (typeof cb === "function") cb(err);
				else throw err;
			});
			else {
				if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
				if (typeof cb === "function") cb();
			}
		}
		clearExpired(expire) {
			return new Promise((resolve) => {
				this._getConnection().then((conn) => {
					conn.query(`DELETE FROM ??.?? WHERE expire < ?`, [
						this.dbName,
						this.tableName,
						expire
					], () => {
						this._releaseConnection(conn);
						resolve();
					});
				}).catch(() => {
					resolve();
				});
			});
		}
		_clearExpiredHourAgo() {
			if (this._clearExpiredTimeoutId) clearTimeout(this._clearExpiredTimeoutId);
			this._clearExpiredTimeoutId = setTimeout(() => {
				this.clearExpired(Date.now() - 36e5).then(() => {
					this._clearExpiredHourAgo();
				});
			}, 3e5);
			this._clearExpiredTimeoutId.unref();
		}
		/**
		*
		* @return Promise<any>
		* @private
		*/
		_getConnection() {
			switch (this.clientType) {
				case "pool": return new Promise((resolve, reject) => {
					this.client.getConnection((errConn, conn) => {
						if (errConn) return reject(errConn);
						resolve(conn);
					});
				});
				case "sequelize": return this._getSequelizeConnectionManager().getConnection();
				case "knex": return this.client.client.acquireConnection();
				default: return Promise.resolve(this.client);
			}
		}
		_releaseConnection(conn) {
			switch (this.clientType) {
				case "pool": return conn.release();
				case "sequelize": return this._getSequelizeConnectionManager().releaseConnection(conn);
				case "knex": return this.client.client.releaseConnection(conn);
				default: return true;
			}
		}
		_getSequelizeConnectionManager() {
			let connectionManager;
			let originalError;
			try {
				connectionManager = this.client.connectionManager;
			} catch (err) {
				originalError = err;
			}
			if (connectionManager) return connectionManager;
			if (this.client.dialect && this.client.dialect.connectionManager) return this.client.dialect.connectionManager;
			if (originalError) throw originalError;
			throw new Error("Sequelize connection manager is not available");
		}
		/**
		*
		* @returns {Promise<any>}
		* @private
		*/
		_createDbAndTable() {
			return new Promise((resolve, reject) => {
				this._getConnection().then((conn) => {
					conn.query(`CREATE DATABASE IF NOT EXISTS \`${this.dbName}\`;`, (errDb) => {
						if (errDb) {
							this._releaseConnection(conn);
							return reject(errDb);
						}
						conn.query(this._getCreateTableStmt(), (err) => {
							if (err) {
								this._releaseConnection(conn);
								return reject(err);
							}
							this._releaseConnection(conn);
							resolve();
						});
					});
				}).catch((err) => {
					reject(err);
				});
			});
		}
		_getCreateTableStmt() {
			return `CREATE TABLE IF NOT EXISTS \`${this.dbName}\`.\`${this.tableName}\` (\`key\` VARCHAR(255) CHARACTER SET utf8 NOT NULL,\`points\` INT(9) NOT NULL default 0,\`expire\` BIGINT UNSIGNED,PRIMARY KEY (\`key\`)) ENGINE = INNODB;`;
		}
		get clientType() {
			return this._clientType;
		}
		set clientType(value) {
			if (typeof value === "undefined") {
				if (this.client.constructor.name === "Connection") value = "connection";
				else if (this.client.constructor.name === "Pool") value = "pool";
				else if (this.client.constructor.name === "Sequelize") value = "sequelize";
				else throw new Error("storeType is not defined");
			}
			this._clientType = value.toLowerCase();
		}
		get dbName() {
			return this._dbName;
		}
		set dbName(value) {
			this._dbName = typeof value === "undefined" ? "rtlmtrflx" : value;
		}
		get tableName() {
			return this._tableName;
		}
		set tableName(value) {
			this._tableName = typeof value === "undefined" ? this.keyPrefix : value;
		}
		get tableCreated() {
			return this._tableCreated;
		}
		set tableCreated(value) {
			this._tableCreated = typeof value === "undefined" ? false : !!value;
		}
		get clearExpiredByTimeout() {
			return this._clearExpiredByTimeout;
		}
		set clearExpiredByTimeout(value) {
			this._clearExpiredByTimeout = typeof value === "undefined" ? true : Boolean(value);
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			const [row] = result;
			res.isFirstInDuration = changedPoints === row.points;
			res.consumedPoints = res.isFirstInDuration ? changedPoints : row.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = row.expire ? Math.max(row.expire - Date.now(), 0) : -1;
			return res;
		}
		_upsertTransaction(conn, key, points, msDuration, forceExpire) {
			return new Promise((resolve, reject) => {
				conn.query("BEGIN", (errBegin) => {
					if (errBegin) {
						conn.rollback();
						return reject(errBegin);
					}
					const dateNow = Date.now();
					const newExpire = msDuration > 0 ? dateNow + msDuration : null;
					let q;
					let values;
					if (forceExpire) {
						q = `INSERT INTO ??.?? VALUES (?, ?, ?)
          ON DUPLICATE KEY UPDATE 
            points = ?, 
            expire = ?;`;
						values = [
							this.dbName,
							this.tableName,
							key,
							points,
							newExpire,
							points,
							newExpire
						];
					} else {
						q = `INSERT INTO ??.?? VALUES (?, ?, ?)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= ?, ?, points + (?)), 
            expire = IF(expire <= ?, ?, expire);`;
						values = [
							this.dbName,
							this.tableName,
							key,
							points,
							newExpire,
							dateNow,
							points,
							points,
							dateNow,
							newExpire
						];
					}
					conn.query(q, values, (errUpsert) => {
						if (errUpsert) {
							conn.rollback();
							return reject(errUpsert);
						}
						conn.query("SELECT points, expire FROM ??.?? WHERE `key` = ?;", [
							this.dbName,
							this.tableName,
							key
						], (errSelect, res) => {
							if (errSelect) {
								conn.rollback();
								return reject(errSelect);
							}
							conn.query("COMMIT", (err) => {
								if (err) {
									conn.rollback();
									return reject(err);
								}
								resolve(res);
							});
						});
					});
				});
			});
		}
		_upsert(key, points, msDuration, forceExpire = false) {
			if (!this.tableCreated) return Promise.reject(Error("Table is not created yet"));
			return new Promise((resolve, reject) => {
				this._getConnection().then((conn) => {
					this._upsertTransaction(conn, key, points, msDuration, forceExpire).then((res) => {
						resolve(res);
						this._releaseConnection(conn);
					}).catch((err) => {
						reject(err);
						this._releaseConnection(conn);
					});
				}).catch((err) => {
					reject(err);
				});
			});
		}
		_get(rlKey) {
			if (!this.tableCreated) return Promise.reject(Error("Table is not created yet"));
			return new Promise((resolve, reject) => {
				this._getConnection().then((conn) => {
					conn.query("SELECT points, expire FROM ??.?? WHERE `key` = ? AND (`expire` > ? OR `expire` IS NULL)", [
						this.dbName,
						this.tableName,
						rlKey,
						Date.now()
					], (err, res) => {
						if (err) reject(err);
						else if (res.length === 0) resolve(null);
						else resolve(res);
						this._releaseConnection(conn);
					});
				}).catch((err) => {
					reject(err);
				});
			});
		}
		_delete(rlKey) {
			if (!this.tableCreated) return Promise.reject(Error("Table is not created yet"));
			return new Promise((resolve, reject) => {
				this._getConnection().then((conn) => {
					conn.query("DELETE FROM ??.?? WHERE `key` = ?", [
						this.dbName,
						this.tableName,
						rlKey
					], (err, res) => {
						if (err) reject(err);
						else resolve(res.affectedRows > 0);
						this._releaseConnection(conn);
					});
				}).catch((err) => {
					reject(err);
				});
			});
		}
	};
	module.exports = RateLimiterMySQL;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterPostgres.js
var require_RateLimiterPostgres = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterPostgres = class extends RateLimiterStoreAbstract {
		/**
		* @callback callback
		* @param {Object} err
		*
		* @param {Object} opts
		* @param {callback} cb
		* Defaults {
		*   ... see other in RateLimiterStoreAbstract
		*
		*   storeClient: postgresClient,
		*   storeType: 'knex', // required only for Knex instance
		*   tableName: 'string',
		*   schemaName: 'string', // optional
		* }
		*/
		constructor(opts, cb = null) {
			super(opts);
			this.client = opts.storeClient;
			this.clientType = opts.storeType;
			this.tableName = opts.tableName;
			this.schemaName = opts.schemaName;
			this.clearExpiredByTimeout = opts.clearExpiredByTimeout;
			this.tableCreated = opts.tableCreated;
			if (!this.tableCreated) this._createTable().then(() => {
				this.tableCreated = true;
				if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
				if (typeof cb === "function") cb();
			}).catch((err) => {
				if (typeof cb === "function") cb(err);
				else throw err;
			});
			else {
				if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
				if (typeof cb === "function") cb();
			}
		}
		_getTableIdentifier() {
			return this.schemaName ? `"${this.schemaName}"."${this.tableName}"` : `"${this.tableName}"`;
		}
		clearExpired(expire) {
			return new Promise((resolve) => {
				const q = {
					name: "rlflx-clear-expired",
					text: `DELETE FROM ${this._getTableIdentifier()} WHERE expire < $1`,
					values: [expire]
				};
				this._query(q).then(() => {
					resolve();
				}).catch(() => {
					resolve();
				});
			});
		}
		/**
		* Delete all rows expired 1 hour ago once per 5 minutes
		*
		* @private
		*/
		_clearExpiredHourAgo() {
			if (this._clearExpiredTimeoutId) clearTimeout(this._clearExpiredTimeoutId);
			this._clearExpiredTimeoutId = setTimeout(() => {
				this.clearExpired(Date.now() - 36e5).then(() => {
					this._clearExpiredHourAgo();
				});
			}, 3e5);
			this._clearExpiredTimeoutId.unref();
		}
		/**
		*
		* @return Promise<any>
		* @private
		*/
		_getConnection() {
			switch (this.clientType) {
				case "pool": return Promise.resolve(this.client);
				case "sequelize": return this._getSequelizeConnectionManager().getConnection();
				case "knex": return this.client.client.acquireConnection();
				case "typeorm": return Promise.resolve(this.client.driver.master);
				default: return Promise.resolve(this.client);
			}
		}
		_releaseConnection(conn) {
			switch (this.clientType) {
				case "pool": return true;
				case "sequelize": return this._getSequelizeConnectionManager().releaseConnection(conn);
				case "knex": return this.client.client.releaseConnection(conn);
				case "typeorm": return true;
				default: return true;
			}
		}
		_getSequelizeConnectionManager() {
			let connectionManager;
			let accessError;
			try {
				connectionManager = this.client.connectionManager;
			} catch (err) {
				accessError = err;
			}
			if (connectionManager) return connectionManager;
			if (this.client.dialect && this.client.dialect.connectionManager) return this.client.dialect.connectionManager;
			if (accessError) throw accessError;
			throw new Error("Sequelize connection manager is not available");
		}
		/**
		*
		* @returns {Promise<any>}
		* @private
		*/
		_createTable() {
			return new Promise((resolve, reject) => {
				this._query({ text: this._getCreateTableStmt() }).then(() => {
					resolve();
				}).catch((err) => {
					if (err.code === "23505") resolve();
					else reject(err);
				});
			});
		}
		_getCreateTableStmt() {
			return `CREATE TABLE IF NOT EXISTS ${this._getTableIdentifier()} (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );`;
		}
		get clientType() {
			return this._clientType;
		}
		set clientType(value) {
			const constructorName = this.client.constructor.name;
			if (typeof value === "undefined") {
				if (constructorName === "Client") value = "client";
				else if (constructorName === "Pool" || constructorName === "BoundPool") value = "pool";
				else if (constructorName === "Sequelize") value = "sequelize";
				else throw new Error("storeType is not defined");
			}
			this._clientType = value.toLowerCase();
		}
		get tableName() {
			return this._tableName;
		}
		set tableName(value) {
			this._tableName = typeof value === "undefined" ? this.keyPrefix : value;
		}
		get schemaName() {
			return this._schemaName;
		}
		set schemaName(value) {
			this._schemaName = value;
		}
		get tableCreated() {
			return this._tableCreated;
		}
		set tableCreated(value) {
			this._tableCreated = typeof value === "undefined" ? false : !!value;
		}
		get clearExpiredByTimeout() {
			return this._clearExpiredByTimeout;
		}
		set clearExpiredByTimeout(value) {
			this._clearExpiredByTimeout = typeof value === "undefined" ? true : Boolean(value);
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			const row = result.rows[0];
			res.isFirstInDuration = changedPoints === row.points;
			res.consumedPoints = res.isFirstInDuration ? changedPoints : row.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = row.expire ? Math.max(row.expire - Date.now(), 0) : -1;
			return res;
		}
		_query(q) {
			const prefix = this.tableName.toLowerCase();
			const queryObj = {
				text: q.text,
				values: q.values
			};
			if (q.name) queryObj.name = `${prefix}:${q.name}`;
			return new Promise((resolve, reject) => {
				this._getConnection().then((conn) => {
					conn.query(queryObj).then((res) => {
						resolve(res);
						this._releaseConnection(conn);
					}).catch((err) => {
						reject(err);
						this._releaseConnection(conn);
					});
				}).catch((err) => {
					reject(err);
				});
			});
		}
		_upsert(key, points, msDuration, forceExpire = false) {
			if (!this.tableCreated) return Promise.reject(Error("Table is not created yet"));
			const newExpire = msDuration > 0 ? Date.now() + msDuration : null;
			const expireQ = forceExpire ? " $3 " : ` CASE
             WHEN ${this._getTableIdentifier()}.expire <= $4 THEN $3
             ELSE ${this._getTableIdentifier()}.expire
            END `;
			return this._query({
				name: forceExpire ? "rlflx-upsert-force" : "rlflx-upsert",
				text: `
            INSERT INTO ${this._getTableIdentifier()} VALUES ($1, $2, $3)
              ON CONFLICT(key) DO UPDATE SET
                points = CASE
                          WHEN (${this._getTableIdentifier()}.expire <= $4 OR 1=${forceExpire ? 1 : 0}) THEN $2
                          ELSE ${this._getTableIdentifier()}.points + ($2)
                         END,
                expire = ${expireQ}
            RETURNING points, expire;`,
				values: [
					key,
					points,
					newExpire,
					Date.now()
				]
			});
		}
		_get(rlKey) {
			if (!this.tableCreated) return Promise.reject(Error("Table is not created yet"));
			return new Promise((resolve, reject) => {
				this._query({
					name: "rlflx-get",
					text: `
            SELECT points, expire FROM ${this._getTableIdentifier()} WHERE key = $1 AND (expire > $2 OR expire IS NULL);`,
					values: [rlKey, Date.now()]
				}).then((res) => {
					if (res.rowCount === 0) res = null;
					resolve(res);
				}).catch((err) => {
					reject(err);
				});
			});
		}
		_delete(rlKey) {
			if (!this.tableCreated) return Promise.reject(Error("Table is not created yet"));
			return this._query({
				name: "rlflx-delete",
				text: `DELETE FROM ${this._getTableIdentifier()} WHERE key = $1`,
				values: [rlKey]
			}).then((res) => res.rowCount > 0);
		}
	};
	module.exports = RateLimiterPostgres;
}));
// node_modules/rate-limiter-flexible/lib/component/MemoryStorage/Record.js
var require_Record = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class Record {
		/**
		*
		* @param value int
		* @param expiresAt Number|Date
		* @param timeoutId
		*/
		constructor(value, expiresAt, timeoutId = null) {
			this.value = value;
			this.expiresAt = expiresAt;
			this.timeoutId = timeoutId;
		}
		get value() {
			return this._value;
		}
		set value(value) {
			this._value = parseInt(value, 10);
		}
		get expiresAt() {
			return this._expiresAt;
		}
		set expiresAt(value) {
			if (value instanceof Date) this._expiresAt = value.getTime();
			else this._expiresAt = value;
		}
		get timeoutId() {
			return this._timeoutId;
		}
		set timeoutId(value) {
			this._timeoutId = value;
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/component/MemoryStorage/MemoryStorage.js
var require_MemoryStorage = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const Record = require_Record();
	const RateLimiterRes = require_RateLimiterRes();
	module.exports = class MemoryStorage {
		constructor() {
			/**
			* @type {Map<string, Record>}
			* @private
			*/
			this._storage = /* @__PURE__ */ new Map();
		}
		incrby(key, value, durationSec) {
			const record = this._storage.get(key);
			if (record) {
				const msBeforeExpires = record.expiresAt ? record.expiresAt - Date.now() : -1;
				if (!record.expiresAt || msBeforeExpires > 0) {
					record.value = record.value + value;
					return new RateLimiterRes(0, msBeforeExpires, record.value, false);
				}
				return this.set(key, value, durationSec);
			}
			return this.set(key, value, durationSec);
		}
		set(key, value, durationSec) {
			const durationMs = durationSec * 1e3;
			const existingRecord = this._storage.get(key);
			if (existingRecord && existingRecord.timeoutId) clearTimeout(existingRecord.timeoutId);
			const record = new Record(value, durationMs > 0 ? Date.now() + durationMs : null);
			this._storage.set(key, record);
			if (durationMs > 0) {
				record.timeoutId = setTimeout(() => {
					this._storage.delete(key);
				}, durationMs);
				if (record.timeoutId.unref) record.timeoutId.unref();
			}
			return new RateLimiterRes(0, durationMs === 0 ? -1 : durationMs, record.value, true);
		}
		/**
		*
		* @param key
		* @returns {*}
		*/
		get(key) {
			const record = this._storage.get(key);
			if (record) {
				const msBeforeExpires = record.expiresAt ? record.expiresAt - Date.now() : -1;
				return new RateLimiterRes(0, msBeforeExpires, record.value, false);
			}
			return null;
		}
		/**
		*
		* @param key
		* @returns {boolean}
		*/
		delete(key) {
			const record = this._storage.get(key);
			if (record) {
				if (record.timeoutId) clearTimeout(record.timeoutId);
				this._storage.delete(key);
				return true;
			}
			return false;
		}
		/**
		* @internal
		* @param key
		* @param value
		* @param expiresAt
		*/
		_restoreRecord(key, value, expiresAt) {
			const now = Date.now();
			const hasExpiresAt = expiresAt !== null;
			if (hasExpiresAt && !Number.isFinite(expiresAt)) return;
			if (hasExpiresAt && expiresAt <= now) return;
			const durationMs = hasExpiresAt ? expiresAt - now : 0;
			const existingRecord = this._storage.get(key);
			if (existingRecord && existingRecord.timeoutId) clearTimeout(existingRecord.timeoutId);
			const record = new Record(value, expiresAt);
			this._storage.set(key, record);
			if (durationMs > 0) {
				record.timeoutId = setTimeout(() => {
					this._storage.delete(key);
				}, durationMs);
				if (record.timeoutId.unref) record.timeoutId.unref();
			}
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterMemory.js
var require_RateLimiterMemory = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterAbstract = require_RateLimiterAbstract();
	const MemoryStorage = require_MemoryStorage();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterMemory = class extends RateLimiterAbstract {
		constructor(opts = {}) {
			super(opts);
			this._memoryStorage = new MemoryStorage();
		}
		/**
		*
		* @param key
		* @param pointsToConsume
		* @param {Object} options
		* @returns {Promise<RateLimiterRes>}
		*/
		consume(key, pointsToConsume = 1, options = {}) {
			return new Promise((resolve, reject) => {
				const rlKey = this.getKey(key);
				const secDuration = this._getKeySecDuration(options);
				let res = this._memoryStorage.incrby(rlKey, pointsToConsume, secDuration);
				res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
				if (res.consumedPoints > this.points) {
					if (this.blockDuration > 0 && res.consumedPoints <= this.points + pointsToConsume) res = this._memoryStorage.set(rlKey, res.consumedPoints, this.blockDuration);
					reject(res);
				} else if (this.execEvenly && this.points > 0 && res.msBeforeNext > 0 && !res.isFirstInDuration) {
					let delay = Math.ceil(res.msBeforeNext / (res.remainingPoints + 2));
					if (delay < this.execEvenlyMinDelayMs) delay = res.consumedPoints * this.execEvenlyMinDelayMs;
					res.msBeforeNext = Math.max(res.msBeforeNext - delay, 0);
					setTimeout(resolve, delay, res);
				} else resolve(res);
			});
		}
		penalty(key, points = 1, options = {}) {
			const rlKey = this.getKey(key);
			return new Promise((resolve) => {
				const secDuration = this._getKeySecDuration(options);
				const res = this._memoryStorage.incrby(rlKey, points, secDuration);
				res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
				resolve(res);
			});
		}
		reward(key, points = 1, options = {}) {
			const rlKey = this.getKey(key);
			return new Promise((resolve) => {
				const secDuration = this._getKeySecDuration(options);
				const res = this._memoryStorage.incrby(rlKey, -points, secDuration);
				res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
				resolve(res);
			});
		}
		/**
		* Block any key for secDuration seconds
		*
		* @param key
		* @param secDuration
		*/
		block(key, secDuration) {
			const msDuration = secDuration * 1e3;
			const initPoints = this.points + 1;
			this._memoryStorage.set(this.getKey(key), initPoints, secDuration);
			return Promise.resolve(new RateLimiterRes(0, msDuration === 0 ? -1 : msDuration, initPoints));
		}
		set(key, points, secDuration) {
			const msDuration = (secDuration >= 0 ? secDuration : this.duration) * 1e3;
			this._memoryStorage.set(this.getKey(key), points, secDuration);
			return Promise.resolve(new RateLimiterRes(0, msDuration === 0 ? -1 : msDuration, points));
		}
		get(key) {
			const res = this._memoryStorage.get(this.getKey(key));
			if (res !== null) res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			return Promise.resolve(res);
		}
		delete(key) {
			return Promise.resolve(this._memoryStorage.delete(this.getKey(key)));
		}
		dump() {
			const storage = [];
			for (const [key, record] of this._memoryStorage._storage) storage.push({
				key: this.parseKey(key),
				value: record.value,
				expiresAt: record.expiresAt
			});
			return {
				version: 1,
				dumpedAt: Date.now(),
				storage
			};
		}
		/**
		* Restores rate-limiter state from a previously dumped snapshot.
		*
		* Each entry is classified into one of three buckets:
		*  - **invalid**  – the item is not an object or has a malformed schema (bad key, value or expiry type).
		*  - **expired**  – the item has logically expired based on current timestamp.
		*  - **restored** – the item was valid and successfully loaded into storage.
		*
		* @param {Object}  data            - Snapshot produced by {@link dump}.
		* @param {boolean} [detailResponse=false] - When `true`, each bucket also
		*   carries a `keys` array listing every affected key.
		* @returns {{ invalid, expired, restored } | undefined} Summary counts (and
		*   optionally keys).  Returns `undefined` when `data` fails schema checks.
		*/
		restore(data, detailResponse = false) {
			if (!data || typeof data !== "object" || data.version !== 1) return;
			const response = detailResponse ? {
				invalid: {
					count: 0,
					keys: []
				},
				expired: {
					count: 0,
					keys: []
				},
				restored: {
					count: 0,
					keys: []
				}
			} : {
				invalid: 0,
				expired: 0,
				restored: 0
			};
			/**
			* Increments the named bucket and, in detail mode, appends the key.
			* @param {'invalid'|'expired'|'restored'} bucket
			* @param {string|number} key
			*/
			const record = (bucket, key) => {
				if (detailResponse) {
					response[bucket].count += 1;
					response[bucket].keys.push(key);
				} else response[bucket] += 1;
			};
			if (!Array.isArray(data.storage)) return response;
			for (const item of data.storage) {
				if (!item || typeof item !== "object") {
					record("invalid", "N/A");
					continue;
				}
				const isValidKey = typeof item.key === "string" || typeof item.key === "number";
				const isValidValue = Number.isFinite(item.value);
				const isValidExpiry = item.expiresAt === null || Number.isFinite(item.expiresAt);
				if (!isValidKey || !isValidValue || !isValidExpiry) {
					record("invalid", item.key);
					continue;
				}
				if (item.expiresAt !== null && item.expiresAt <= Date.now()) {
					record("expired", item.key);
					continue;
				}
				this._memoryStorage._restoreRecord(this.getKey(item.key), item.value, item.expiresAt);
				record("restored", item.key);
			}
			return response;
		}
	};
	module.exports = RateLimiterMemory;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterCluster.js
var require_RateLimiterCluster = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Implements rate limiting in cluster using built-in IPC
	*
	* Two classes are described here: master and worker
	* Master have to be create in the master process without any options.
	* Any number of rate limiters can be created in workers, but each rate limiter must be with unique keyPrefix
	*
	* Workflow:
	* 1. master rate limiter created in master process
	* 2. worker rate limiter sends 'init' message with necessary options during creating
	* 3. master receives options and adds new rate limiter by keyPrefix if it isn't created yet
	* 4. master sends 'init' back to worker's rate limiter
	* 5. worker can process requests immediately,
	*    but they will be postponed by 'workerWaitInit' until master sends 'init' to worker
	* 6. every request to worker rate limiter creates a promise
	* 7. if master doesn't response for 'timeout', promise is rejected
	* 8. master sends 'resolve' or 'reject' command to worker
	* 9. worker resolves or rejects promise depending on message from master
	*
	*/
	const cluster = __require("cluster");
	const crypto = __require("crypto");
	const RateLimiterAbstract = require_RateLimiterAbstract();
	const RateLimiterMemory = require_RateLimiterMemory();
	const RateLimiterRes = require_RateLimiterRes();
	const channel = "rate_limiter_flexible";
	let masterInstance = null;
	const masterSendToWorker = function(worker, msg, type, res) {
		let data;
		if (res === null || res === true || res === false) data = res;
		else data = {
			remainingPoints: res.remainingPoints,
			msBeforeNext: res.msBeforeNext,
			consumedPoints: res.consumedPoints,
			isFirstInDuration: res.isFirstInDuration
		};
		worker.send({
			channel,
			keyPrefix: msg.keyPrefix,
			promiseId: msg.promiseId,
			type,
			data
		});
	};
	const workerWaitInit = function(payload) {
		setTimeout(() => {
			if (this._initiated) process.send(payload);
			else if (typeof this._promises[payload.promiseId] !== "undefined") workerWaitInit.call(this, payload);
		}, 30);
	};
	const workerSendToMaster = function(func, promiseId, key, arg, opts) {
		const payload = {
			channel,
			keyPrefix: this.keyPrefix,
			func,
			promiseId,
			data: {
				key,
				arg,
				opts
			}
		};
		if (!this._initiated) workerWaitInit.call(this, payload);
		else process.send(payload);
	};
	const masterProcessMsg = function(worker, msg) {
		if (!msg || msg.channel !== channel || typeof this._rateLimiters[msg.keyPrefix] === "undefined") return false;
		let promise;
		switch (msg.func) {
			case "consume":
				promise = this._rateLimiters[msg.keyPrefix].consume(msg.data.key, msg.data.arg, msg.data.opts);
				break;
			case "penalty":
				promise = this._rateLimiters[msg.keyPrefix].penalty(msg.data.key, msg.data.arg, msg.data.opts);
				break;
			case "reward":
				promise = this._rateLimiters[msg.keyPrefix].reward(msg.data.key, msg.data.arg, msg.data.opts);
				break;
			case "block":
				promise = this._rateLimiters[msg.keyPrefix].block(msg.data.key, msg.data.arg, msg.data.opts);
				break;
			case "get":
				promise = this._rateLimiters[msg.keyPrefix].get(msg.data.key, msg.data.opts);
				break;
			case "delete":
				promise = this._rateLimiters[msg.keyPrefix].delete(msg.data.key, msg.data.opts);
				break;
			default: return false;
		}
		if (promise) promise.then((res) => {
			masterSendToWorker(worker, msg, "resolve", res);
		}).catch((rejRes) => {
			masterSendToWorker(worker, msg, "reject", rejRes);
		});
	};
	const workerProcessMsg = function(msg) {
		if (!msg || msg.channel !== channel || msg.keyPrefix !== this.keyPrefix) return false;
		if (this._promises[msg.promiseId]) {
			clearTimeout(this._promises[msg.promiseId].timeoutId);
			let res;
			if (msg.data === null || msg.data === true || msg.data === false) res = msg.data;
			else res = new RateLimiterRes(msg.data.remainingPoints, msg.data.msBeforeNext, msg.data.consumedPoints, msg.data.isFirstInDuration);
			switch (msg.type) {
				case "resolve":
					this._promises[msg.promiseId].resolve(res);
					break;
				case "reject":
					this._promises[msg.promiseId].reject(res);
					break;
				default: throw new Error(`RateLimiterCluster: no such message type '${msg.type}'`);
			}
			delete this._promises[msg.promiseId];
		}
	};
	/**
	* Prepare options to send to master
	* Master will create rate limiter depending on options
	*
	* @returns {{points: *, duration: *, blockDuration: *, execEvenly: *, execEvenlyMinDelayMs: *, keyPrefix: *}}
	*/
	const getOpts = function() {
		return {
			points: this.points,
			duration: this.duration,
			blockDuration: this.blockDuration,
			execEvenly: this.execEvenly,
			execEvenlyMinDelayMs: this.execEvenlyMinDelayMs,
			keyPrefix: this.keyPrefix
		};
	};
	const savePromise = function(resolve, reject) {
		const hrtime = process.hrtime();
		let promiseId = hrtime[0].toString() + hrtime[1].toString();
		if (typeof this._promises[promiseId] !== "undefined") promiseId += crypto.randomBytes(12).toString("base64");
		this._promises[promiseId] = {
			resolve,
			reject,
			timeoutId: setTimeout(() => {
				delete this._promises[promiseId];
				reject(/* @__PURE__ */ new Error("RateLimiterCluster timeout: no answer from master in time"));
			}, this.timeoutMs)
		};
		return promiseId;
	};
	var RateLimiterClusterMaster = class {
		constructor() {
			if (masterInstance) return masterInstance;
			this._rateLimiters = {};
			cluster.setMaxListeners(0);
			cluster.on("message", (worker, msg) => {
				if (msg && msg.channel === channel && msg.type === "init") {
					if (typeof this._rateLimiters[msg.opts.keyPrefix] === "undefined") this._rateLimiters[msg.opts.keyPrefix] = new RateLimiterMemory(msg.opts);
					worker.send({
						channel,
						type: "init",
						keyPrefix: msg.opts.keyPrefix
					});
				} else masterProcessMsg.call(this, worker, msg);
			});
			masterInstance = this;
		}
	};
	var RateLimiterClusterMasterPM2 = class {
		constructor(pm2) {
			if (masterInstance) return masterInstance;
			this._rateLimiters = {};
			pm2.launchBus((err, pm2Bus) => {
				pm2Bus.on("process:msg", (packet) => {
					const msg = packet.raw;
					if (msg && msg.channel === channel && msg.type === "init") {
						if (typeof this._rateLimiters[msg.opts.keyPrefix] === "undefined") this._rateLimiters[msg.opts.keyPrefix] = new RateLimiterMemory(msg.opts);
						pm2.sendDataToProcessId(packet.process.pm_id, {
							data: {},
							topic: channel,
							channel,
							type: "init",
							keyPrefix: msg.opts.keyPrefix
						}, (sendErr, res) => {
							if (sendErr) console.log(sendErr, res);
						});
					} else masterProcessMsg.call(this, { send: (msgData) => {
						const pm2Message = msgData;
						pm2Message.topic = channel;
						if (typeof pm2Message.data === "undefined") pm2Message.data = {};
						pm2.sendDataToProcessId(packet.process.pm_id, pm2Message, (sendErr, res) => {
							if (sendErr) console.log(sendErr, res);
						});
					} }, msg);
				});
			});
			masterInstance = this;
		}
	};
	var RateLimiterClusterWorker = class extends RateLimiterAbstract {
		get timeoutMs() {
			return this._timeoutMs;
		}
		set timeoutMs(value) {
			this._timeoutMs = typeof value === "undefined" ? 5e3 : Math.abs(parseInt(value));
		}
		constructor(opts = {}) {
			super(opts);
			process.setMaxListeners(0);
			this.timeoutMs = opts.timeoutMs;
			this._initiated = false;
			process.on("message", (msg) => {
				if (msg && msg.channel === channel && msg.type === "init" && msg.keyPrefix === this.keyPrefix) this._initiated = true;
				else workerProcessMsg.call(this, msg);
			});
			process.send({
				channel,
				type: "init",
				opts: getOpts.call(this)
			});
			this._promises = {};
		}
		consume(key, pointsToConsume = 1, options = {}) {
			return new Promise((resolve, reject) => {
				const promiseId = savePromise.call(this, resolve, reject);
				workerSendToMaster.call(this, "consume", promiseId, key, pointsToConsume, options);
			});
		}
		penalty(key, points = 1, options = {}) {
			return new Promise((resolve, reject) => {
				const promiseId = savePromise.call(this, resolve, reject);
				workerSendToMaster.call(this, "penalty", promiseId, key, points, options);
			});
		}
		reward(key, points = 1, options = {}) {
			return new Promise((resolve, reject) => {
				const promiseId = savePromise.call(this, resolve, reject);
				workerSendToMaster.call(this, "reward", promiseId, key, points, options);
			});
		}
		block(key, secDuration, options = {}) {
			return new Promise((resolve, reject) => {
				const promiseId = savePromise.call(this, resolve, reject);
				workerSendToMaster.call(this, "block", promiseId, key, secDuration, options);
			});
		}
		get(key, options = {}) {
			return new Promise((resolve, reject) => {
				const promiseId = savePromise.call(this, resolve, reject);
				workerSendToMaster.call(this, "get", promiseId, key, options);
			});
		}
		delete(key, options = {}) {
			return new Promise((resolve, reject) => {
				const promiseId = savePromise.call(this, resolve, reject);
				workerSendToMaster.call(this, "delete", promiseId, key, options);
			});
		}
	};
	module.exports = {
		RateLimiterClusterMaster,
		RateLimiterClusterMasterPM2,
		RateLimiterCluster: RateLimiterClusterWorker
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterMemcache.js
var require_RateLimiterMemcache = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterMemcache = class extends RateLimiterStoreAbstract {
		/**
		*
		* @param {Object} opts
		* Defaults {
		*   ... see other in RateLimiterStoreAbstract
		*
		*   storeClient: memcacheClient
		* }
		*/
		constructor(opts) {
			super(opts);
			this.client = opts.storeClient;
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			res.consumedPoints = parseInt(result.consumedPoints);
			res.isFirstInDuration = result.consumedPoints === changedPoints;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = result.msBeforeNext;
			return res;
		}
		_upsert(rlKey, points, msDuration, forceExpire = false, options = {}) {
			return new Promise((resolve, reject) => {
				const nowMs = Date.now();
				const secDuration = Math.floor(msDuration / 1e3);
				if (forceExpire) this.client.set(rlKey, points, secDuration, (err) => {
					if (!err) this.client.set(`${rlKey}_expire`, secDuration > 0 ? nowMs + secDuration * 1e3 : -1, secDuration, () => {
						resolve({
							consumedPoints: points,
							msBeforeNext: secDuration > 0 ? secDuration * 1e3 : -1
						});
					});
					else reject(err);
				});
				else this.client.incr(rlKey, points, (err, consumedPoints) => {
					if (err || consumedPoints === false) this.client.add(rlKey, points, secDuration, (errAddKey, createdNew) => {
						if (errAddKey || !createdNew) {
							if (typeof options.attemptNumber === "undefined" || options.attemptNumber < 3) {
								const nextOptions = Object.assign({}, options);
								nextOptions.attemptNumber = nextOptions.attemptNumber ? nextOptions.attemptNumber + 1 : 1;
								this._upsert(rlKey, points, msDuration, forceExpire, nextOptions).then((resUpsert) => resolve(resUpsert)).catch((errUpsert) => reject(errUpsert));
							} else reject(/* @__PURE__ */ new Error("Can not add key"));
						} else this.client.add(`${rlKey}_expire`, secDuration > 0 ? nowMs + secDuration * 1e3 : -1, secDuration, () => {
							resolve({
								consumedPoints: points,
								msBeforeNext: secDuration > 0 ? secDuration * 1e3 : -1
							});
						});
					});
					else this.client.get(`${rlKey}_expire`, (errGetExpire, resGetExpireMs) => {
						if (errGetExpire) reject(errGetExpire);
						else {
							const expireMs = resGetExpireMs === false ? 0 : resGetExpireMs;
							resolve({
								consumedPoints,
								msBeforeNext: expireMs >= 0 ? Math.max(expireMs - nowMs, 0) : -1
							});
						}
					});
				});
			});
		}
		_get(rlKey) {
			return new Promise((resolve, reject) => {
				const nowMs = Date.now();
				this.client.get(rlKey, (err, consumedPoints) => {
					if (!consumedPoints) resolve(null);
					else this.client.get(`${rlKey}_expire`, (errGetExpire, resGetExpireMs) => {
						if (errGetExpire) reject(errGetExpire);
						else {
							const expireMs = resGetExpireMs === false ? 0 : resGetExpireMs;
							resolve({
								consumedPoints,
								msBeforeNext: expireMs >= 0 ? Math.max(expireMs - nowMs, 0) : -1
							});
						}
					});
				});
			});
		}
		_delete(rlKey) {
			return new Promise((resolve, reject) => {
				this.client.del(rlKey, (err, res) => {
					if (err) reject(err);
					else if (res === false) resolve(res);
					else this.client.del(`${rlKey}_expire`, (errDelExpire) => {
						if (errDelExpire) reject(errDelExpire);
						else resolve(res);
					});
				});
			});
		}
	};
	module.exports = RateLimiterMemcache;
}));
// node_modules/rate-limiter-flexible/lib/RLWrapperBlackAndWhite.js
var require_RLWrapperBlackAndWhite = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterRes = require_RateLimiterRes();
	const RateLimiterCompatibleAbstract = require_RateLimiterCompatibleAbstract();
	module.exports = class RLWrapperBlackAndWhite extends RateLimiterCompatibleAbstract {
		constructor(opts = {}) {
			super();
			this.limiter = opts.limiter;
			this.blackList = opts.blackList;
			this.whiteList = opts.whiteList;
			this.isBlackListed = opts.isBlackListed;
			this.isWhiteListed = opts.isWhiteListed;
			this.runActionAnyway = opts.runActionAnyway;
		}
		get limiter() {
			return this._limiter;
		}
		set limiter(value) {
			if (typeof value === "undefined") throw new Error("limiter is not set");
			this._limiter = value;
		}
		get keyPrefix() {
			return this.limiter.keyPrefix;
		}
		get blockDuration() {
			return this.limiter.blockDuration;
		}
		set blockDuration(value) {
			this.limiter.blockDuration = value;
		}
		get execEvenly() {
			return this.limiter.execEvenly;
		}
		set execEvenly(value) {
			this.limiter.execEvenly = value;
		}
		get runActionAnyway() {
			return this._runActionAnyway;
		}
		set runActionAnyway(value) {
			this._runActionAnyway = typeof value === "undefined" ? false : value;
		}
		get blackList() {
			return this._blackList;
		}
		set blackList(value) {
			this._blackList = Array.isArray(value) ? value : [];
		}
		get isBlackListed() {
			return this._isBlackListed;
		}
		set isBlackListed(func) {
			if (typeof func === "undefined") func = () => false;
			if (typeof func !== "function") throw new Error("isBlackListed must be function");
			this._isBlackListed = func;
		}
		get whiteList() {
			return this._whiteList;
		}
		set whiteList(value) {
			this._whiteList = Array.isArray(value) ? value : [];
		}
		get isWhiteListed() {
			return this._isWhiteListed;
		}
		set isWhiteListed(func) {
			if (typeof func === "undefined") func = () => false;
			if (typeof func !== "function") throw new Error("isWhiteListed must be function");
			this._isWhiteListed = func;
		}
		isBlackListedSomewhere(key) {
			return this.blackList.indexOf(key) >= 0 || this.isBlackListed(key);
		}
		isWhiteListedSomewhere(key) {
			return this.whiteList.indexOf(key) >= 0 || this.isWhiteListed(key);
		}
		getBlackRes() {
			return new RateLimiterRes(0, Number.MAX_SAFE_INTEGER, 0, false);
		}
		getWhiteRes() {
			return new RateLimiterRes(Number.MAX_SAFE_INTEGER, 0, 0, false);
		}
		rejectBlack() {
			return Promise.reject(this.getBlackRes());
		}
		resolveBlack() {
			return Promise.resolve(this.getBlackRes());
		}
		resolveWhite() {
			return Promise.resolve(this.getWhiteRes());
		}
		_execAction(action, key, args, rejectOnBlack = false) {
			let res;
			if (this.isWhiteListedSomewhere(key)) res = this.resolveWhite();
			else if (this.isBlackListedSomewhere(key)) res = rejectOnBlack ? this.rejectBlack() : this.resolveBlack();
			if (typeof res === "undefined") return this.limiter[action](key, ...args);
			if (this.runActionAnyway) this.limiter[action](key, ...args).catch(() => {});
			return res;
		}
		consume(key, pointsToConsume = 1, options = {}) {
			return this._execAction("consume", key, [pointsToConsume, options], true);
		}
		block(key, secDuration, options = {}) {
			return this._execAction("block", key, [secDuration, options]);
		}
		penalty(key, points = 1, options = {}) {
			return this._execAction("penalty", key, [points, options]);
		}
		reward(key, points = 1, options = {}) {
			return this._execAction("reward", key, [points, options]);
		}
		get(key, options = {}) {
			if (this.runActionAnyway) return this.limiter.get(key, options);
			return this._execAction("get", key, [options]);
		}
		set(key, points, secDuration, options = {}) {
			return this._execAction("set", key, [
				points,
				secDuration,
				options
			]);
		}
		delete(key, options = {}) {
			return this.limiter.delete(key, options);
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RLWrapperTimeouts.js
var require_RLWrapperTimeouts = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterInsuredAbstract = require_RateLimiterInsuredAbstract();
	const isRateLimiterCompatible = require_isRateLimiterCompatible();
	module.exports = class RLWrapperTimeouts extends RateLimiterInsuredAbstract {
		constructor(opts = {}) {
			super({
				...opts,
				points: 0,
				duration: 0
			});
			this.limiter = opts.limiter;
			this.timeoutMs = opts.timeoutMs || 0;
		}
		get limiter() {
			return this._limiter;
		}
		set limiter(limiter) {
			if (!isRateLimiterCompatible(limiter)) throw new TypeError("limiter must be an instance of RateLimiterAbstract or RateLimiterCompatibleAbstract");
			this._limiter = limiter;
			if (!this.insuranceLimiter && limiter instanceof RateLimiterInsuredAbstract) this.insuranceLimiter = limiter.insuranceLimiter;
		}
		get timeoutMs() {
			return this._timeoutMs;
		}
		set timeoutMs(value) {
			if (typeof value !== "number" || value < 0) throw new TypeError("timeoutMs must be a non-negative number");
			this._timeoutMs = value;
		}
		_run(funcName, params) {
			return new Promise(async (resolve, reject) => {
				const timeout = setTimeout(() => {
					return reject(/* @__PURE__ */ new Error("Operation timed out"));
				}, this.timeoutMs);
				await this.limiter[funcName](...params).then((result) => {
					clearTimeout(timeout);
					resolve(result);
				}).catch((err) => {
					clearTimeout(timeout);
					reject(err);
				});
			});
		}
		_consume(key, pointsToConsume = 1, options = {}) {
			return this._run("consume", [
				key,
				pointsToConsume,
				options
			]);
		}
		_penalty(key, points = 1, options = {}) {
			return this._run("penalty", [
				key,
				points,
				options
			]);
		}
		_reward(key, points = 1, options = {}) {
			return this._run("reward", [
				key,
				points,
				options
			]);
		}
		_get(key, options = {}) {
			return this._run("get", [key, options]);
		}
		_set(key, points, secDuration, options = {}) {
			return this._run("set", [
				key,
				points,
				secDuration,
				options
			]);
		}
		_block(key, secDuration, options = {}) {
			return this._run("block", [
				key,
				secDuration,
				options
			]);
		}
		_delete(key, options = {}) {
			return this._run("delete", [key, options]);
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterUnion.js
var require_RateLimiterUnion = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const isRateLimiterCompatible = require_isRateLimiterCompatible();
	module.exports = class RateLimiterUnion {
		constructor(...limiters) {
			if (limiters.length < 1) throw new Error("RateLimiterUnion: at least one limiter have to be passed");
			limiters.forEach((limiter) => {
				if (!isRateLimiterCompatible(limiter)) throw new Error("RateLimiterUnion: all limiters have to be instance of RateLimiterAbstract or RateLimiterCompatibleAbstract");
			});
			this._limiters = limiters;
		}
		consume(key, points = 1) {
			return new Promise((resolve, reject) => {
				const promises = [];
				this._limiters.forEach((limiter) => {
					promises.push(limiter.consume(key, points).catch((rej) => ({
						rejected: true,
						rej
					})));
				});
				Promise.all(promises).then((res) => {
					const resObj = {};
					let rejected = false;
					res.forEach((item) => {
						if (item.rejected === true) rejected = true;
					});
					for (let i = 0; i < res.length; i++) if (rejected && res[i].rejected === true) resObj[this._limiters[i].keyPrefix] = res[i].rej;
					else if (!rejected) resObj[this._limiters[i].keyPrefix] = res[i];
					if (rejected) reject(resObj);
					else resolve(resObj);
				});
			});
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/component/RateLimiterQueueError.js
var require_RateLimiterQueueError = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class RateLimiterQueueError extends Error {
		constructor(message, extra) {
			super();
			if (Error.captureStackTrace) Error.captureStackTrace(this, this.constructor);
			this.name = "CustomError";
			this.message = message;
			if (extra) this.extra = extra;
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterQueue.js
var require_RateLimiterQueue = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterQueueError = require_RateLimiterQueueError();
	const MAX_QUEUE_SIZE = 4294967295;
	const KEY_DEFAULT = "limiter";
	function getTokensRemaining(limiterFlexible, key) {
		return limiterFlexible.get(key).then((rlRes) => rlRes !== null ? rlRes.remainingPoints : limiterFlexible.points).catch(() => limiterFlexible.points);
	}
	module.exports = class RateLimiterQueue {
		constructor(limiterFlexible, opts = {}) {
			const maxQueueSize = opts.maxQueueSize !== void 0 ? opts.maxQueueSize : MAX_QUEUE_SIZE;
			this._queueLimiters = { [KEY_DEFAULT]: new RateLimiterQueueInternal(limiterFlexible, {
				...opts,
				maxQueueSize,
				key: KEY_DEFAULT
			}) };
			this._limiterFlexible = limiterFlexible;
			this._maxQueueSize = maxQueueSize;
		}
		getTokensRemaining(key = KEY_DEFAULT) {
			if (this._queueLimiters[key]) return this._queueLimiters[key].getTokensRemaining();
			else return getTokensRemaining(this._limiterFlexible, key);
		}
		removeTokens(tokens, key = KEY_DEFAULT, expiresUnixAt = 0) {
			if (!this._queueLimiters[key]) this._queueLimiters[key] = new RateLimiterQueueInternal(this._limiterFlexible, {
				key,
				maxQueueSize: this._maxQueueSize
			});
			return this._queueLimiters[key].removeTokens(tokens, expiresUnixAt);
		}
	};
	var RateLimiterQueueInternal = class {
		constructor(limiterFlexible, opts = {
			maxQueueSize: MAX_QUEUE_SIZE,
			key: KEY_DEFAULT
		}) {
			this._key = opts.key;
			this._waitTimeout = null;
			this._queue = [];
			this._limiterFlexible = limiterFlexible;
			this._hasExpiringRequests = false;
			this._maxQueueSize = opts.maxQueueSize;
		}
		getTokensRemaining() {
			return getTokensRemaining(this._limiterFlexible, this._key);
		}
		removeTokens(tokens, expiresUnixAt = 0) {
			const _this = this;
			return new Promise((resolve, reject) => {
				if (tokens > _this._limiterFlexible.points) {
					reject(new RateLimiterQueueError(`Requested tokens ${tokens} exceeds maximum ${_this._limiterFlexible.points} tokens per interval`));
					return;
				}
				if (_this._queue.length > 0) _this._queueRequest.call(_this, resolve, reject, tokens, expiresUnixAt);
				else _this._limiterFlexible.consume(_this._key, tokens).then((res) => {
					resolve(res.remainingPoints);
				}).catch((rej) => {
					if (rej instanceof Error) reject(rej);
					else {
						_this._queueRequest.call(_this, resolve, reject, tokens, expiresUnixAt);
						if (_this._waitTimeout === null) _this._waitTimeout = setTimeout(_this._processFIFO.bind(_this), rej.msBeforeNext);
					}
				});
			});
		}
		_queueRequest(resolve, reject, tokens, expiresUnixAt = 0) {
			const _this = this;
			if (_this._queue.length < _this._maxQueueSize) {
				_this._queue.push({
					resolve,
					reject,
					tokens,
					expiresUnixAt
				});
				if (expiresUnixAt > 0) _this._hasExpiringRequests = true;
			} else reject(new RateLimiterQueueError(`Number of requests reached it's maximum ${_this._maxQueueSize}`));
		}
		_processFIFO() {
			const _this = this;
			if (_this._waitTimeout !== null) {
				clearTimeout(_this._waitTimeout);
				_this._waitTimeout = null;
			}
			if (_this._hasExpiringRequests) {
				const nowSecs = Math.floor(Date.now() / 1e3);
				_this._queue = _this._queue.filter((item) => {
					if (item.expiresUnixAt > 0 && nowSecs >= item.expiresUnixAt) {
						item.reject(new RateLimiterQueueError("The request to remove tokens expired before it could be fulfilled"));
						return false;
					}
					return true;
				});
			}
			if (_this._queue.length === 0) return;
			const item = _this._queue.shift();
			_this._limiterFlexible.consume(_this._key, item.tokens).then((res) => {
				item.resolve(res.remainingPoints);
				_this._processFIFO.call(_this);
			}).catch((rej) => {
				if (rej instanceof Error) {
					item.reject(rej);
					_this._processFIFO.call(_this);
				} else {
					_this._queue.unshift(item);
					if (_this._waitTimeout === null) _this._waitTimeout = setTimeout(_this._processFIFO.bind(_this), rej.msBeforeNext);
				}
			});
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/BurstyRateLimiter.js
var require_BurstyRateLimiter = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterRes = require_RateLimiterRes();
	/**
	* Bursty rate limiter exposes only msBeforeNext time and doesn't expose points from bursty limiter by default
	* @type {BurstyRateLimiter}
	*/
	module.exports = class BurstyRateLimiter {
		constructor(rateLimiter, burstLimiter) {
			this._rateLimiter = rateLimiter;
			this._burstLimiter = burstLimiter;
		}
		/**
		* Merge rate limiter response objects. Responses can be null
		*
		* @param {RateLimiterRes} [rlRes] Rate limiter response
		* @param {RateLimiterRes} [blRes] Bursty limiter response
		*/
		_combineRes(rlRes, blRes) {
			if (!rlRes) return null;
			return new RateLimiterRes(rlRes.remainingPoints, Math.min(rlRes.msBeforeNext, blRes ? blRes.msBeforeNext : 0), rlRes.consumedPoints, rlRes.isFirstInDuration);
		}
		/**
		* @param key
		* @param pointsToConsume
		* @param options
		* @returns {Promise<any>}
		*/
		consume(key, pointsToConsume = 1, options = {}) {
			return this._rateLimiter.consume(key, pointsToConsume, options).catch((rlRej) => {
				if (rlRej instanceof RateLimiterRes) return this._burstLimiter.consume(key, pointsToConsume, options).then((blRes) => {
					return Promise.resolve(this._combineRes(rlRej, blRes));
				}).catch((blRej) => {
					if (blRej instanceof RateLimiterRes) return Promise.reject(this._combineRes(rlRej, blRej));
					else return Promise.reject(blRej);
				});
				else return Promise.reject(rlRej);
			});
		}
		/**
		* It doesn't expose available points from burstLimiter
		*
		* @param key
		* @returns {Promise<RateLimiterRes>}
		*/
		get(key) {
			return Promise.all([this._rateLimiter.get(key), this._burstLimiter.get(key)]).then(([rlRes, blRes]) => {
				return this._combineRes(rlRes, blRes);
			});
		}
		get points() {
			return this._rateLimiter.points;
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterDynamo.js
var require_RateLimiterDynamo = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterRes = require_RateLimiterRes();
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	var DynamoItem = class {
		/**
		* Create a DynamoItem.
		* @param {string} rlKey - The key for the rate limiter.
		* @param {number} points - The number of points.
		* @param {number} expire - The expiration time in seconds.
		*/
		constructor(rlKey, points, expire) {
			this.key = rlKey;
			this.points = points;
			this.expire = expire;
		}
	};
	const DEFAULT_READ_CAPACITY_UNITS = 25;
	const DEFAULT_WRITE_CAPACITY_UNITS = 25;
	/**
	* Implementation of RateLimiterStoreAbstract using DynamoDB.
	* @class RateLimiterDynamo
	* @extends RateLimiterStoreAbstract
	*/
	var RateLimiterDynamo = class extends RateLimiterStoreAbstract {
		/**
		* Constructs a new instance of the class.
		* The storeClient MUST be an instance of AWS.DynamoDB NOT of AWS.DynamoDBClient.
		*
		* @param {Object} opts - The options for the constructor.
		* @param {function} cb - The callback function (optional).
		* @return {void}
		*/
		constructor(opts, cb = null) {
			super(opts);
			this.client = opts.storeClient;
			this.tableName = opts.tableName;
			this.tableCreated = opts.tableCreated;
			this.ttlManuallySet = opts.ttlSet;
			if (!this.tableCreated) this._createTable(opts.dynamoTableOpts).then((data) => {
				this.tableCreated = true;
				this._setTTL().finally(() => {
					if (typeof cb === "function") cb();
				});
			}).catch((err) => {
				if (typeof cb === "function") cb(err);
				else throw err;
			});
			else this._setTTL().finally(() => {
				if (typeof cb === "function") cb();
			});
		}
		get tableName() {
			return this._tableName;
		}
		set tableName(value) {
			this._tableName = typeof value === "undefined" ? "node-rate-limiter-flexible" : value;
		}
		get tableCreated() {
			return this._tableCreated;
		}
		set tableCreated(value) {
			this._tableCreated = typeof value === "undefined" ? false : !!value;
		}
		/**
		* Creates a table in the database. Return null if the table already exists.
		* 
		* @param {{readCapacityUnits: number, writeCapacityUnits: number}} tableOpts
		* @return {Promise} A promise that resolves with the result of creating the table.
		*/
		async _createTable(tableOpts) {
			const params = {
				TableName: this.tableName,
				AttributeDefinitions: [{
					AttributeName: "key",
					AttributeType: "S"
				}],
				KeySchema: [{
					AttributeName: "key",
					KeyType: "HASH"
				}],
				ProvisionedThroughput: {
					ReadCapacityUnits: tableOpts && tableOpts.readCapacityUnits ? tableOpts.readCapacityUnits : DEFAULT_READ_CAPACITY_UNITS,
					WriteCapacityUnits: tableOpts && tableOpts.writeCapacityUnits ? tableOpts.writeCapacityUnits : DEFAULT_WRITE_CAPACITY_UNITS
				}
			};
			try {
				return await this.client.createTable(params);
			} catch (err) {
				if (err.__type && err.__type.includes("ResourceInUseException")) return null;
				else throw err;
			}
		}
		/**
		* Retrieves an item from the table based on the provided key.
		*
		* @param {string} rlKey - The key used to retrieve the item.
		* @throws {Error} Throws an error if the table is not created yet.
		* @return {DynamoItem|null} - The retrieved item, or null if it doesn't exist.
		*/
		async _get(rlKey) {
			if (!this.tableCreated) throw new Error("Table is not created yet");
			const params = {
				TableName: this.tableName,
				Key: { key: { S: rlKey } }
			};
			const data = await this.client.getItem(params);
			if (!data.Item) return null;
			const item = new DynamoItem(data.Item.key.S, Number(data.Item.points.N), Number(data.Item.expire.N));
			const dateNowSec = Date.now() / 1e3;
			if (item.expire !== -1 && item.expire <= dateNowSec) return null;
			return item;
		}
		/**
		* Deletes an item from the table based on the given rlKey.
		*
		* @param {string} rlKey - The rlKey of the item to delete.
		* @throws {Error} Throws an error if the table is not created yet.
		* @return {boolean} Returns true if the item was successfully deleted, otherwise false.
		*/
		async _delete(rlKey) {
			if (!this.tableCreated) throw new Error("Table is not created yet");
			const params = {
				TableName: this.tableName,
				Key: { key: { S: rlKey } },
				ConditionExpression: "attribute_exists(#k)",
				ExpressionAttributeNames: { "#k": "key" }
			};
			try {
				return (await this._client.deleteItem(params)).$metadata.httpStatusCode === 200;
			} catch (err) {
				if (err.__type && err.__type.includes("ConditionalCheckFailedException")) return false;
				else throw err;
			}
		}
		/**
		* Implemented with DynamoDB Atomic Counters. 3 calls are made to DynamoDB but each call is atomic.
		* From the documentation: "UpdateItem calls are naturally serialized within DynamoDB,
		* so there are no race condition concerns with making multiple simultaneous calls."
		* See: https://aws.amazon.com/it/blogs/database/implement-resource-counters-with-amazon-dynamodb/
		* @param {*} rlKey 
		* @param {*} points 
		* @param {*} msDuration 
		* @param {*} forceExpire 
		* @param {*} options 
		* @returns
		*/
		async _upsert(rlKey, points, msDuration, forceExpire = false, options = {}) {
			if (!this.tableCreated) throw new Error("Table is not created yet");
			const dateNow = Date.now();
			const dateNowSec = dateNow / 1e3;
			const newExpireSec = msDuration > 0 ? (dateNow + msDuration) / 1e3 : -1;
			if (forceExpire) return await this._baseUpsert({
				TableName: this.tableName,
				Key: { key: { S: rlKey } },
				UpdateExpression: "SET points = :points, expire = :expire",
				ExpressionAttributeValues: {
					":points": { N: points.toString() },
					":expire": { N: newExpireSec.toString() }
				},
				ReturnValues: "ALL_NEW"
			});
			try {
				return await this._baseUpsert({
					TableName: this.tableName,
					Key: { key: { S: rlKey } },
					UpdateExpression: "SET points = :new_points, expire = :new_expire",
					ExpressionAttributeValues: {
						":new_points": { N: points.toString() },
						":new_expire": { N: newExpireSec.toString() },
						":where_expire": { N: dateNowSec.toString() }
					},
					ConditionExpression: "expire <= :where_expire OR attribute_not_exists(points)",
					ReturnValues: "ALL_NEW"
				});
			} catch (err) {
				return await this._baseUpsert({
					TableName: this.tableName,
					Key: { key: { S: rlKey } },
					UpdateExpression: "SET points = points + :new_points",
					ExpressionAttributeValues: {
						":new_points": { N: points.toString() },
						":where_expire": { N: dateNowSec.toString() }
					},
					ConditionExpression: "expire > :where_expire",
					ReturnValues: "ALL_NEW"
				});
			}
		}
		/**
		* Asynchronously upserts data into the table. params is a DynamoDB params object.
		*
		* @param {Object} params - The parameters for the upsert operation.
		* @throws {Error} Throws an error if the table is not created yet.
		* @return {DynamoItem} Returns a DynamoItem object with the updated data.
		*/
		async _baseUpsert(params) {
			if (!this.tableCreated) throw new Error("Table is not created yet");
			try {
				const data = await this.client.updateItem(params);
				return new DynamoItem(data.Attributes.key.S, Number(data.Attributes.points.N), Number(data.Attributes.expire.N));
			} catch (err) {
				throw err;
			}
		}
		/**
		* Sets the Time-to-Live (TTL) for the table. TTL use the expire field in the table.
		* See: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
		*
		* @return {Promise} A promise that resolves when the TTL is successfully set.
		* @throws {Error} Throws an error if the table is not created yet.
		* @returns {Promise}
		*/
		async _setTTL() {
			if (!this.tableCreated) throw new Error("Table is not created yet");
			try {
				if (await this._isTTLSet()) return;
				const params = {
					TableName: this.tableName,
					TimeToLiveSpecification: {
						AttributeName: "expire",
						Enabled: true
					}
				};
				return await this.client.updateTimeToLive(params);
			} catch (err) {
				throw err;
			}
		}
		/**
		* Checks if the Time To Live (TTL) feature is set for the DynamoDB table.
		*
		* @return {boolean} Returns true if the TTL feature is enabled for the table, otherwise false.
		* @throws {Error} Throws an error if the table is not created yet or if there is an error while checking the TTL status.
		*/
		async _isTTLSet() {
			if (!this.tableCreated) throw new Error("Table is not created yet");
			if (this.ttlManuallySet) return true;
			try {
				const res = await this.client.describeTimeToLive({ TableName: this.tableName });
				return res.$metadata.httpStatusCode == 200 && res.TimeToLiveDescription.TimeToLiveStatus === "ENABLED" && res.TimeToLiveDescription.AttributeName === "expire";
			} catch (err) {
				throw err;
			}
		}
		/**
		* Generate a RateLimiterRes object based on the provided parameters.
		*
		* @param {string} rlKey - The key for the rate limiter.
		* @param {number} changedPoints - The number of points that have changed.
		* @param {DynamoItem} result - The result object of _get() method.
		* @returns {RateLimiterRes} - The generated RateLimiterRes object.
		*/
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			res.isFirstInDuration = changedPoints === result.points;
			res.consumedPoints = res.isFirstInDuration ? changedPoints : result.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = result.expire != -1 ? Math.max(result.expire * 1e3 - Date.now(), 0) : -1;
			return res;
		}
	};
	module.exports = RateLimiterDynamo;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterPrisma.js
var require_RateLimiterPrisma = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterPrisma = class extends RateLimiterStoreAbstract {
		/**
		* Constructor for the rate limiter
		* @param {Object} opts - Options for the rate limiter
		*/
		constructor(opts) {
			super(opts);
			this.modelName = opts.tableName || "RateLimiterFlexible";
			this.prismaClient = opts.storeClient;
			this.clearExpiredByTimeout = opts.clearExpiredByTimeout ?? true;
			if (!this.prismaClient) throw new Error("Prisma client is not provided");
			if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			let doc = result;
			res.isFirstInDuration = doc.points === changedPoints;
			res.consumedPoints = doc.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = doc.expire !== null ? Math.max(new Date(doc.expire).getTime() - Date.now(), 0) : -1;
			return res;
		}
		_upsert(key, points, msDuration, forceExpire = false) {
			if (!this.prismaClient) return Promise.reject(/* @__PURE__ */ new Error("Prisma client is not established"));
			const model = this.prismaClient[this.modelName];
			const now = /* @__PURE__ */ new Date();
			const newExpire = msDuration > 0 ? new Date(now.getTime() + msDuration) : null;
			const create = {
				key,
				points,
				expire: newExpire
			};
			if (forceExpire) return model.upsert({
				where: { key },
				create,
				update: {
					points,
					expire: newExpire
				}
			});
			return model.deleteMany({ where: {
				key,
				expire: { lte: now }
			} }).then(() => model.upsert({
				where: { key },
				create,
				update: { points: { increment: points } }
			}));
		}
		_get(rlKey) {
			if (!this.prismaClient) return Promise.reject(/* @__PURE__ */ new Error("Prisma client is not established"));
			return this.prismaClient[this.modelName].findFirst({ where: { AND: [{ key: rlKey }, { OR: [{ expire: { gt: /* @__PURE__ */ new Date() } }, { expire: null }] }] } });
		}
		_delete(rlKey) {
			if (!this.prismaClient) return Promise.reject(/* @__PURE__ */ new Error("Prisma client is not established"));
			return this.prismaClient[this.modelName].deleteMany({ where: { key: rlKey } }).then((res) => res.count > 0);
		}
		_clearExpiredHourAgo() {
			if (this._clearExpiredTimeoutId) clearTimeout(this._clearExpiredTimeoutId);
			this._clearExpiredTimeoutId = setTimeout(async () => {
				try {
					await this.prismaClient[this.modelName].deleteMany({ where: { expire: { lt: /* @__PURE__ */ new Date(Date.now() - 36e5) } } });
				} catch (error) {
					console.warn("Failed to clear expired records:", error);
				}
				this._clearExpiredHourAgo();
			}, 3e5);
			this._clearExpiredTimeoutId.unref();
		}
	};
	module.exports = RateLimiterPrisma;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterDrizzle.js
var require_RateLimiterDrizzle = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	let drizzleOperators = null;
	const CLEANUP_INTERVAL_MS = 3e5;
	const EXPIRED_THRESHOLD_MS = 36e5;
	var RateLimiterDrizzleError = class extends Error {
		constructor(message) {
			super(message);
			this.name = "RateLimiterDrizzleError";
		}
	};
	async function loadDrizzleOperators() {
		if (drizzleOperators) return drizzleOperators;
		const requiredOperators = [
			"and",
			"or",
			"gt",
			"lt",
			"eq",
			"isNull",
			"sql"
		];
		function getPackageName() {
			return ["drizzle", "orm"].join("-");
		}
		const collectModuleLayers = (mod) => {
			const layers = [];
			const seen = /* @__PURE__ */ new Set();
			let current = mod;
			while (current && (typeof current === "object" || typeof current === "function") && !seen.has(current)) {
				layers.push(current);
				seen.add(current);
				current = current.default;
			}
			return layers;
		};
		const importModule = async (specifier, { optional = false } = {}) => {
			try {
				return await import(
					/* @vite-ignore */
					specifier
);
			} catch (error) {
				if (optional) return null;
				throw new RateLimiterDrizzleError(error.message || "Failed to import drizzle-orm package.");
			}
		};
		const mainModule = await importModule(`${getPackageName()}`);
		const sqlModule = await importModule(`${getPackageName()}/sql`, { optional: true });
		const mainCandidates = collectModuleLayers(mainModule);
		const sqlCandidates = sqlModule ? collectModuleLayers(sqlModule) : [];
		const resolvedOperators = {};
		const missingOperators = [];
		for (const operatorName of requiredOperators) {
			const operator = (operatorName === "sql" ? [...sqlCandidates, ...mainCandidates] : mainCandidates).map((candidate) => candidate?.[operatorName]).find((value) => typeof value === "function");
			if (!operator) {
				missingOperators.push(operatorName);
				continue;
			}
			resolvedOperators[operatorName] = operator;
		}
		if (missingOperators.length > 0) throw new RateLimiterDrizzleError(`Failed to load drizzle-orm operators: missing ${missingOperators.join(", ")}`);
		drizzleOperators = resolvedOperators;
		return drizzleOperators;
	}
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterDrizzle = class extends RateLimiterStoreAbstract {
		constructor(opts) {
			super(opts);
			if (!opts?.schema) throw new RateLimiterDrizzleError("Drizzle schema is required");
			if (!opts?.storeClient) throw new RateLimiterDrizzleError("Drizzle client is required");
			this.schema = opts.schema;
			this.drizzleClient = opts.storeClient;
			this.clearExpiredByTimeout = opts.clearExpiredByTimeout ?? true;
			if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			let doc = result;
			res.isFirstInDuration = doc.points === changedPoints;
			res.consumedPoints = doc.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = doc.expire !== null ? Math.max(new Date(doc.expire).getTime() - Date.now(), 0) : -1;
			return res;
		}
		async _upsert(key, points, msDuration, forceExpire = false) {
			if (!this.drizzleClient) return Promise.reject(new RateLimiterDrizzleError("Drizzle client is not established"));
			const { sql } = await loadDrizzleOperators();
			const now = /* @__PURE__ */ new Date();
			const newExpire = msDuration > 0 ? new Date(now.getTime() + msDuration) : null;
			const expired = sql`${this.schema.expire} <= ${sql.param(now, this.schema.expire)}`;
			const nextExpire = sql.param(newExpire, this.schema.expire);
			const [data] = await this.drizzleClient.insert(this.schema).values({
				key,
				points,
				expire: newExpire
			}).onConflictDoUpdate({
				target: this.schema.key,
				set: forceExpire ? {
					points,
					expire: newExpire
				} : {
					points: sql`CASE WHEN ${expired} THEN ${points} ELSE ${this.schema.points} + ${points} END`,
					expire: sql`CASE WHEN ${expired} THEN ${nextExpire} ELSE ${this.schema.expire} END`
				}
			}).returning();
			return data;
		}
		async _get(rlKey) {
			if (!this.drizzleClient) return Promise.reject(new RateLimiterDrizzleError("Drizzle client is not established"));
			const { and, or, gt, eq, isNull } = await loadDrizzleOperators();
			const [response] = await this.drizzleClient.select().from(this.schema).where(and(eq(this.schema.key, rlKey), or(gt(this.schema.expire, /* @__PURE__ */ new Date()), isNull(this.schema.expire)))).limit(1);
			return response || null;
		}
		async _delete(rlKey) {
			if (!this.drizzleClient) return Promise.reject(new RateLimiterDrizzleError("Drizzle client is not established"));
			const { eq } = await loadDrizzleOperators();
			const [result] = await this.drizzleClient.delete(this.schema).where(eq(this.schema.key, rlKey)).returning({ key: this.schema.key });
			return !!result?.key;
		}
		_clearExpiredHourAgo() {
			if (this._clearExpiredTimeoutId) clearTimeout(this._clearExpiredTimeoutId);
			this._clearExpiredTimeoutId = setTimeout(async () => {
				try {
					const { lt } = await loadDrizzleOperators();
					await this.drizzleClient.delete(this.schema).where(lt(this.schema.expire, /* @__PURE__ */ new Date(Date.now() - EXPIRED_THRESHOLD_MS)));
				} catch (error) {
					console.warn("Failed to clear expired records:", error);
				}
				this._clearExpiredHourAgo();
			}, CLEANUP_INTERVAL_MS);
			this._clearExpiredTimeoutId.unref();
		}
	};
	module.exports = RateLimiterDrizzle;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterDrizzleNonAtomic.js
var require_RateLimiterDrizzleNonAtomic = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	let drizzleOperators = null;
	const CLEANUP_INTERVAL_MS = 3e5;
	const EXPIRED_THRESHOLD_MS = 36e5;
	var RateLimiterDrizzleError = class extends Error {
		constructor(message) {
			super(message);
			this.name = "RateLimiterDrizzleError";
		}
	};
	async function getDrizzleOperators() {
		if (drizzleOperators) return drizzleOperators;
		try {
			function getPackageName() {
				return ["drizzle", "orm"].join("-");
			}
			const drizzleOrm = await import(`${getPackageName()}`);
			const { and, or, gt, lt, eq, isNull, sql } = drizzleOrm.default || drizzleOrm;
			drizzleOperators = {
				and,
				or,
				gt,
				lt,
				eq,
				isNull,
				sql
			};
			return drizzleOperators;
		} catch (error) {
			throw new RateLimiterDrizzleError("drizzle-orm is not installed. Please install drizzle-orm to use RateLimiterDrizzleNonAtomic.");
		}
	}
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterDrizzleNonAtomic = class extends RateLimiterStoreAbstract {
		constructor(opts) {
			super(opts);
			if (!opts?.schema) throw new RateLimiterDrizzleError("Drizzle schema is required");
			if (!opts?.storeClient) throw new RateLimiterDrizzleError("Drizzle client is required");
			this.schema = opts.schema;
			this.drizzleClient = opts.storeClient;
			this.clearExpiredByTimeout = opts.clearExpiredByTimeout ?? true;
			if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			let doc = result;
			res.isFirstInDuration = doc.points === changedPoints;
			res.consumedPoints = doc.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = doc.expire !== null ? Math.max(new Date(doc.expire).getTime() - Date.now(), 0) : -1;
			return res;
		}
		async _upsert(key, points, msDuration, forceExpire = false) {
			if (!this.drizzleClient) return Promise.reject(new RateLimiterDrizzleError("Drizzle client is not established"));
			const { eq } = await getDrizzleOperators();
			const now = /* @__PURE__ */ new Date();
			const newExpire = msDuration > 0 ? new Date(now.getTime() + msDuration) : null;
			const [existingRecord] = await this.drizzleClient.select().from(this.schema).where(eq(this.schema.key, key)).limit(1);
			const shouldUpdateExpire = forceExpire || !existingRecord || existingRecord.expire !== null && existingRecord.expire <= now;
			let newPoints;
			if (existingRecord && !shouldUpdateExpire) newPoints = existingRecord.points + points;
			else newPoints = points;
			const [data] = await this.drizzleClient.insert(this.schema).values({
				key,
				points: newPoints,
				expire: newExpire
			}).onConflictDoUpdate({
				target: this.schema.key,
				set: {
					points: newPoints,
					...shouldUpdateExpire && { expire: newExpire }
				}
			}).returning();
			return data;
		}
		async _get(rlKey) {
			if (!this.drizzleClient) return Promise.reject(new RateLimiterDrizzleError("Drizzle client is not established"));
			const { and, or, gt, eq, isNull } = await getDrizzleOperators();
			const [response] = await this.drizzleClient.select().from(this.schema).where(and(eq(this.schema.key, rlKey), or(gt(this.schema.expire, /* @__PURE__ */ new Date()), isNull(this.schema.expire)))).limit(1);
			return response || null;
		}
		async _delete(rlKey) {
			if (!this.drizzleClient) return Promise.reject(new RateLimiterDrizzleError("Drizzle client is not established"));
			const { eq } = await getDrizzleOperators();
			const [result] = await this.drizzleClient.delete(this.schema).where(eq(this.schema.key, rlKey)).returning({ key: this.schema.key });
			return !!(result && result.key);
		}
		_clearExpiredHourAgo() {
			if (this._clearExpiredTimeoutId) clearTimeout(this._clearExpiredTimeoutId);
			this._clearExpiredTimeoutId = setTimeout(async () => {
				try {
					const { lt } = await getDrizzleOperators();
					await this.drizzleClient.delete(this.schema).where(lt(this.schema.expire, /* @__PURE__ */ new Date(Date.now() - EXPIRED_THRESHOLD_MS)));
				} catch (error) {
					console.warn("Failed to clear expired records:", error);
				}
				this._clearExpiredHourAgo();
			}, CLEANUP_INTERVAL_MS);
			this._clearExpiredTimeoutId.unref();
		}
	};
	module.exports = RateLimiterDrizzleNonAtomic;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterValkey.js
var require_RateLimiterValkey = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	const incrTtlLuaScript = `
server.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = server.call('incrby', KEYS[1], ARGV[1])
local ttl = server.call('pttl', KEYS[1])
return {consumed, ttl}
`;
	var RateLimiterValkey = class extends RateLimiterStoreAbstract {
		/**
		*
		* @param {Object} opts
		* Defaults {
		*   ... see other in RateLimiterStoreAbstract
		*
		*   storeClient: ValkeyClient
		*   rejectIfValkeyNotReady: boolean = false - reject / invoke insuranceLimiter immediately when valkey connection is not "ready"
		* }
		*/
		constructor(opts) {
			super(opts);
			this.client = opts.storeClient;
			this._rejectIfValkeyNotReady = !!opts.rejectIfValkeyNotReady;
			this._incrTtlLuaScript = opts.customIncrTtlLuaScript || incrTtlLuaScript;
			this.client.defineCommand("rlflxIncr", {
				numberOfKeys: 1,
				lua: this._incrTtlLuaScript
			});
		}
		/**
		* Prevent actual valkey call if valkey connection is not ready
		* @return {boolean}
		* @private
		*/
		_isValkeyReady() {
			if (!this._rejectIfValkeyNotReady) return true;
			return this.client.status === "ready";
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			let consumed;
			let resTtlMs;
			if (Array.isArray(result[0])) [[, consumed], [, resTtlMs]] = result;
			else [consumed, resTtlMs] = result;
			const res = new RateLimiterRes();
			res.consumedPoints = +consumed;
			res.isFirstInDuration = res.consumedPoints === changedPoints;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = resTtlMs;
			return res;
		}
		_upsert(rlKey, points, msDuration, forceExpire = false) {
			if (!this._isValkeyReady()) throw new Error("Valkey connection is not ready");
			const secDuration = Math.floor(msDuration / 1e3);
			if (forceExpire) {
				const multi = this.client.multi();
				if (secDuration > 0) multi.set(rlKey, points, "EX", secDuration);
				else multi.set(rlKey, points);
				return multi.pttl(rlKey).exec();
			}
			if (secDuration > 0) return this.client.rlflxIncr([
				rlKey,
				String(points),
				String(secDuration),
				String(this.points),
				String(this.duration)
			]);
			return this.client.multi().incrby(rlKey, points).pttl(rlKey).exec();
		}
		_get(rlKey) {
			if (!this._isValkeyReady()) throw new Error("Valkey connection is not ready");
			return this.client.multi().get(rlKey).pttl(rlKey).exec().then((result) => {
				const [[, points]] = result;
				if (points === null) return null;
				return result;
			});
		}
		_delete(rlKey) {
			return this.client.del(rlKey).then((result) => result > 0);
		}
	};
	module.exports = RateLimiterValkey;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterValkeyGlide.js
var require_RateLimiterValkeyGlide = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	/**
	* @typedef {import('@valkey/valkey-glide').GlideClient} GlideClient
	* @typedef {import('@valkey/valkey-glide').GlideClusterClient} GlideClusterClient
	*/
	const DEFAULT_LIBRARY_NAME = "ratelimiterflexible";
	const DEFAULT_VALKEY_SCRIPT = `local key = KEYS[1]
local pointsToConsume = tonumber(ARGV[1])
if tonumber(ARGV[2]) > 0 then
  server.call('set', key, "0", 'EX', ARGV[2], 'NX')
  local consumed = server.call('incrby', key, pointsToConsume)
  local pttl = server.call('pttl', key)
  return {consumed, pttl}
end
local consumed = server.call('incrby', key, pointsToConsume)
local pttl = server.call('pttl', key)
return {consumed, pttl}`;
	const GET_VALKEY_SCRIPT = `local key = KEYS[1]
local value = server.call('get', key)
if value == nil then
  return value
end
local pttl = server.call('pttl', key)
return {tonumber(value), pttl}`;
	var RateLimiterValkeyGlide = class extends RateLimiterStoreAbstract {
		/**
		* Constructor for RateLimiterValkeyGlide
		*
		* @param {Object} opts - Configuration options
		* @param {GlideClient|GlideClusterClient} opts.storeClient - Valkey Glide client instance (required)
		* @param {number} opts.points - Maximum number of points that can be consumed over duration (required)
		* @param {number} opts.duration - Duration in seconds before points are reset (required, 0 = never expires)
		* @param {number} [opts.blockDuration=0] - Duration in seconds that a key will be blocked for if consumed more than points
		* @param {boolean} [opts.rejectIfValkeyNotReady=false] - Whether to reject requests if Valkey is not ready
		* @param {boolean} [opts.execEvenly=false] - Delay actions to distribute them evenly over duration
		* @param {number} [opts.execEvenlyMinDelayMs] - Minimum delay between actions when execEvenly is true
		* @param {string} [opts.customFunction] - Custom Lua script for rate limiting logic
		* @param {number} [opts.inMemoryBlockOnConsumed] - Points threshold for in-memory blocking
		* @param {number} [opts.inMemoryBlockDuration] - Duration in seconds for in-memory blocking
		* @param {string} [opts.customFunctionLibName] - Custom name for the function library, defaults to 'ratelimiter'.
		* The name is used to identify the library of the lua function. An custom name should be used only if you
		* you want to use different libraries for different rate limiters, otherwise it is not needed.
		* @param {RateLimiterAbstract} [opts.insuranceLimiter] - Backup limiter to use when the primary client fails
		*
		* @example
		* const rateLimiter = new RateLimiterValkeyGlide({
		*   storeClient: glideClient,
		*   points: 5,
		*   duration: 1
		* });
		*
		* @example <caption>With custom Lua function</caption>
		* const customScript = `local key = KEYS[1]
		* local pointsToConsume = tonumber(ARGV[1]) or 0
		* local secDuration = tonumber(ARGV[2]) or 0
		*
		* -- Custom implementation
		* -- ...
		*
		* -- Must return exactly two values: [consumed_points, ttl_in_ms]
		* return {consumed, ttl}`
		*
		* const rateLimiter = new RateLimiterValkeyGlide({
		*   storeClient: glideClient,
		*   points: 5,
		*   customFunction: customScript
		* });
		*
		* @example <caption>With insurance limiter</caption>
		* const rateLimiter = new RateLimiterValkeyGlide({
		*   storeClient: primaryGlideClient,
		*   points: 5,
		*   duration: 2,
		*   insuranceLimiter: new RateLimiterMemory({
		*     points: 5,
		*     duration: 2
		*   })
		* });
		*
		* @description
		* When providing a custom Lua script via `opts.customFunction`, it must:
		*
		* 1. Accept parameters:
		*    - KEYS[1]: The key being rate limited
		*    - ARGV[1]: Points to consume (as string, use tonumber() to convert)
		*    - ARGV[2]: Duration in seconds (as string, use tonumber() to convert)
		*
		* 2. Return an array with exactly two elements:
		*    - [0]: Consumed points (number)
		*    - [1]: TTL in milliseconds (number)
		*
		* 3. Handle scenarios:
		*    - New key creation: Initialize with expiry for fixed windows
		*    - Key updates: Increment existing counters
		*/
		constructor(opts) {
			super(opts);
			this.client = opts.storeClient;
			this._scriptLoaded = false;
			this._getScriptLoaded = false;
			this._rejectIfValkeyNotReady = !!opts.rejectIfValkeyNotReady;
			this._luaScript = opts.customFunction || DEFAULT_VALKEY_SCRIPT;
			this._libraryName = opts.customFunctionLibName || DEFAULT_LIBRARY_NAME;
		}
		/**
		* Ensure scripts are loaded in the Valkey server
		* @returns {Promise<boolean>} True if scripts are loaded
		* @private
		*/
		async _loadScripts() {
			if (this._scriptLoaded && this._getScriptLoaded) return true;
			if (!this.client) throw new Error("Valkey client is not set");
			const promises = [];
			if (!this._scriptLoaded) {
				const script = Buffer.from(`#!lua name=${this._libraryName}
        local function consume(KEYS, ARGV)
          ${this._luaScript.trim()}
        end
        server.register_function('consume', consume)`);
				promises.push(this.client.functionLoad(script, { replace: true }));
			} else promises.push(Promise.resolve(this._libraryName));
			if (!this._getScriptLoaded) {
				const script = Buffer.from(`#!lua name=ratelimiter_get
        local function getValue(KEYS, ARGV)
          ${GET_VALKEY_SCRIPT.trim()}
        end
        server.register_function('getValue', getValue)`);
				promises.push(this.client.functionLoad(script, { replace: true }));
			} else promises.push(Promise.resolve("ratelimiter_get"));
			const results = await Promise.all(promises);
			this._scriptLoaded = results[0] === this._libraryName;
			this._getScriptLoaded = results[1] === "ratelimiter_get";
			if (!this._scriptLoaded || !this._getScriptLoaded) throw new Error("Valkey connection is not ready, scripts not loaded");
			return true;
		}
		/**
		* Update or insert the rate limiter record
		*
		* @param {string} rlKey - The rate limiter key
		* @param {number} pointsToConsume - Points to be consumed
		* @param {number} msDuration - Duration in milliseconds
		* @param {boolean} [forceExpire=false] - Whether to force expiration
		* @param {Object} [options={}] - Additional options
		* @returns {Promise<Array>} Array containing consumed points and TTL
		* @private
		*/
		async _upsert(rlKey, pointsToConsume, msDuration, forceExpire = false, options = {}) {
			await this._loadScripts();
			const secDuration = Math.floor(msDuration / 1e3);
			if (forceExpire) {
				if (secDuration > 0) {
					await this.client.set(rlKey, String(pointsToConsume), { expiry: {
						type: "EX",
						count: secDuration
					} });
					return [pointsToConsume, secDuration * 1e3];
				}
				await this.client.set(rlKey, String(pointsToConsume));
				return [pointsToConsume, -1];
			}
			return await this.client.fcall("consume", [rlKey], [String(pointsToConsume), String(secDuration)]);
		}
		/**
		* Get the rate limiter record
		*
		* @param {string} rlKey - The rate limiter key
		* @param {Object} [options={}] - Additional options
		* @returns {Promise<Array|null>} Array containing consumed points and TTL, or null if not found
		* @private
		*/
		async _get(rlKey, options = {}) {
			await this._loadScripts();
			const res = await this.client.fcall("getValue", [rlKey], []);
			return res.length > 0 ? res : null;
		}
		/**
		* Delete the rate limiter record
		*
		* @param {string} rlKey - The rate limiter key
		* @param {Object} [options={}] - Additional options
		* @returns {Promise<boolean>} True if successful, false otherwise
		* @private
		*/
		async _delete(rlKey, options = {}) {
			return await this.client.del([rlKey]) > 0;
		}
		/**
		* Convert raw result to RateLimiterRes object
		*
		* @param {string} rlKey - The rate limiter key
		* @param {number} changedPoints - Points changed in this operation
		* @param {Array|null} result - Result from Valkey operation
		* @returns {RateLimiterRes|null} RateLimiterRes object or null if result is null
		* @private
		*/
		_getRateLimiterRes(rlKey, changedPoints, result) {
			if (result === null) return null;
			const res = new RateLimiterRes();
			const [consumedPointsStr, pttl] = result;
			const consumedPoints = Number(consumedPointsStr);
			res.isFirstInDuration = consumedPoints === changedPoints;
			res.consumedPoints = consumedPoints;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = pttl;
			return res;
		}
		/**
		* Close the rate limiter and release resources
		* Note: The method won't going to close the Valkey client, as it may be shared with other instances.
		* @returns {Promise<void>} Promise that resolves when the rate limiter is closed
		*/
		async close() {
			if (this._scriptLoaded) {
				await this.client.functionDelete(this._libraryName);
				this._scriptLoaded = false;
			}
			if (this._getScriptLoaded) {
				await this.client.functionDelete("ratelimiter_get");
				this._getScriptLoaded = false;
			}
			if (this.insuranceLimiter) try {
				await this.insuranceLimiter.close();
			} catch (e) {}
			this.client = null;
			this._scriptLoaded = false;
			this._getScriptLoaded = false;
			this._rejectIfValkeyNotReady = false;
			this._luaScript = null;
			this._libraryName = null;
			this.insuranceLimiter = null;
		}
	};
	module.exports = RateLimiterValkeyGlide;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterSQLite.js
var require_RateLimiterSQLite = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	var RateLimiterSQLite = class extends RateLimiterStoreAbstract {
		/**
		* Internal store type used to determine the SQLite client in use.
		* It can be one of the following:
		* - `"sqlite3".
		* - `"better-sqlite3".
		*
		* @type {("sqlite3" | "better-sqlite3" | null)}
		* @private
		*/
		_internalStoreType = null;
		/**
		* @callback callback
		* @param {Object} err
		*
		* @param {Object} opts
		* @param {callback} cb
		* Defaults {
		*   ... see other in RateLimiterStoreAbstract
		*   storeClient: sqliteClient, // SQLite database instance (sqlite3, better-sqlite3, or knex instance)
		*   storeType: 'sqlite3' | 'better-sqlite3' | 'knex', // Optional, defaults to 'sqlite3'
		*   tableName: 'string',
		*   tableCreated: boolean,
		*   clearExpiredByTimeout: boolean,
		* }
		*/
		constructor(opts, cb = null) {
			super(opts);
			this.client = opts.storeClient;
			this.storeType = opts.storeType || "sqlite3";
			this.tableName = opts.tableName;
			this.tableCreated = opts.tableCreated || false;
			this.clearExpiredByTimeout = opts.clearExpiredByTimeout;
			this._validateStoreTypes(cb);
			this._validateStoreClient(cb);
			this._setInternalStoreType(cb);
			this._validateTableName(cb);
			if (!this.tableCreated) this._createDbAndTable().then(() => {
				this.tableCreated = true;
				if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
				if (typeof cb === "function") cb();
			}).catch((err) => {
				if (typeof cb === "function") cb(err);
				else throw err;
			});
			else {
				if (this.clearExpiredByTimeout) this._clearExpiredHourAgo();
				if (typeof cb === "function") cb();
			}
		}
		_validateStoreTypes(cb) {
			const validStoreTypes = [
				"sqlite3",
				"better-sqlite3",
				"knex"
			];
			if (!validStoreTypes.includes(this.storeType)) {
				const err = /* @__PURE__ */ new Error(`storeType must be one of: ${validStoreTypes.join(", ")}`);
				if (typeof cb === "function") return cb(err);
				throw err;
			}
		}
		_validateStoreClient(cb) {
			if (this.storeType === "sqlite3") {
				if (typeof this.client.run !== "function") {
					const err = /* @__PURE__ */ new Error("storeClient must be an instance of sqlite3.Database when storeType is 'sqlite3' or no storeType was provided");
					if (typeof cb === "function") return cb(err);
					throw err;
				}
			} else if (this.storeType === "better-sqlite3") {
				if (typeof this.client.prepare !== "function" || typeof this.client.run !== "undefined") {
					const err = /* @__PURE__ */ new Error("storeClient must be an instance of better-sqlite3.Database when storeType is 'better-sqlite3'");
					if (typeof cb === "function") return cb(err);
					throw err;
				}
			} else if (this.storeType === "knex") {
				if (typeof this.client.raw !== "function") {
					const err = /* @__PURE__ */ new Error("storeClient must be an instance of Knex when storeType is 'knex'");
					if (typeof cb === "function") return cb(err);
					throw err;
				}
			}
		}
		_setInternalStoreType(cb) {
			if (this.storeType === "knex") {
				const knexClientType = this.client.client.config.client;
				if (knexClientType === "sqlite3") this._internalStoreType = "sqlite3";
				else if (knexClientType === "better-sqlite3") this._internalStoreType = "better-sqlite3";
				else {
					const err = /* @__PURE__ */ new Error("Knex must be configured with 'sqlite3' or 'better-sqlite3' for RateLimiterSQLite");
					if (typeof cb === "function") return cb(err);
					throw err;
				}
			} else this._internalStoreType = this.storeType;
		}
		_validateTableName(cb) {
			if (!/^[A-Za-z0-9_]*$/.test(this.tableName)) {
				const err = /* @__PURE__ */ new Error("Table name must contain only letters and numbers");
				if (typeof cb === "function") return cb(err);
				throw err;
			}
		}
		/**
		* Acquires the database connection based on the storeType.
		* @returns {Promise<Object>} The database client or connection
		*/
		async _getConnection() {
			if (this.storeType === "knex") return this.client.client.acquireConnection();
			return this.client;
		}
		/**
		* Releases the database connection if necessary.
		* @param {Object} conn The database client or connection
		*/
		_releaseConnection(conn) {
			if (this.storeType === "knex") this.client.client.releaseConnection(conn);
		}
		async _createDbAndTable() {
			const conn = await this._getConnection();
			try {
				switch (this._internalStoreType) {
					case "sqlite3":
						await new Promise((resolve, reject) => {
							conn.run(this._getCreateTableSQL(), (err) => err ? reject(err) : resolve());
						});
						break;
					case "better-sqlite3":
						conn.prepare(this._getCreateTableSQL()).run();
						break;
					default: throw new Error("Unsupported internalStoreType");
				}
			} finally {
				this._releaseConnection(conn);
			}
		}
		_getCreateTableSQL() {
			return `CREATE TABLE IF NOT EXISTS ${this.tableName} (
      key TEXT PRIMARY KEY,
      points INTEGER NOT NULL DEFAULT 0,
      expire INTEGER
    )`;
		}
		_clearExpiredHourAgo() {
			if (this._clearExpiredTimeoutId) clearTimeout(this._clearExpiredTimeoutId);
			this._clearExpiredTimeoutId = setTimeout(() => {
				this.clearExpired(Date.now() - 36e5).then(() => this._clearExpiredHourAgo());
			}, 3e5);
			this._clearExpiredTimeoutId.unref();
		}
		async clearExpired(nowMs) {
			const sql = `DELETE FROM ${this.tableName} WHERE expire < ?`;
			const conn = await this._getConnection();
			try {
				switch (this._internalStoreType) {
					case "sqlite3":
						await new Promise((resolve, reject) => {
							conn.run(sql, [nowMs], (err) => err ? reject(err) : resolve());
						});
						break;
					case "better-sqlite3":
						conn.prepare(sql).run(nowMs);
						break;
					default: throw new Error("Unsupported internalStoreType");
				}
			} finally {
				this._releaseConnection(conn);
			}
		}
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			res.isFirstInDuration = changedPoints === result.points;
			res.consumedPoints = res.isFirstInDuration ? changedPoints : result.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = result.expire ? Math.max(result.expire - Date.now(), 0) : -1;
			return res;
		}
		async _upsertTransactionSQLite3(conn, upsertQuery, upsertParams) {
			return await new Promise((resolve, reject) => {
				conn.serialize(() => {
					conn.run("SAVEPOINT rate_limiter_trx;", (err) => {
						if (err) return reject(err);
						conn.get(upsertQuery, upsertParams, (err, row) => {
							if (err) {
								conn.run("ROLLBACK TO SAVEPOINT rate_limiter_trx;", () => reject(err));
								return;
							}
							conn.run("RELEASE SAVEPOINT rate_limiter_trx;", () => resolve(row));
						});
					});
				});
			});
		}
		async _upsertTransactionBetterSQLite3(conn, upsertQuery, upsertParams) {
			return conn.transaction(() => conn.prepare(upsertQuery).get(...upsertParams))();
		}
		async _upsertTransaction(rlKey, points, msDuration, forceExpire) {
			const dateNow = Date.now();
			const newExpire = msDuration > 0 ? dateNow + msDuration : null;
			const upsertQuery = forceExpire ? `INSERT OR REPLACE INTO ${this.tableName} (key, points, expire) VALUES (?, ?, ?) RETURNING points, expire` : `INSERT INTO ${this.tableName} (key, points, expire)
         VALUES (?, ?, ?)
         ON CONFLICT(key) DO UPDATE SET
           points = CASE WHEN expire IS NULL OR expire > ? THEN points + excluded.points ELSE excluded.points END,
           expire = CASE WHEN expire IS NULL OR expire > ? THEN expire ELSE excluded.expire END
         RETURNING points, expire`;
			const upsertParams = forceExpire ? [
				rlKey,
				points,
				newExpire
			] : [
				rlKey,
				points,
				newExpire,
				dateNow,
				dateNow
			];
			const conn = await this._getConnection();
			try {
				switch (this._internalStoreType) {
					case "sqlite3": return this._upsertTransactionSQLite3(conn, upsertQuery, upsertParams);
					case "better-sqlite3": return this._upsertTransactionBetterSQLite3(conn, upsertQuery, upsertParams);
					default: throw new Error("Unsupported internalStoreType");
				}
			} finally {
				this._releaseConnection(conn);
			}
		}
		_upsert(rlKey, points, msDuration, forceExpire = false) {
			if (!this.tableCreated) return Promise.reject(/* @__PURE__ */ new Error("Table is not created yet"));
			return this._upsertTransaction(rlKey, points, msDuration, forceExpire);
		}
		async _get(rlKey) {
			const sql = `SELECT points, expire FROM ${this.tableName} WHERE key = ? AND (expire > ? OR expire IS NULL)`;
			const now = Date.now();
			const conn = await this._getConnection();
			try {
				switch (this._internalStoreType) {
					case "sqlite3": return await new Promise((resolve, reject) => {
						conn.get(sql, [rlKey, now], (err, row) => err ? reject(err) : resolve(row || null));
					});
					case "better-sqlite3": return conn.prepare(sql).get(rlKey, now) || null;
					default: throw new Error("Unsupported internalStoreType");
				}
			} finally {
				this._releaseConnection(conn);
			}
		}
		async _delete(rlKey) {
			if (!this.tableCreated) return Promise.reject(/* @__PURE__ */ new Error("Table is not created yet"));
			const sql = `DELETE FROM ${this.tableName} WHERE key = ?`;
			const conn = await this._getConnection();
			try {
				switch (this._internalStoreType) {
					case "sqlite3": return await new Promise((resolve, reject) => {
						conn.run(sql, [rlKey], function(err) {
							if (err) reject(err);
							else resolve(this.changes > 0);
						});
					});
					case "better-sqlite3": return conn.prepare(sql).run(rlKey).changes > 0;
					default: throw new Error("Unsupported internalStoreType");
				}
			} finally {
				this._releaseConnection(conn);
			}
		}
	};
	module.exports = RateLimiterSQLite;
}));
// node_modules/rate-limiter-flexible/lib/component/RateLimiterEtcdTransactionFailedError.js
var require_RateLimiterEtcdTransactionFailedError = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class RateLimiterEtcdTransactionFailedError extends Error {
		constructor(message) {
			super();
			if (Error.captureStackTrace) Error.captureStackTrace(this, this.constructor);
			this.name = "RateLimiterEtcdTransactionFailedError";
			this.message = message;
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/component/RateLimiterSetupError.js
var require_RateLimiterSetupError = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = class RateLimiterSetupError extends Error {
		constructor(message) {
			super();
			if (Error.captureStackTrace) Error.captureStackTrace(this, this.constructor);
			this.name = "RateLimiterSetupError";
			this.message = message;
		}
	};
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterEtcdNonAtomic.js
var require_RateLimiterEtcdNonAtomic = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterStoreAbstract = require_RateLimiterStoreAbstract();
	const RateLimiterRes = require_RateLimiterRes();
	const RateLimiterSetupError = require_RateLimiterSetupError();
	var RateLimiterEtcdNonAtomic = class extends RateLimiterStoreAbstract {
		/**
		* @param {Object} opts
		*/
		constructor(opts) {
			super(opts);
			if (!opts.storeClient) throw new RateLimiterSetupError("You need to set the option \"storeClient\" to an instance of class \"Etcd3\".");
			this.client = opts.storeClient;
		}
		/**
		* Get RateLimiterRes object filled depending on storeResult, which specific for exact store.
		*/
		_getRateLimiterRes(rlKey, changedPoints, result) {
			const res = new RateLimiterRes();
			res.isFirstInDuration = changedPoints === result.points;
			res.consumedPoints = res.isFirstInDuration ? changedPoints : result.points;
			res.remainingPoints = Math.max(this.points - res.consumedPoints, 0);
			res.msBeforeNext = result.expire ? Math.max(result.expire - Date.now(), 0) : -1;
			return res;
		}
		/**
		* Resolve with object used for {@link _getRateLimiterRes} to generate {@link RateLimiterRes}.
		*/
		async _upsert(rlKey, points, msDuration, forceExpire = false) {
			const expire = msDuration > 0 ? Date.now() + msDuration : null;
			let newValue = {
				points,
				expire
			};
			if (forceExpire) await this.client.put(rlKey).value(JSON.stringify(newValue));
			else {
				const oldValue = await this._get(rlKey);
				newValue = {
					points: (oldValue !== null ? oldValue.points : 0) + points,
					expire
				};
				await this.client.put(rlKey).value(JSON.stringify(newValue));
			}
			return newValue;
		}
		/**
		* Resolve with raw result from Store OR null if rlKey is not set
		* or Reject with error
		*/
		async _get(rlKey) {
			return this.client.get(rlKey).string().then((result) => result !== null ? JSON.parse(result) : null);
		}
		/**
		* Resolve with true OR false if rlKey doesn't exist.
		* or Reject with error.
		*/
		async _delete(rlKey) {
			return this.client.delete().key(rlKey).then((result) => result.deleted === "1");
		}
	};
	module.exports = RateLimiterEtcdNonAtomic;
}));
// node_modules/rate-limiter-flexible/lib/RateLimiterEtcd.js
var require_RateLimiterEtcd = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterEtcdTransactionFailedError = require_RateLimiterEtcdTransactionFailedError();
	const RateLimiterEtcdNonAtomic = require_RateLimiterEtcdNonAtomic();
	const MAX_TRANSACTION_TRIES = 5;
	var RateLimiterEtcd = class extends RateLimiterEtcdNonAtomic {
		/**
		* Resolve with object used for {@link _getRateLimiterRes} to generate {@link RateLimiterRes}.
		*/
		async _upsert(rlKey, points, msDuration, forceExpire = false) {
			const expire = msDuration > 0 ? Date.now() + msDuration : null;
			let newValue = {
				points,
				expire
			};
			let oldValue;
			if (forceExpire) await this.client.put(rlKey).value(JSON.stringify(newValue));
			else if (!await this.client.if(rlKey, "Version", "===", "0").then(this.client.put(rlKey).value(JSON.stringify(newValue))).commit().then((result) => !!result.succeeded)) {
				let success = false;
				for (let i = 0; i < MAX_TRANSACTION_TRIES; i++) {
					oldValue = await this._get(rlKey);
					newValue = {
						points: oldValue.points + points,
						expire
					};
					success = await this.client.if(rlKey, "Value", "===", JSON.stringify(oldValue)).then(this.client.put(rlKey).value(JSON.stringify(newValue))).commit().then((result) => !!result.succeeded);
					if (success) break;
				}
				if (!success) throw new RateLimiterEtcdTransactionFailedError("Could not set new value in a transaction.");
			}
			return newValue;
		}
	};
	module.exports = RateLimiterEtcd;
}));
// src/http/throttle.ts
var import_rate_limiter_flexible = (/* @__PURE__ */ __commonJSMin(((exports, module) => {
	const RateLimiterRedis = require_RateLimiterRedis();
	const RateLimiterRedisNonAtomic = require_RateLimiterRedisNonAtomic();
	const RateLimiterMongo = require_RateLimiterMongo();
	const RateLimiterMySQL = require_RateLimiterMySQL();
	const RateLimiterPostgres = require_RateLimiterPostgres();
	const { RateLimiterClusterMaster, RateLimiterClusterMasterPM2, RateLimiterCluster } = require_RateLimiterCluster();
	const RateLimiterMemory = require_RateLimiterMemory();
	const RateLimiterMemcache = require_RateLimiterMemcache();
	const RLWrapperBlackAndWhite = require_RLWrapperBlackAndWhite();
	const RLWrapperTimeouts = require_RLWrapperTimeouts();
	const RateLimiterUnion = require_RateLimiterUnion();
	const RateLimiterQueue = require_RateLimiterQueue();
	const BurstyRateLimiter = require_BurstyRateLimiter();
	const RateLimiterRes = require_RateLimiterRes();
	const RateLimiterCompatibleAbstract = require_RateLimiterCompatibleAbstract();
	const RateLimiterDynamo = require_RateLimiterDynamo();
	const RateLimiterPrisma = require_RateLimiterPrisma();
	const RateLimiterDrizzle = require_RateLimiterDrizzle();
	const RateLimiterDrizzleNonAtomic = require_RateLimiterDrizzleNonAtomic();
	module.exports = {
		RateLimiterRedis,
		RateLimiterRedisNonAtomic,
		RateLimiterMongo,
		RateLimiterMySQL,
		RateLimiterPostgres,
		RateLimiterMemory,
		RateLimiterMemcache,
		RateLimiterClusterMaster,
		RateLimiterClusterMasterPM2,
		RateLimiterCluster,
		RLWrapperBlackAndWhite,
		RLWrapperTimeouts,
		RateLimiterUnion,
		RateLimiterQueue,
		BurstyRateLimiter,
		RateLimiterRes,
		RateLimiterCompatibleAbstract,
		RateLimiterDynamo,
		RateLimiterPrisma,
		RateLimiterValkey: require_RateLimiterValkey(),
		RateLimiterValkeyGlide: require_RateLimiterValkeyGlide(),
		RateLimiterSQLite: require_RateLimiterSQLite(),
		RateLimiterEtcd: require_RateLimiterEtcd(),
		RateLimiterDrizzle,
		RateLimiterDrizzleNonAtomic,
		RateLimiterEtcdNonAtomic: require_RateLimiterEtcdNonAtomic(),
		RateLimiterQueueError: require_RateLimiterQueueError(),
		RateLimiterEtcdTransactionFailedError: require_RateLimiterEtcdTransactionFailedError()
	};
})))();
const MINUTE_S = 60;
const HOUR_S = 3600;
/** Per key, and per visitor of a sharing link. */
function throttleName({ key_id, shared_insight_id }, network) {
	return shared_insight_id === void 0 ? `key ${key_id}` : `link ${shared_insight_id} ${network}`;
}
function kindOf(route) {
	return route.path.startsWith("/insights/") ? "insights" : "others";
}
const unlimited = async () => null;
function createThrottle() {
	const limiters = {
		insights: [limiter(LIMIT.requests_per_minute, MINUTE_S), limiter(LIMIT.requests_per_hour, HOUR_S)],
		others: [limiter(LIMIT.other_requests_per_minute, MINUTE_S), limiter(LIMIT.other_requests_per_hour, HOUR_S)],
		refusals: [limiter(LIMIT.refusals_per_minute, MINUTE_S)]
	};
	return async (who, kind) => {
		for (const each of limiters[kind]) {
			const wait_s = await consume(each, who);
			if (wait_s !== null) return wait_s;
		}
		return null;
	};
}
function limiter(points, duration) {
	return new import_rate_limiter_flexible.RateLimiterMemory({
		points,
		duration
	});
}
async function consume(limiter, key) {
	try {
		await limiter.consume(key);
		return null;
	} catch (refused) {
		if (!(refused instanceof import_rate_limiter_flexible.RateLimiterRes)) throw refused;
		return Math.max(1, Math.ceil(refused.msBeforeNext / 1e3));
	}
}
// src/http/routes.ts
/** REST routes from the operation table: which operation an address means, and how a request becomes its input. */
/** Fixed segments before variable ones: `/insights/trend` is not an insight with the id "trend". */
function restAddresses() {
	const addresses = /* @__PURE__ */ new Map();
	for (const operation of OPERATIONS$1) for (const route of operation.routes) {
		const pattern = `${operation.in_project ? "/projects/:project_id" : ""}${route.path}`.replace(/\/$/, "");
		const entries = addresses.get(pattern) ?? /* @__PURE__ */ new Map();
		addresses.set(pattern, entries.set(route.method, {
			operation,
			route
		}));
	}
	return [...addresses].map(([pattern, entries]) => ({
		pattern,
		entries
	})).sort((a, b) => variables(a.pattern) - variables(b.pattern));
}
function variables(pattern) {
	return pattern.split("/:").length;
}
/** Handles a request in this order: method, credentials, throttle, scope, project, object, body, handler. */
async function answerAt(service, throttle, { entries }, { request, params, network }) {
	const entry = entries.get(request.method === "HEAD" ? "GET" : request.method);
	if (!entry) return wrongMethod(request.method, entries);
	const { operation, route } = entry;
	const url = new URL(request.url);
	const caller = callerOf(service, request, url);
	const wait_s = await throttle(throttleName(caller, network), kindOf(route));
	if (wait_s !== null) return throttledAnswer(wait_s);
	const { project_id = null, ...named } = params;
	const once_key = request.headers.get("idempotency-key");
	const run = admit(service, caller, operation, named, {
		project_id,
		url,
		signal: request.signal,
		once_key
	});
	const format = formatOf(route, url.searchParams);
	const exported = exportOf(url);
	const body = route.method === "GET" ? {} : await readInput(request, route, operation);
	const output = await run({
		...decodeQuery(url.searchParams, operation.input),
		...body,
		...named
	});
	const response = format === "csv" ? await csvAnswer(operation, route, await readMembers(output), exported) : routeAnswer(route, present(route, output));
	if (response.status === 405) response.headers.set("Allow", allowed(entries));
	const warning = passedOver(url.searchParams, body, operation);
	if (warning !== null) response.headers.set("Warning", warning);
	return response;
}
function present(route, output) {
	return route.present ? route.present(output) : output;
}
function wrongMethod(method, entries) {
	return errorAnswer(new ServiceError("method_not_allowed", `Method "${method}" not allowed.`), { Allow: allowed(entries) });
}
/** A route that always rejects its method does not list it as allowed. */
function allowed(entries) {
	return [...entries.values()].filter(({ route }) => route.status !== 405).map(({ route }) => route.method).join(", ");
}
/** By key, or read-only by the token of a sharing link. */
function callerOf(service, request, url) {
	const key = bearer(request);
	const token = url.searchParams.get("sharing_access_token");
	if (key !== null || token === null) return authenticate(service, key);
	if (request.method !== "GET" && request.method !== "HEAD") throw new ServiceError("permission_denied", "Sharing access token can only be used for GET requests.");
	const caller = linkHolder(service, token);
	if (caller === null) throw new ServiceError("permission_denied", "Sharing access token is invalid.");
	return caller;
}
/** null if the key opens nothing. */
function keyHolder(service, request) {
	try {
		return authenticate(service, bearer(request));
	} catch (error) {
		if (error instanceof ServiceError) return null;
		throw error;
	}
}
function bearer(request) {
	return bearerOf(request.headers.get("authorization"));
}
/** The body as input members; none if empty. */
async function readInput(request, route, operation) {
	const bytes = await readBody(request, isStoring(operation) ? LIMIT.body_bytes : LIMIT.question_bytes);
	if (bytes.length === 0) return {};
	const type = request.headers.get("content-type") ?? "application/json";
	if (!/^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) throw new ServiceError("unsupported_media_type", "Unsupported media type. Send JSON, with the header \"Content-Type: application/json\".");
	const body = parseJson(bytes);
	if (isObject(body)) return body;
	if (Array.isArray(body) && route.list_as !== void 0) return { [route.list_as]: body };
	throw new ServiceError("parse_error", "The body must be a JSON object, as {\"name\": \"Weekly sign-ups\"}.");
}
// src/http/page.ts
/**
* Pages of insights and dashboards: title, charts, table. Plain HTML without scripts; user text is escaped, nothing is
* loaded. Each chart is included twice, for narrow and wide pages.
*/
const NARROW_PX = 360;
const WIDE_PX = 900;
const STYLE = `
${themeCss(":root")}
:root { color-scheme: light dark; }
body { margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 Inter, 'Segoe UI', system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 2rem 0 .25rem; overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
small { color: var(--muted); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { color: var(--muted); margin: 0 0 .25rem; overflow-wrap: anywhere; }
p.text { margin: 1.5rem 0 .25rem; color: var(--ink); white-space: pre-wrap; }
figure { margin: 1rem -16px; }
svg { display: block; width: 100%; height: auto; font-variant-numeric: tabular-nums; }
.wide { display: none; }
@media (min-width: 720px) { .wide { display: block; } .narrow { display: none; } }
a { color: var(--hue0); }
.scroll { overflow-x: auto; margin-top: 1.5rem; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); padding: .3rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--grid); text-align: right; white-space: nowrap; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; }
tbody th { font-weight: 400; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
`;
/** `files`: the link without extension, for picture and CSV; `above`: HTML before the title. */
function insightPage(insight, chart, { files, above }) {
	if (chart === null) {
		const description = insight.description === "" ? [] : [`<p>${escaped(insight.description)}</p>`];
		return page(insight.title, [
			above,
			`<h1>${escaped(insight.title)}</h1>`,
			...description,
			"<p>This insight has no result.</p>"
		]);
	}
	return page(chart.title, [
		above,
		`<h1>${escaped(chart.title)}</h1>`,
		...chart.subtitle.map((text) => `<p>${escaped(text)}</p>`),
		...figuresOf(chart),
		...chart.notes.map((text) => `<p>${escaped(text)}</p>`),
		`<p>${[
			"svg",
			"png",
			"csv",
			"json"
		].map((ending) => `<a href="${escaped(files)}.${ending}">${ending.toUpperCase()}</a>`).join(" · ")}</p>`,
		`<div class="scroll">${tableHtml(chart.table)}</div>`
	]);
}
function messagePage(title, text) {
	return page(title, [`<h1>${escaped(title)}</h1>`, `<p>${escaped(text)}</p>`]);
}
function dashboardPage({ title, description }, tiles, above) {
	return page(title, [
		above,
		`<h1>${escaped(title)}</h1>`,
		...description === "" ? [] : [`<p>${escaped(description)}</p>`],
		...tiles.length === 0 ? ["<p>There is nothing on this dashboard.</p>"] : tiles.flatMap(tileHtml)
	]);
}
function tileHtml(tile) {
	if ("text" in tile) return [`<p class="text">${escaped(tile.text)}</p>`];
	const { title, href, chart } = tile;
	const heading = `<h2><a href="${escaped(href)}">${escaped(chart?.title ?? title)}</a></h2>`;
	if (chart === null) return [heading, "<p>This insight has no result.</p>"];
	return [
		heading,
		...chart.subtitle.map((text) => `<p>${escaped(text)}</p>`),
		figure(chart, WIDE_PX, "wide"),
		figure(chart, NARROW_PX, "narrow")
	];
}
function listPage(title, lists) {
	const items = lists.flatMap(({ heading, links, none }) => [`<h2>${escaped(heading)}</h2>`, links.length === 0 ? `<p>${escaped(none)}</p>` : `<ul>${links.map(({ href, text, note }) => `<li><a href="${escaped(href)}">${escaped(text)}</a>${note === "" ? "" : ` <small>${escaped(note)}</small>`}</li>`).join("")}</ul>`]);
	return page(title, [`<h1>${escaped(title)}</h1>`, ...items]);
}
/**
* Navigates by itself. A redirect would still count as coming from the other site, so a strict cookie would not be
* sent; from our own page it is.
*/
function onwardPage(path) {
	const head = `<meta http-equiv="refresh" content="0;url=${escaped(path)}">`;
	return page("Opening", ["<h1>Opening …</h1>", `<p><a href="${escaped(path)}">Go on</a></p>`], head);
}
/** Retention is shown twice: all starts together, and each of them. */
function figuresOf(chart) {
	return (chart.kind === "cohorts" ? [{
		...chart,
		form: "curve"
	}, chart] : [chart]).flatMap((form) => [figure(form, WIDE_PX, "wide"), figure(form, NARROW_PX, "narrow")]);
}
function figure(chart, width, name) {
	const { svg } = draw(chart, {
		width,
		theme: "page",
		hits: "titles",
		frame: "legend"
	});
	return `<figure class="${name}">${svg}</figure>`;
}
function page(title, body, head = "") {
	return [
		"<!doctype html>",
		"<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
		`${head}<title>${escaped(title)}</title><style>${STYLE}</style></head><body>`,
		"<main>",
		...body.filter((part) => part !== ""),
		"</main></body></html>\n"
	].join("\n");
}
function tableHtml({ columns, rows, rows_left_out }) {
	const head = columns.map(({ name }) => `<th scope="col">${escaped(name)}</th>`).join("");
	const body = rows.map((row) => {
		return `<tr>${row.map((cell, at) => {
			const unit = columns[at]?.unit ?? "text";
			const text = cell === null ? "–" : typeof cell === "number" && unit !== "text" ? full(cell, unit) : String(cell);
			return at === 0 ? `<th scope="row">${escaped(text)}</th>` : `<td>${escaped(text)}</td>`;
		}).join("")}</tr>`;
	});
	return `<table>${rows_left_out > 0 ? `<caption>${rows_left_out} more rows are not shown; the CSV has them all.</caption>` : ""}<thead><tr>${head}</tr></thead><tbody>\n${body.join("\n")}\n</tbody></table>`;
}
// src/http/insight_answer.ts
/** An insight as a page without scripts, a picture, CSV or JSON. Never cached. */
const HEADERS = {
	"Cache-Control": "no-store",
	"Referrer-Policy": "no-referrer",
	"X-Robots-Tag": "noindex"
};
const PAGE_HEADERS = {
	...HEADERS,
	"Content-Type": "text/html; charset=utf-8",
	"Content-Security-Policy": policyFor(STYLE)
};
const SVG_HEADERS = {
	...HEADERS,
	"Content-Type": "image/svg+xml; charset=utf-8",
	"Content-Security-Policy": policyFor(themeCss("svg"))
};
/** Nothing runs or loads; the only style is allowed by hash. */
function policyFor(style) {
	return `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style, "utf8").digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
const ENDINGS = [
	".json",
	".svg",
	".png",
	".csv"
];
/** The form an address asks for by its extension. */
function endingOf(address) {
	const ending = ENDINGS.find((one) => address.endsWith(one)) ?? "";
	return {
		name: address.slice(0, address.length - ending.length),
		ending
	};
}
/** @throws ServiceError if the caller may not, the insight does not exist, or the request is invalid */
async function insightAnswer(service, read, showing) {
	const unread = await refreshed(read);
	if (showing.ending === ".json") return jsonAnswer(unread, 200, HEADERS);
	return answer(service, await readMembers(unread), showing.ending, showing);
}
async function answer(service, insight, ending, { files, asked, above = "" }) {
	switch (ending) {
		case ".csv": {
			const csv = await tableToCsv(getInsight.table?.(insight) ?? {
				columns: [],
				rows: []
			});
			return new Response(csv, { headers: {
				...HEADERS,
				"Content-Type": "text/csv; charset=utf-8"
			} });
		}
		case ".svg": {
			const theme = themeOf(asked);
			const svg = draw(chartOf(insight), {
				width: widthOf(asked),
				theme: theme ?? "page",
				standalone: true
			}).svg;
			return new Response(svg, { headers: SVG_HEADERS });
		}
		case ".png": {
			const options = {
				width: widthOf(asked),
				theme: themeOf(asked) ?? "light",
				standalone: true
			};
			const { svg } = draw(chartOf(insight), {
				...options,
				measure: measureInter
			});
			const png = await service.pictures.png({
				svg,
				zoom: PNG_ZOOM
			});
			return new Response(new Uint8Array(png), { headers: {
				...HEADERS,
				"Content-Type": "image/png"
			} });
		}
		case "": {
			const bare = {
				title: titleOf(insight),
				description: textOf(insight["description"])
			};
			const chart = getInsight.chart?.(insight, {}) ?? null;
			await setImmediate$1();
			return new Response(insightPage(bare, chart, {
				files,
				above
			}), { headers: PAGE_HEADERS });
		}
	}
}
const PICTURE_WIDTH = 960;
/** Sharp on current screens. */
const PNG_ZOOM = 2;
/** @throws ServiceError not_found without a result */
function chartOf(insight) {
	const chart = getInsight.chart?.(insight, {}) ?? null;
	if (chart === null) throw new ServiceError("not_found", "This insight has no result, so there is no picture of it.");
	return chart;
}
function widthOf(asked) {
	const text = asked.get("width") ?? String(PICTURE_WIDTH);
	const width = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
	if (width >= LIMIT.picture_width_min && width <= LIMIT.picture_width_max) return width;
	throw invalid("width", `Expected a whole number from ${LIMIT.picture_width_min} to ${LIMIT.picture_width_max}.`);
}
/** null = the reader's system setting. */
function themeOf(asked) {
	const theme = asked.get("theme");
	if (theme === null || theme === "light" || theme === "dark") return theme;
	throw invalid("theme", "Not one of the allowed values: light, dark.", "invalid_choice");
}
function titleOf(insight) {
	return textOf(insight["name"]) || textOf(insight["derived_name"]) || "Insight";
}
function textOf(value) {
	return typeof value === "string" ? value : "";
}
/** Nobody can click refresh here, so each visit does; refresh rules keep that rare. */
async function refreshed(read) {
	try {
		return await read(true);
	} catch (error) {
		if (!(error instanceof ServiceError) || error.status !== 400) throw error;
		return read(false);
	}
}
/** How the gate reads an insight for a caller. */
function readerOf(service, caller, id, project_id = null) {
	return async (refresh) => {
		const input = {
			id,
			refresh
		};
		return admit(service, caller, getInsight, input, { project_id })(input);
	};
}
// src/http/shared.ts
/**
* What a sharing link shows. The token is the whole credential, so neither address nor response may be cached or
* forwarded.
*/
function sharedRoutes(service, throttle, network) {
	const routes = new Hono();
	routes.get("/shared/:token", async (c) => {
		const { name: token, ending } = endingOf(c.req.param("token"));
		const caller = linkHolder(service, token);
		if (caller === null) return ending === "" ? missingPage() : missing();
		const wait_s = await throttle(throttleName(caller, network(c)), kindOf(getInsight.routes[0]));
		if (wait_s !== null) return throttledAnswer(wait_s);
		try {
			const asked = new URL(c.req.url).searchParams;
			return await insightAnswer(service, readerOf(service, caller, String(caller.shared_insight_id)), {
				ending,
				files: token,
				asked
			});
		} catch (error) {
			if (error instanceof ServiceError) return errorAnswer(error, HEADERS);
			throw error;
		}
	});
	return routes;
}
function missingPage() {
	const page = messagePage("Not found", "This link shows nothing. It may have been switched off.");
	return new Response(page, {
		status: 404,
		headers: PAGE_HEADERS
	});
}
function missing() {
	return errorAnswer(new ServiceError("not_found", "Not found. The link may have been switched off."), HEADERS);
}
// src/http/traffic.ts
function createTraffic(now = () => performance.now()) {
	let running = 0;
	let last_ms = now();
	return {
		begin() {
			running++;
		},
		end() {
			running--;
			last_ms = now();
		},
		isQuiet: (quiet_ms) => running === 0 && now() - last_ms >= quiet_ms
	};
}
// node_modules/hono/dist/utils/cookie.js
const validCookieNameRegEx = /^[\w!#$%&'*.^`|~+-]+$/;
const relaxedCookieNameRegEx = /^[!#-:<>-[\]-~]+$/;
const validCookieValueRegEx = /^[ !#-:<-[\]-~]*$/;
const trimCookieWhitespace = (value) => {
	let start = 0;
	let end = value.length;
	while (start < end) {
		const charCode = value.charCodeAt(start);
		if (charCode !== 32 && charCode !== 9) break;
		start++;
	}
	while (end > start) {
		const charCode = value.charCodeAt(end - 1);
		if (charCode !== 32 && charCode !== 9) break;
		end--;
	}
	return start === 0 && end === value.length ? value : value.slice(start, end);
};
const parse = (cookie, name) => {
	if (name && cookie.indexOf(name) === -1) return {};
	const pairs = cookie.split(";");
	const parsedCookie = Object.create(null);
	for (const pairStr of pairs) {
		const valueStartPos = pairStr.indexOf("=");
		if (valueStartPos === -1) continue;
		const cookieName = trimCookieWhitespace(pairStr.substring(0, valueStartPos));
		if (name && name !== cookieName || !relaxedCookieNameRegEx.test(cookieName) || cookieName in parsedCookie) continue;
		let cookieValue = trimCookieWhitespace(pairStr.substring(valueStartPos + 1));
		if (cookieValue.startsWith("\"") && cookieValue.endsWith("\"")) cookieValue = cookieValue.slice(1, -1);
		if (validCookieValueRegEx.test(cookieValue)) {
			parsedCookie[cookieName] = tryDecodeURIComponent(cookieValue);
			if (name) break;
		}
	}
	return parsedCookie;
};
const _serialize = (name, value, opt = {}) => {
	if (!validCookieNameRegEx.test(name)) throw new Error("Invalid cookie name");
	let cookie = `${name}=${value}`;
	if (/^__secure-/i.test(name) && !opt.secure) throw new Error("__Secure- Cookie must have Secure attributes");
	if (/^__host-/i.test(name)) {
		if (!opt.secure) throw new Error("__Host- Cookie must have Secure attributes");
		if (opt.path !== "/") throw new Error("__Host- Cookie must have Path attributes with \"/\"");
		if (opt.domain) throw new Error("__Host- Cookie must not have Domain attributes");
	}
	for (const key of [
		"domain",
		"path",
		"sameSite",
		"priority"
	]) if (opt[key] && /[;\r\n]/.test(opt[key])) throw new Error(`${key} must not contain ";", "\\r", or "\\n"`);
	if (opt && typeof opt.maxAge === "number" && opt.maxAge >= 0) {
		if (opt.maxAge > 3456e4) throw new Error("Cookies Max-Age SHOULD NOT be greater than 400 days (34560000 seconds) in duration.");
		cookie += `; Max-Age=${opt.maxAge | 0}`;
	}
	if (opt.domain && opt.prefix !== "host") cookie += `; Domain=${opt.domain}`;
	if (opt.path) cookie += `; Path=${opt.path}`;
	if (opt.expires) {
		if (opt.expires.getTime() - Date.now() > 3456e7) throw new Error("Cookies Expires SHOULD NOT be greater than 400 days (34560000 seconds) in the future.");
		cookie += `; Expires=${opt.expires.toUTCString()}`;
	}
	if (opt.httpOnly) cookie += "; HttpOnly";
	if (opt.secure) cookie += "; Secure";
	if (opt.sameSite) cookie += `; SameSite=${opt.sameSite.charAt(0).toUpperCase() + opt.sameSite.slice(1)}`;
	if (opt.priority) cookie += `; Priority=${opt.priority.charAt(0).toUpperCase() + opt.priority.slice(1)}`;
	if (opt.partitioned) {
		if (!opt.secure) throw new Error("Partitioned Cookie must have Secure attributes");
		cookie += "; Partitioned";
	}
	return cookie;
};
const serialize = (name, value, opt) => {
	value = encodeURIComponent(value);
	return _serialize(name, value, opt);
};
// node_modules/hono/dist/helper/cookie/index.js
const getCookie = (c, key, prefix) => {
	const cookie = c.req.raw.headers.get("Cookie");
	if (typeof key === "string") {
		if (!cookie) return;
		let finalKey = key;
		if (prefix === "secure") finalKey = "__Secure-" + key;
		else if (prefix === "host") finalKey = "__Host-" + key;
		return parse(cookie, finalKey)[finalKey];
	}
	if (!cookie) return {};
	return parse(cookie);
};
const generateCookie = (name, value, opt) => {
	let cookie;
	if (opt?.prefix === "secure") cookie = serialize("__Secure-" + name, value, {
		path: "/",
		...opt,
		secure: true
	});
	else if (opt?.prefix === "host") cookie = serialize("__Host-" + name, value, {
		...opt,
		path: "/",
		secure: true,
		domain: void 0
	});
	else cookie = serialize(name, value, {
		path: "/",
		...opt
	});
	return cookie;
};
const setCookie = (c, name, value, opt) => {
	const cookie = generateCookie(name, value, opt);
	c.header("Set-Cookie", cookie, { append: true });
};
// src/http/visit_pages.ts
const VIEW = "/view";
const OPEN = "/open";
const COOKIE = "insights_mcp_visit";
/** Other sites may not embed pictures and pages of visits. */
const OWN_ONLY = "Cross-Origin-Resource-Policy";
const VISIT_HEADERS = {
	...PAGE_HEADERS,
	[OWN_ONLY]: "same-origin"
};
const LISTED = 100;
const AGAIN = "Such links work once and for ten minutes. Ask your assistant for the insight again, or open it with the command: ";
/** Path of its page; null = the list of all. */
function pathOf(project_id, visited) {
	const of = visited === null ? "" : `${visited.kind}/${encodeURIComponent(visited.id)}`;
	return `${VIEW}/${project_id}/${of}`;
}
/** The login link's path on the server. */
function openPath(visits, caller, path) {
	return `${OPEN}/${visits.invite(caller, path)}`;
}
/** `is_secure`: whether browsers use https; then the cookie requires it. */
function visitRoutes(service, visits, throttle, is_secure) {
	const routes = new Hono({ strict: false });
	routes.get(`${OPEN}/:token`, (c) => openAnswer(c, service, visits, is_secure));
	routes.get(`${VIEW}/*`, async (c, next) => {
		const caller = ["none", "same-origin"].includes(c.req.header("sec-fetch-site") ?? "none") ? visits.callerOf(getCookie(c, COOKIE) ?? "") : null;
		if (caller === null) return refused(service);
		const wait_s = await throttle(throttleName(caller, ""), kindOf(getInsight.routes[0]));
		if (wait_s !== null) return throttledAnswer(wait_s);
		c.set("caller", caller);
		return next();
	});
	const page = (path, answer) => routes.get(`${VIEW}/:project${path}`, (c) => told(answer(c.get("caller"), c)));
	page("", (caller, c) => listAnswer(service, caller, c.req.param("project") ?? ""));
	page("/insights/:id", (caller, c) => oneInsight(service, caller, c));
	page("/dashboards/:id", (caller, c) => oneDashboard(service, caller, c));
	return routes;
}
/** Previews and prefetching do not use up the link. */
function openAnswer(c, service, visits, is_secure) {
	const is_guess = /prefetch|prerender/.test(`${c.req.header("sec-purpose")} ${c.req.header("purpose")}`);
	if (c.req.method === "HEAD" || is_guess) return new Response(null, {
		status: 204,
		headers: VISIT_HEADERS
	});
	const accepted = visits.accept(c.req.param("token") ?? "");
	if (accepted === null) return refused(service);
	const maxAge = LIMIT.visit_ms / 1e3;
	setCookie(c, COOKIE, accepted.visit, {
		path: VIEW,
		httpOnly: true,
		sameSite: "Strict",
		secure: is_secure,
		maxAge
	});
	return c.body(onwardPage(accepted.path), 200, VISIT_HEADERS);
}
function refused({ command }) {
	const page = messagePage("Not open", `${AGAIN}${command("open")}`);
	return new Response(page, {
		status: 401,
		headers: VISIT_HEADERS
	});
}
/** Shows refusals of the gate as a page. */
async function told(answer) {
	try {
		return await answer;
	} catch (error) {
		if (!(error instanceof ServiceError) || error.status >= 500) throw error;
		if (error.status === 429) return errorAnswer(error, HEADERS);
		const title = error.status === 404 ? "Not found" : "Not possible";
		return new Response(messagePage(title, error.message), {
			status: error.status,
			headers: VISIT_HEADERS
		});
	}
}
function askedOf(c) {
	return {
		project_id: c.req.param("project") ?? "",
		...endingOf(c.req.param("id") ?? "")
	};
}
/** Link back to the list of all. */
function aboveOf(project_id) {
	return `<p><a href="${baseOf(project_id)}">All insights and dashboards</a></p>`;
}
function baseOf(project_id) {
	return `${VIEW}/${encodeURIComponent(project_id)}/`;
}
async function oneInsight(service, caller, c) {
	const { project_id, name, ending } = askedOf(c);
	const asked = new URL(c.req.url).searchParams;
	const answer = await insightAnswer(service, readerOf(service, caller, name, project_id), {
		ending,
		files: encodeURIComponent(name),
		asked,
		above: aboveOf(project_id)
	});
	answer.headers.set(OWN_ONLY, "same-origin");
	return answer;
}
async function oneDashboard(service, caller, c) {
	const { project_id, name } = askedOf(c);
	const { name: title, description, tiles } = await call(service, caller, getDashboard, {
		id: name,
		refresh: "true"
	}, { project_id });
	const shown = tiles.map(({ insight, text }) => {
		if (insight === null) return { text: linesOf(text?.body ?? "").join("\n") };
		const chart = getInsight.chart?.(insight, {}) ?? null;
		return {
			title: nameOf(insight),
			href: `${baseOf(project_id)}insights/${String(insight["id"])}`,
			chart
		};
	});
	const page = dashboardPage({
		title: visible(title),
		description: visible(description)
	}, shown, aboveOf(project_id));
	return new Response(page, { headers: VISIT_HEADERS });
}
function linesOf(text) {
	return text.split(/\r?\n/).map(visible);
}
async function listAnswer(service, caller, project_id) {
	const dashboards = await call(service, caller, listDashboards, { limit: LISTED }, { project_id });
	const insights = await call(service, caller, listInsights, {
		limit: LISTED,
		basic: true
	}, { project_id });
	const page = listPage("Insights and dashboards", [linkList("Dashboards", `${baseOf(project_id)}dashboards`, dashboards), linkList("Insights", `${baseOf(project_id)}insights`, insights)]);
	return new Response(page, { headers: VISIT_HEADERS });
}
function linkList(heading, folder, { count, results }) {
	const more = count > results.length ? ` (${results.length} of ${count})` : "";
	const links = results.map((one) => ({
		href: `${folder}/${String(one["id"])}`,
		text: nameOf(one),
		note: visible(String(one["description"] ?? ""))
	}));
	return {
		heading: `${heading}${more}`,
		links,
		none: "There are none yet: ask your assistant to save one."
	};
}
function nameOf({ id, name, derived_name }) {
	const named = [name, derived_name].find((text) => typeof text === "string" && text !== "");
	return typeof named === "string" ? visible(named) : `Insight ${String(id)}`;
}
// src/http/app.ts
/**
* Everything served over HTTP on one port: the capture endpoints (open to every origin) and, behind the host guard,
* REST routes, operator pages and whatever is mounted.
*/
function createApp(service, options = {}) {
	const app = new Hono({ strict: false });
	const metrics = createMetrics();
	const admit = admission(service);
	app.route("/", captureGate(admit, metrics.refused));
	app.use(observe(service, metrics, options.traffic ?? createTraffic()));
	const throttle = options.rate_limit ?? true ? createThrottle() : unlimited;
	const address = addressOf$1(options.trusted_proxies ?? 0);
	const network = (c) => networkOf(address(c.req.raw, c.env));
	app.use(boundRefusals(throttle, network));
	app.route("/", captureRoutes(service, {
		address,
		admit
	}));
	app.route("/", browserRoutes(service));
	app.use(async (c, next) => {
		checkHost(c.req.raw, options.allowed_hosts ?? []);
		await next();
	});
	addRest(app, service, throttle, network);
	app.route("/", sharedRoutes(service, throttle, network));
	const is_secure = service.public_url?.startsWith("https:") ?? false;
	if (options.visits) app.route("/", visitRoutes(service, options.visits, throttle, is_secure));
	for (const mount of options.mounts ?? []) addMount(app, service, throttle, mount);
	if (options.protected) app.route("/", protectedRoutes(options.protected));
	app.get(ICON_PATH, (c) => c.body(ICON_SVG, 200, {
		"Content-Type": ICON_TYPE,
		"Cache-Control": "max-age=86400"
	}));
	app.get("/healthz", (c) => c.json({ status: "ok" }));
	app.get("/readyz", (c) => c.json(...readiness(service)));
	for (const path of ["/metrics", "/openapi.json"]) app.use(path, openPage(throttle, network));
	app.get("/metrics", (c) => c.text(metrics.text(service), 200, { "Content-Type": "text/plain; version=0.0.4" }));
	app.get("/openapi.json", (c) => c.json(openApi()));
	app.notFound(() => errorAnswer(new ServiceError("not_found", "There is nothing at this address. GET /openapi.json lists what there is.")));
	app.onError((error, c) => answerError(service, error, c));
	return app;
}
/** Pages only, for a browser on this machine: no events, no keys. */
function createPages(service, visits) {
	const app = new Hono({ strict: false });
	app.use(observe(service, createMetrics(), createTraffic()));
	app.use(async (c, next) => {
		checkHost(c.req.raw, []);
		await next();
	});
	app.route("/", visitRoutes(service, visits, unlimited, false));
	app.notFound(() => errorAnswer(new ServiceError("not_found", "There is no page at this address.")));
	app.onError((error, c) => answerError(service, error, c));
	return app;
}
/** Invalid credentials get an answer, but with a growing delay for that caller. */
function boundRefusals(throttle, network) {
	return async (c, next) => {
		await next();
		const isUnknownLink = c.res.status === 404 && c.req.path.startsWith("/shared/");
		if (c.res.status !== 401 && !isUnknownLink) return;
		const wait_s = await throttle(network(c), "refusals");
		if (wait_s !== null) c.res = throttledAnswer(wait_s);
	};
}
/** Pages without a key that cost something. */
function openPage(throttle, network) {
	return async (c, next) => {
		const wait_s = await throttle(network(c), "others");
		if (wait_s !== null) return throttledAnswer(wait_s);
		await next();
	};
}
/** Counts like the insight routes, as each request may compute; rejects wrong keys itself. */
function addMount(app, service, throttle, mount) {
	app.all(mount.path, async (c) => {
		const caller = keyHolder(service, c.req.raw);
		const wait_s = caller === null ? null : await throttle(throttleName(caller, ""), "insights");
		return wait_s === null ? mount.fetch(c.req.raw) : throttledAnswer(wait_s);
	});
}
function addRest(app, service, throttle, network) {
	for (const address of restAddresses()) {
		const patterns = [address.pattern, address.pattern.replace(/^\/projects\//, "/environments/")];
		for (const pattern of new Set(patterns)) app.all(`/api${pattern}`, (c) => {
			c.set("route", `/api${address.pattern}/`);
			return answerAt(service, throttle, address, {
				request: c.req.raw,
				params: c.req.param(),
				network: network(c)
			});
		});
	}
}
/** Whether events and changes are accepted: the status for probes, the reason for operators. */
function readiness({ store }) {
	const refusal = store.refusal();
	if (refusal === null) return [
		{ status: "ready" },
		200,
		{}
	];
	return [
		{
			status: "read-only",
			reason: refusal.message
		},
		503,
		headersOf(refusal)
	];
}
/** Numbers and logs every request. */
function observe(service, metrics, traffic) {
	return async (c, next) => {
		const started_ms = performance.now();
		const request_id = randomUUID();
		c.set("request_id", request_id);
		traffic.begin();
		const { method, raw } = c.req;
		const span = {
			name: method,
			attributes: {
				"http.request.method": method,
				request_id
			},
			headers: raw.headers
		};
		const { status, route } = await service.tracing.within(span, async (note) => {
			await next().finally(() => traffic.end());
			const answered = {
				status: c.res.status,
				route: routeLabel(c, c.res.status)
			};
			note({
				"http.route": answered.route,
				"http.response.status_code": answered.status
			}, `${method} ${answered.route}`);
			return answered;
		});
		const ms = performance.now() - started_ms;
		const { headers } = c.res;
		headers.set("X-Request-Id", request_id);
		headers.set("X-Content-Type-Options", "nosniff");
		const doubt = service.doubt();
		if (doubt !== null) headers.set("Warning", `199 insights-mcp "${doubt}"`);
		metrics.count(c.req.method, route, status, ms);
		service.log.info({
			request_id,
			method: c.req.method,
			route,
			status,
			ms: Math.round(ms * 10) / 10
		}, "request");
	};
}
/** Bounded: our own patterns, or the first segment of a known address. */
function routeLabel(c, status) {
	const route = c.get("route");
	if (route !== void 0) return route;
	return status === 404 || status === 403 ? "unknown" : `/${c.req.path.split("/")[1] ?? ""}`;
}
function answerError(service, error, c) {
	if (error instanceof ServiceError && error.status < 500) return errorAnswer(error);
	service.log.error({
		request_id: c.get("request_id"),
		error: stackOf(error)
	}, "request failed");
	if (error instanceof ServiceError) return errorAnswer(error);
	const id = c.get("request_id");
	return errorAnswer(new ServiceError("error", `A server error occurred. The log tells more under request id ${id}.`));
}
// node_modules/@hono/node-server/dist/index.mjs
var RequestError = class extends Error {
	constructor(message, options) {
		super(message, options);
		this.name = "RequestError";
	}
};
const nonJoinedHeaders = /* @__PURE__ */ new Set([
	"age",
	"authorization",
	"content-length",
	"content-type",
	"etag",
	"expires",
	"from",
	"host",
	"if-modified-since",
	"if-unmodified-since",
	"last-modified",
	"location",
	"max-forwards",
	"proxy-authorization",
	"referer",
	"retry-after",
	"server",
	"user-agent"
]);
const validHeaderName = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const isHttpWhitespace = (code) => code === 9 || code === 10 || code === 13 || code === 32;
const normalizeHeaderValue = (value) => {
	if (!isHttpWhitespace(value.charCodeAt(0)) && !isHttpWhitespace(value.charCodeAt(value.length - 1))) return value;
	let start = 0;
	let end = value.length;
	while (start < end && isHttpWhitespace(value.charCodeAt(start))) start++;
	while (end > start && isHttpWhitespace(value.charCodeAt(end - 1))) end--;
	return value.slice(start, end);
};
const forbiddenHeaderValue = /[\0\r\n]/;
const GlobalHeaders = globalThis.Headers;
const materializeHeaders = (rawHeaders, HeadersCtor = GlobalHeaders) => {
	const headers = new HeadersCtor();
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const name = rawHeaders[i];
		if (!name.startsWith(":")) headers.append(name, rawHeaders[i + 1]);
	}
	return headers;
};
var RequestHeaders = class {
	#incoming;
	#rawHeaders;
	#headers;
	#invalidValue;
	constructor(incoming) {
		this.#incoming = incoming;
		if (incoming instanceof Http2ServerRequest) this.#rawHeaders = incoming.rawHeaders.slice();
	}
	get #lazyRawHeaders() {
		return this.#rawHeaders ??= this.#incoming.rawHeaders.slice();
	}
	get #native() {
		if (!this.#headers) {
			this.#headers = materializeHeaders(this.#lazyRawHeaders);
			this.#rawHeaders = void 0;
		}
		return this.#headers;
	}
	#normalizedName(name) {
		if (typeof name !== "string") return;
		if (!validHeaderName.test(name)) throw new TypeError(`Invalid header name: ${name}`);
		return name.toLowerCase();
	}
	#lookupHttp1(lowerName) {
		const headers = this.#incoming instanceof Http2ServerRequest ? void 0 : this.#incoming.headers;
		if (!headers || nonJoinedHeaders.has(lowerName) || lowerName === "set-cookie" || lowerName === "__proto__") return;
		if (!Object.hasOwn(headers, lowerName)) return null;
		const rawValue = headers[lowerName];
		if (typeof rawValue === "string") {
			const value = normalizeHeaderValue(rawValue);
			return forbiddenHeaderValue.test(value) ? void 0 : value;
		}
	}
	#lookup(rawHeaders, lowerName) {
		const separator = lowerName === "cookie" ? "; " : ", ";
		let value = null;
		for (let i = 0; i < rawHeaders.length; i += 2) {
			const rawName = rawHeaders[i];
			if (rawName.length === lowerName.length && rawName.toLowerCase() === lowerName) {
				const rawValue = normalizeHeaderValue(rawHeaders[i + 1]);
				if (forbiddenHeaderValue.test(rawValue)) {
					this.#invalidValue = true;
					return;
				}
				value = value === null ? rawValue : value + separator + rawValue;
			}
		}
		return value;
	}
	append(name, value) {
		this.#native.append(name, value);
	}
	delete(name) {
		this.#native.delete(name);
	}
	get(name) {
		const lowerName = this.#normalizedName(name);
		if (lowerName && !this.#headers && !this.#invalidValue) {
			const http1Value = this.#lookupHttp1(lowerName);
			if (http1Value !== void 0) return http1Value;
			const value = this.#lookup(this.#lazyRawHeaders, lowerName);
			if (value !== void 0) return value;
		}
		return this.#native.get(name);
	}
	has(name) {
		const lowerName = this.#normalizedName(name);
		if (lowerName && !this.#headers && !this.#invalidValue) {
			const http1Value = this.#lookupHttp1(lowerName);
			if (http1Value !== void 0) return http1Value !== null;
			const value = this.#lookup(this.#lazyRawHeaders, lowerName);
			if (value !== void 0) return value !== null;
		}
		return this.#native.has(name);
	}
	set(name, value) {
		this.#native.set(name, value);
	}
	getSetCookie() {
		return this.#native.getSetCookie();
	}
	keys() {
		return this.#native.keys();
	}
	values() {
		return this.#native.values();
	}
	entries() {
		return this.#native.entries();
	}
	forEach(callback, thisArg) {
		this.#native.forEach((value, key) => {
			callback.call(thisArg, value, key, this);
		});
	}
	[Symbol.iterator]() {
		return this.entries();
	}
};
Object.defineProperty(RequestHeaders.prototype, Symbol.for("nodejs.util.inspect.custom"), { value: function(depth, options, inspectFn) {
	return `Headers (lightweight) ${inspectFn(Object.fromEntries(this), {
		...options,
		depth: depth == null ? null : depth - 1
	})}`;
} });
Object.setPrototypeOf(RequestHeaders.prototype, GlobalHeaders.prototype);
const newHeadersFromIncoming = (incoming) => globalThis.Headers === GlobalHeaders ? new RequestHeaders(incoming) : materializeHeaders(incoming.rawHeaders, globalThis.Headers);
const reValidRequestUrl = /^\/[!#$&-;=?-\[\]_a-z~]*$/;
const reDotSegment = /\/\.\.?(?:[/?#]|$)/;
const reValidHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
const validateRequestTarget = (target) => {
	const backslash = target.indexOf("\\");
	if (backslash !== -1) {
		const query = target.indexOf("?");
		if (query === -1 || backslash < query) throw new RequestError("Backslash in request path");
	}
};
const buildUrl = (scheme, host, incomingUrl) => {
	const url = `${scheme}://${host}${incomingUrl}`;
	if (!reValidHost.test(host)) {
		validateRequestTarget(incomingUrl);
		const urlObj = new URL(url);
		if (urlObj.hostname.length !== host.length && urlObj.hostname !== (host.includes(":") ? host.replace(/:\d+$/, "") : host).toLowerCase()) throw new RequestError("Invalid host header");
		return urlObj.href;
	} else if (incomingUrl.length === 0) return url + "/";
	else {
		if (incomingUrl.charCodeAt(0) !== 47) throw new RequestError("Invalid URL");
		if (!reValidRequestUrl.test(incomingUrl) || reDotSegment.test(incomingUrl)) {
			validateRequestTarget(incomingUrl);
			return new URL(url).href;
		}
		return url;
	}
};
const toRequestError = (e) => {
	if (e instanceof RequestError) return e;
	return new RequestError(e.message, { cause: e });
};
const GlobalRequest = global.Request;
var Request$1 = class extends GlobalRequest {
	constructor(input, options) {
		if (typeof input === "object" && getRequestCache in input) {
			const hasReplacementBody = options !== void 0 && "body" in options && options.body != null;
			if (input[bodyConsumedDirectlyKey] && !hasReplacementBody) throw new TypeError("Cannot construct a Request with a Request object that has already been used.");
			input = input[getRequestCache]();
		}
		if (typeof (options?.body)?.getReader !== "undefined") options.duplex ??= "half";
		super(input, options);
	}
};
const wrapBodyStream = Symbol("wrapBodyStream");
const byteExactEncodings = /* @__PURE__ */ new Set([
	"latin1",
	"binary",
	"hex",
	"base64",
	"base64url"
]);
const isByteExactEncoding = (encoding) => encoding === null || byteExactEncodings.has(encoding);
const bodyBufferedBeforeDisconnectKey = Symbol("bodyBufferedBeforeDisconnect");
const bodyBufferedLengthBeforeDisconnectKey = Symbol("bodyBufferedLengthBeforeDisconnect");
const toBufferChunk = (chunk, encoding) => Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding ?? "utf8");
const isRecoverableDisconnectedIncoming = (incoming) => !(incoming instanceof Http2ServerRequest) && !!incoming.complete && !!incoming.readableAborted && typeof incoming.read === "function" && isByteExactEncoding(incoming.readableEncoding);
const recordBodyBufferedBeforeDisconnect = (incoming) => {
	if (incoming.readableDidRead || !isRecoverableDisconnectedIncoming(incoming)) return;
	const incomingWithRecovery = incoming;
	incomingWithRecovery[bodyBufferedLengthBeforeDisconnectKey] ??= incoming.readableLength;
};
const readBodyBufferedBeforeDisconnect = (incoming, chunks) => {
	if (incoming.readableDidRead && !chunks || !isRecoverableDisconnectedIncoming(incoming)) return;
	const incomingWithRecovery = incoming;
	if (incomingWithRecovery[bodyBufferedBeforeDisconnectKey] !== void 0) return incomingWithRecovery[bodyBufferedBeforeDisconnectKey];
	let result;
	const errored = incoming.errored;
	if (errored && errored.code !== "ECONNRESET") result = errored;
	else if (incomingWithRecovery[bodyBufferedLengthBeforeDisconnectKey] !== void 0 && incoming.readableLength !== incomingWithRecovery[bodyBufferedLengthBeforeDisconnectKey]) result = newBodyUnusableError();
	else {
		const bodyChunks = chunks ?? [];
		const chunk = incoming.read();
		if (chunk !== null) bodyChunks.push(toBufferChunk(chunk, incoming.readableEncoding));
		const buffer = bodyChunks.length === 1 ? bodyChunks[0] : Buffer.concat(bodyChunks);
		result = buffer;
		const contentLength = incoming.headers["content-length"];
		if (typeof contentLength === "string" && /^\d+$/.test(contentLength)) {
			const expectedLength = Number(contentLength);
			if (Number.isSafeInteger(expectedLength) && buffer.length !== expectedLength) result = newBodyUnusableError();
		}
	}
	incomingWithRecovery[bodyBufferedBeforeDisconnectKey] = result;
	return result;
};
const enqueueBufferedBody = (controller, buffered) => {
	if (buffered instanceof Error) {
		controller.error(buffered);
		return;
	}
	if (buffered.length > 0) controller.enqueue(buffered);
	controller.close();
};
const newRequestFromIncoming = (method, url, headers, incoming, abortController) => {
	const init = {
		method,
		headers,
		signal: abortController.signal
	};
	if (method === "TRACE") {
		init.method = "GET";
		const req = new Request$1(url, init);
		Object.defineProperty(req, "method", { get() {
			return "TRACE";
		} });
		return req;
	}
	if (!(method === "GET" || method === "HEAD")) if ("rawBody" in incoming && incoming.rawBody instanceof Buffer) init.body = new ReadableStream({ start(controller) {
		controller.enqueue(incoming.rawBody);
		controller.close();
	} });
	else if (incoming[wrapBodyStream]) {
		let reader;
		init.body = new ReadableStream({ async pull(controller) {
			try {
				if (!reader) {
					const buffered = readBodyBufferedBeforeDisconnect(incoming);
					if (buffered !== void 0) {
						enqueueBufferedBody(controller, buffered);
						return;
					}
				}
				reader ||= Readable.toWeb(incoming).getReader();
				const { done, value } = await reader.read();
				if (done) controller.close();
				else controller.enqueue(value);
			} catch (error) {
				controller.error(error);
			}
		} });
	} else {
		const buffered = readBodyBufferedBeforeDisconnect(incoming);
		if (buffered !== void 0) init.body = new ReadableStream({ start(controller) {
			enqueueBufferedBody(controller, buffered);
		} });
		else init.body = Readable.toWeb(incoming);
	}
	return new Request$1(url, init);
};
const getRequestCache = Symbol("getRequestCache");
const requestCache = Symbol("requestCache");
const incomingKey = Symbol("incomingKey");
const urlKey = Symbol("urlKey");
const methodKey = Symbol("methodKey");
const headersKey = Symbol("headersKey");
const abortControllerKey = Symbol("abortControllerKey");
const getAbortController = Symbol("getAbortController");
const abortRequest = Symbol("abortRequest");
const bodyBufferKey = Symbol("bodyBuffer");
const bodyReadPromiseKey = Symbol("bodyReadPromise");
const bodyConsumedDirectlyKey = Symbol("bodyConsumedDirectly");
const bodyLockReaderKey = Symbol("bodyLockReader");
const abortReasonKey = Symbol("abortReason");
const newBodyUnusableError = () => {
	return /* @__PURE__ */ new TypeError("Body is unusable");
};
const rejectBodyUnusable = () => {
	return Promise.reject(newBodyUnusableError());
};
const textDecoder = new TextDecoder();
const consumeBodyDirectOnce = (request) => {
	if (request[bodyConsumedDirectlyKey]) return rejectBodyUnusable();
	request[bodyConsumedDirectlyKey] = true;
};
const toArrayBuffer = (buf) => {
	return buf.buffer.slice(buf.byteOffset, buf.byteOffset + buf.byteLength);
};
const contentType = (request) => {
	return (request[headersKey] ||= newHeadersFromIncoming(request[incomingKey])).get("content-type") || "";
};
const methodTokenRegExp = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const normalizeIncomingMethod = (method) => {
	if (typeof method !== "string" || method.length === 0) return "GET";
	switch (method) {
		case "DELETE":
		case "GET":
		case "HEAD":
		case "OPTIONS":
		case "PATCH":
		case "POST":
		case "PUT":
		case "QUERY": return method;
	}
	const upper = method.toUpperCase();
	switch (upper) {
		case "DELETE":
		case "GET":
		case "HEAD":
		case "OPTIONS":
		case "POST":
		case "PUT": return upper;
		default: return method;
	}
};
const validateDirectReadMethod = (method) => {
	if (!methodTokenRegExp.test(method)) return /* @__PURE__ */ new TypeError(`'${method}' is not a valid HTTP method.`);
	const normalized = method.toUpperCase();
	if (normalized === "CONNECT" || normalized === "TRACK" || normalized === "TRACE" && method !== "TRACE") return /* @__PURE__ */ new TypeError(`'${method}' HTTP method is unsupported.`);
};
const readBodyWithFastPath = (request, method, fromBuffer) => {
	if (request[bodyConsumedDirectlyKey]) return rejectBodyUnusable();
	const methodName = request.method;
	if (methodName === "GET" || methodName === "HEAD") return request[getRequestCache]()[method]();
	const methodValidationError = validateDirectReadMethod(methodName);
	if (methodValidationError) return Promise.reject(methodValidationError);
	if (request[requestCache]) {
		if (methodName !== "TRACE") return request[requestCache][method]();
	}
	const alreadyUsedError = consumeBodyDirectOnce(request);
	if (alreadyUsedError) return alreadyUsedError;
	const raw = readRawBodyIfAvailable(request);
	if (raw) {
		const result = Promise.resolve(fromBuffer(raw, request));
		request[bodyBufferKey] = void 0;
		return result;
	}
	return readBodyDirect(request).then((buf) => {
		const result = fromBuffer(buf, request);
		request[bodyBufferKey] = void 0;
		return result;
	});
};
const readRawBodyIfAvailable = (request) => {
	const incoming = request[incomingKey];
	if ("rawBody" in incoming && incoming.rawBody instanceof Buffer) return incoming.rawBody;
};
const normalizeAbortError = (request, incoming) => {
	if (incoming.errored) return incoming.errored;
	const reason = request[abortReasonKey];
	if (reason !== void 0) return reason instanceof Error ? reason : new Error(String(reason));
	return /* @__PURE__ */ new Error("Client connection prematurely closed.");
};
const readBodyDirect = (request) => {
	if (request[bodyBufferKey]) return Promise.resolve(request[bodyBufferKey]);
	if (request[bodyReadPromiseKey]) return request[bodyReadPromiseKey];
	const incoming = request[incomingKey];
	if (incoming.readableDidRead) return rejectBodyUnusable();
	const buffered = readBodyBufferedBeforeDisconnect(incoming);
	if (buffered !== void 0) {
		if (buffered instanceof Error) return Promise.reject(buffered);
		request[bodyBufferKey] = buffered;
		return Promise.resolve(buffered);
	}
	const promise = new Promise((resolve, reject) => {
		const chunks = [];
		let settled = false;
		const finish = (callback) => {
			if (settled) return;
			settled = true;
			cleanup();
			callback();
		};
		const recoverCompleteBodyAfterDisconnect = (error) => {
			const streamError = incoming.errored ?? error;
			if (!isRecoverableDisconnectedIncoming(incoming) || streamError && streamError.code !== "ECONNRESET") return false;
			finish(() => {
				const recovered = readBodyBufferedBeforeDisconnect(incoming, chunks);
				if (recovered instanceof Error) reject(recovered);
				else if (recovered === void 0) reject(error ?? normalizeAbortError(request, incoming));
				else {
					request[bodyBufferKey] = recovered;
					resolve(recovered);
				}
			});
			return true;
		};
		const onData = (chunk) => {
			chunks.push(toBufferChunk(chunk, incoming.readableEncoding));
		};
		const onEnd = () => {
			finish(() => {
				const buffer = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
				request[bodyBufferKey] = buffer;
				resolve(buffer);
			});
		};
		const onError = (error) => {
			if (recoverCompleteBodyAfterDisconnect(error)) return;
			finish(() => {
				reject(error);
			});
		};
		const onClose = () => {
			if (incoming.readableEnded) {
				onEnd();
				return;
			}
			if (recoverCompleteBodyAfterDisconnect()) return;
			finish(() => {
				reject(normalizeAbortError(request, incoming));
			});
		};
		const cleanup = () => {
			incoming.off("data", onData);
			incoming.off("end", onEnd);
			incoming.off("error", onError);
			incoming.off("close", onClose);
			request[bodyReadPromiseKey] = void 0;
		};
		incoming.on("data", onData);
		incoming.on("end", onEnd);
		incoming.on("error", onError);
		incoming.on("close", onClose);
		queueMicrotask(() => {
			if (settled) return;
			if (incoming.readableEnded) onEnd();
			else if (incoming.errored) onError(incoming.errored);
			else if (incoming.destroyed) onClose();
		});
	});
	request[bodyReadPromiseKey] = promise;
	return promise;
};
const requestPrototype = {
	get method() {
		return this[methodKey];
	},
	get url() {
		return this[urlKey];
	},
	get headers() {
		return this[headersKey] ||= newHeadersFromIncoming(this[incomingKey]);
	},
	[abortRequest](reason) {
		if (this[abortReasonKey] === void 0) this[abortReasonKey] = reason;
		const abortController = this[abortControllerKey];
		if (abortController && !abortController.signal.aborted) abortController.abort(reason);
	},
	[getAbortController]() {
		this[abortControllerKey] ||= new AbortController();
		if (this[abortReasonKey] !== void 0 && !this[abortControllerKey].signal.aborted) this[abortControllerKey].abort(this[abortReasonKey]);
		return this[abortControllerKey];
	},
	[getRequestCache]() {
		const abortController = this[getAbortController]();
		if (this[requestCache]) return this[requestCache];
		const method = this.method;
		if (this[bodyConsumedDirectlyKey] && !(method === "GET" || method === "HEAD")) {
			this[bodyBufferKey] = void 0;
			const init = {
				method: method === "TRACE" ? "GET" : method,
				headers: this.headers,
				signal: abortController.signal
			};
			if (method !== "TRACE") {
				init.body = new ReadableStream({ start(c) {
					c.close();
				} });
				init.duplex = "half";
			}
			const req = new Request$1(this[urlKey], init);
			if (method === "TRACE") Object.defineProperty(req, "method", { get() {
				return "TRACE";
			} });
			return this[requestCache] = req;
		}
		return this[requestCache] = newRequestFromIncoming(this.method, this[urlKey], this.headers, this[incomingKey], abortController);
	},
	get body() {
		if (!this[bodyConsumedDirectlyKey]) return this[getRequestCache]().body;
		const request = this[getRequestCache]();
		if (!this[bodyLockReaderKey] && request.body) this[bodyLockReaderKey] = request.body.getReader();
		return request.body;
	},
	get bodyUsed() {
		if (this[bodyConsumedDirectlyKey]) return true;
		if (this[requestCache]) return this[requestCache].bodyUsed;
		return false;
	}
};
Object.defineProperty(requestPrototype, "signal", { get() {
	return this[getAbortController]().signal;
} });
[
	"cache",
	"credentials",
	"destination",
	"duplex",
	"integrity",
	"mode",
	"redirect",
	"referrer",
	"referrerPolicy",
	"keepalive"
].forEach((k) => {
	Object.defineProperty(requestPrototype, k, { get() {
		return this[getRequestCache]()[k];
	} });
});
["clone", "formData"].forEach((k) => {
	Object.defineProperty(requestPrototype, k, { value: function() {
		if (this[bodyConsumedDirectlyKey]) {
			if (k === "clone") throw newBodyUnusableError();
			return rejectBodyUnusable();
		}
		return this[getRequestCache]()[k]();
	} });
});
Object.defineProperty(requestPrototype, "text", { value: function() {
	return readBodyWithFastPath(this, "text", (buf) => textDecoder.decode(buf));
} });
Object.defineProperty(requestPrototype, "arrayBuffer", { value: function() {
	return readBodyWithFastPath(this, "arrayBuffer", (buf) => toArrayBuffer(buf));
} });
Object.defineProperty(requestPrototype, "blob", { value: function() {
	return readBodyWithFastPath(this, "blob", (buf, request) => {
		const type = contentType(request);
		return new Response(buf, type ? { headers: { "content-type": type } } : void 0).blob();
	});
} });
Object.defineProperty(requestPrototype, "json", { value: function() {
	if (this[bodyConsumedDirectlyKey]) return rejectBodyUnusable();
	return this.text().then(JSON.parse);
} });
Object.defineProperty(requestPrototype, Symbol.for("nodejs.util.inspect.custom"), { value: function(depth, options, inspectFn) {
	return `Request (lightweight) ${inspectFn({
		method: this.method,
		url: this.url,
		headers: this.headers,
		nativeRequest: this[requestCache]
	}, {
		...options,
		depth: depth == null ? null : depth - 1
	})}`;
} });
Object.setPrototypeOf(requestPrototype, Request$1.prototype);
const newRequest = (incoming, defaultHostname) => {
	const req = Object.create(requestPrototype);
	req[incomingKey] = incoming;
	req[methodKey] = normalizeIncomingMethod(incoming.method);
	const incomingUrl = incoming.url || "";
	if (incomingUrl[0] !== "/" && (incomingUrl.startsWith("http://") || incomingUrl.startsWith("https://"))) {
		if (incoming instanceof Http2ServerRequest) throw new RequestError("Absolute URL for :path is not allowed in HTTP/2");
		try {
			validateRequestTarget(incomingUrl);
			req[urlKey] = new URL(incomingUrl).href;
		} catch (e) {
			throw new RequestError("Invalid absolute URL", { cause: e });
		}
		return req;
	}
	const host = (incoming instanceof Http2ServerRequest ? incoming.authority : incoming.headers.host) || defaultHostname;
	if (!host) throw new RequestError("Missing host header");
	let scheme;
	if (incoming instanceof Http2ServerRequest) {
		scheme = incoming.scheme;
		if (!(scheme === "http" || scheme === "https")) throw new RequestError("Unsupported scheme");
	} else scheme = incoming.socket && incoming.socket.encrypted ? "https" : "http";
	try {
		req[urlKey] = buildUrl(scheme, host, incomingUrl);
	} catch (e) {
		if (e instanceof RequestError) throw e;
		else throw new RequestError("Invalid URL", { cause: e });
	}
	return req;
};
const defaultContentType = "text/plain; charset=UTF-8";
const responseCache = Symbol("responseCache");
const getResponseCache = Symbol("getResponseCache");
const cacheKey = Symbol("cache");
const GlobalResponse = global.Response;
var Response$1 = class Response$1 {
	#body;
	#init;
	[getResponseCache]() {
		const cache = this[cacheKey];
		const liveHeaders = cache && cache[2] instanceof Headers ? cache[2] : void 0;
		delete this[cacheKey];
		return this[responseCache] ||= new GlobalResponse(this.#body, liveHeaders ? {
			status: this.#init?.status,
			statusText: this.#init?.statusText,
			headers: liveHeaders
		} : this.#init);
	}
	constructor(body, init) {
		let headers;
		this.#body = body;
		if (init instanceof GlobalResponse) {
			const cachedGlobalResponse = init[responseCache];
			if (cachedGlobalResponse) {
				this.#init = cachedGlobalResponse;
				this[getResponseCache]();
				return;
			}
			this.#init = init instanceof Response$1 ? init.#init : init;
			headers = new Headers(init.headers);
		} else this.#init = init;
		if (body == null || typeof body === "string" || typeof body?.getReader !== "undefined" || body instanceof Blob || body instanceof Uint8Array) this[cacheKey] = [
			init?.status || 200,
			body ?? null,
			headers || init?.headers
		];
	}
	get headers() {
		const cache = this[cacheKey];
		if (cache) {
			if (!(cache[2] instanceof Headers)) cache[2] = new Headers(cache[2] || (cache[1] === null ? void 0 : { "content-type": defaultContentType }));
			return cache[2];
		}
		return this[getResponseCache]().headers;
	}
	get status() {
		return this[cacheKey]?.[0] ?? this[getResponseCache]().status;
	}
	get ok() {
		const status = this.status;
		return status >= 200 && status < 300;
	}
};
[
	"body",
	"bodyUsed",
	"redirected",
	"statusText",
	"trailers",
	"type",
	"url"
].forEach((k) => {
	Object.defineProperty(Response$1.prototype, k, { get() {
		return this[getResponseCache]()[k];
	} });
});
[
	"arrayBuffer",
	"blob",
	"clone",
	"formData",
	"json",
	"text"
].forEach((k) => {
	Object.defineProperty(Response$1.prototype, k, { value: function() {
		return this[getResponseCache]()[k]();
	} });
});
Object.defineProperty(Response$1.prototype, Symbol.for("nodejs.util.inspect.custom"), { value: function(depth, options, inspectFn) {
	return `Response (lightweight) ${inspectFn({
		status: this.status,
		headers: this.headers,
		ok: this.ok,
		nativeResponse: this[responseCache]
	}, {
		...options,
		depth: depth == null ? null : depth - 1
	})}`;
} });
Object.setPrototypeOf(Response$1, GlobalResponse);
Object.setPrototypeOf(Response$1.prototype, GlobalResponse.prototype);
const validRedirectUrl = /^https?:\/\/[!#-;=?-[\]_a-z~A-Z]+$/;
const parseRedirectUrl = (url) => {
	if (url instanceof URL) return url.href;
	if (validRedirectUrl.test(url)) return url;
	return new URL(url).href;
};
const validRedirectStatuses = /* @__PURE__ */ new Set([
	301,
	302,
	303,
	307,
	308
]);
Object.defineProperty(Response$1, "redirect", {
	value: function redirect(url, status = 302) {
		if (!validRedirectStatuses.has(status)) throw new RangeError("Invalid status code");
		return new Response$1(null, {
			status,
			headers: { location: parseRedirectUrl(url) }
		});
	},
	writable: true,
	configurable: true
});
Object.defineProperty(Response$1, "json", {
	value: function json(data, init) {
		const body = JSON.stringify(data);
		if (body === void 0) throw new TypeError("The data is not JSON serializable");
		const initHeaders = init?.headers;
		let headers;
		if (initHeaders) {
			headers = new Headers(initHeaders);
			if (!headers.has("content-type")) headers.set("content-type", "application/json");
		} else headers = { "content-type": "application/json" };
		return new Response$1(body, {
			status: init?.status ?? 200,
			statusText: init?.statusText,
			headers
		});
	},
	writable: true,
	configurable: true
});
async function readWithoutBlocking(readPromise) {
	return Promise.race([readPromise, Promise.resolve().then(() => Promise.resolve(void 0))]);
}
function writeFromReadableStreamDefaultReader(reader, writable, currentReadPromise) {
	const cancel = (error) => {
		reader.cancel(error).catch(() => {});
	};
	const stream = writable.stream;
	if (writable.destroyed || stream?.closed || stream?.destroyed) {
		cancel();
		return reader.closed;
	}
	writable.on("close", cancel);
	writable.on("error", cancel);
	(currentReadPromise ?? reader.read()).then(flow, handleStreamError);
	return reader.closed.finally(() => {
		writable.off("close", cancel);
		writable.off("error", cancel);
	});
	function handleStreamError(error) {
		if (error) writable.destroy(error);
	}
	function onDrain() {
		reader.read().then(flow, handleStreamError);
	}
	function flow({ done, value }) {
		try {
			if (done) writable.end();
			else if (!writable.write(value)) writable.once("drain", onDrain);
			else reader.read().then(flow, handleStreamError);
		} catch (e) {
			handleStreamError(e);
		}
	}
}
function writeFromReadableStream(stream, writable) {
	if (stream.locked) throw new TypeError("ReadableStream is locked.");
	else if (writable.destroyed) {
		stream.cancel().catch(() => {});
		return;
	}
	return writeFromReadableStreamDefaultReader(stream.getReader(), writable);
}
const buildOutgoingHttpHeaders = (headers, defaultContentType) => {
	const res = {};
	if (!(headers instanceof Headers)) headers = new Headers(headers ?? void 0);
	if (headers.has("set-cookie")) {
		const cookies = [];
		for (const [k, v] of headers) if (k === "set-cookie") cookies.push(v);
		else res[k] = v;
		if (cookies.length > 0) res["set-cookie"] = cookies;
	} else for (const [k, v] of headers) res[k] = v;
	if (defaultContentType) res["content-type"] ??= defaultContentType;
	return res;
};
const outgoingEnded = Symbol("outgoingEnded");
const incomingDraining = Symbol("incomingDraining");
const DRAIN_TIMEOUT_MS = 500;
const MAX_DRAIN_BYTES = 67108864;
const drainIncoming = (incoming) => {
	const incomingWithDrainState = incoming;
	if (incoming.destroyed || incomingWithDrainState[incomingDraining]) return;
	incomingWithDrainState[incomingDraining] = true;
	if (incoming instanceof Http2ServerRequest) {
		try {
			incoming.stream?.close?.(constants$2.NGHTTP2_NO_ERROR);
		} catch {}
		return;
	}
	let bytesRead = 0;
	const cleanup = () => {
		clearTimeout(timer);
		incoming.off("data", onData);
		incoming.off("end", cleanup);
		incoming.off("error", cleanup);
	};
	const forceClose = () => {
		cleanup();
		const socket = incoming.socket;
		if (socket && !socket.destroyed) {
			if (typeof socket.destroySoon === "function") socket.destroySoon();
			else if (typeof socket.destroy === "function") socket.destroy();
		}
	};
	const timer = setTimeout(forceClose, DRAIN_TIMEOUT_MS);
	timer.unref?.();
	const onData = (chunk) => {
		bytesRead += chunk.length;
		if (bytesRead > MAX_DRAIN_BYTES) forceClose();
	};
	incoming.on("data", onData);
	incoming.on("end", cleanup);
	incoming.on("error", cleanup);
	incoming.resume();
};
const makeCloseHandler = (req, incoming, outgoing, needsBodyCleanup) => () => {
	if (incoming.errored) {
		recordBodyBufferedBeforeDisconnect(incoming);
		req[abortRequest](incoming.errored.toString());
	} else if (!outgoing.writableFinished || incoming instanceof Http2ServerRequest && incoming.aborted) {
		recordBodyBufferedBeforeDisconnect(incoming);
		req[abortRequest]("Client connection prematurely closed.");
	}
	if (needsBodyCleanup && !incoming.readableEnded) setTimeout(() => {
		if (!incoming.readableEnded) setTimeout(() => {
			drainIncoming(incoming);
		});
	});
};
const isImmediateCacheableResponse = (res) => {
	if (!(cacheKey in res)) return false;
	const body = res[cacheKey][1];
	return body === null || typeof body === "string" || body instanceof Uint8Array;
};
const handleRequestError = () => new Response(null, { status: 400 });
const handleFetchError = (e) => new Response(null, { status: e instanceof Error && (e.name === "TimeoutError" || e.constructor.name === "TimeoutError") ? 504 : 500 });
const handleResponseError = (e, outgoing) => {
	const err = e instanceof Error ? e : new Error("unknown error", { cause: e });
	if (err.code === "ERR_STREAM_PREMATURE_CLOSE") console.info("The user aborted a request.");
	else {
		console.error(e);
		if (!outgoing.headersSent) {
			if (outgoing instanceof ServerResponse) outgoing._contentLength = null;
			outgoing.writeHead(500, { "Content-Type": "text/plain" });
		}
		outgoing.end(`Error: ${err.message}`);
		outgoing.destroy(err);
	}
};
const flushHeaders = (outgoing) => {
	if ("flushHeaders" in outgoing && outgoing.writable) outgoing.flushHeaders();
};
const trySetContentLength = (outgoing, status, length) => {
	const http1 = outgoing;
	if (http1._contentLength === null && http1._hasBody && http1.useChunkedEncodingByDefault && !http1._removedContLen && status >= 200 && status !== 204 && status !== 304 && !outgoing.hasHeader("content-length") && !outgoing.hasHeader("transfer-encoding") && !outgoing.hasHeader("trailer")) {
		http1._contentLength = length;
		return true;
	}
	return false;
};
const writeDefaultHeaders = (outgoing, status, length) => {
	if (trySetContentLength(outgoing, status, length)) outgoing.writeHead(status, { "Content-Type": defaultContentType });
	else outgoing.writeHead(status, {
		"Content-Type": defaultContentType,
		"Content-Length": length
	});
};
const responseViaCache = async (res, outgoing) => {
	let [status, body, header] = res[cacheKey];
	if (!header) {
		if (body === null) {
			outgoing.writeHead(status);
			outgoing.end();
		} else if (typeof body === "string") {
			writeDefaultHeaders(outgoing, status, Buffer.byteLength(body));
			outgoing.end(body);
		} else if (body instanceof Uint8Array) {
			writeDefaultHeaders(outgoing, status, body.byteLength);
			outgoing.end(body);
		} else if (body instanceof Blob) {
			writeDefaultHeaders(outgoing, status, body.size);
			outgoing.end(new Uint8Array(await body.arrayBuffer()));
		} else {
			outgoing.writeHead(status, { "Content-Type": defaultContentType });
			flushHeaders(outgoing);
			await writeFromReadableStream(body, outgoing)?.catch((e) => handleResponseError(e, outgoing));
		}
		outgoing[outgoingEnded]?.();
		return;
	}
	let hasContentLength = false;
	let plainHeaders = false;
	let canAutoLength = true;
	if (header instanceof Headers) {
		hasContentLength = header.has("content-length");
		header = buildOutgoingHttpHeaders(header, body === null ? void 0 : defaultContentType);
	} else if (Array.isArray(header)) {
		const headerObj = new Headers(header);
		hasContentLength = headerObj.has("content-length");
		header = buildOutgoingHttpHeaders(headerObj, body === null ? void 0 : defaultContentType);
	} else {
		plainHeaders = true;
		for (const key in header) {
			if (key.length === 14 && key.toLowerCase() === "content-length") {
				hasContentLength = true;
				break;
			}
			if (key.length === 17 && key.toLowerCase() === "transfer-encoding" || key.length === 7 && key.toLowerCase() === "trailer") canAutoLength = false;
		}
	}
	if (!hasContentLength) {
		let length;
		if (typeof body === "string") length = Buffer.byteLength(body);
		else if (body instanceof Uint8Array) length = body.byteLength;
		else if (body instanceof Blob) length = body.size;
		if (length !== void 0 && (!plainHeaders || !canAutoLength || !trySetContentLength(outgoing, status, length))) {
			if (plainHeaders) header = { ...header };
			header["Content-Length"] = length;
		}
	}
	outgoing.writeHead(status, header);
	if (body == null) outgoing.end();
	else if (typeof body === "string" || body instanceof Uint8Array) outgoing.end(body);
	else if (body instanceof Blob) outgoing.end(new Uint8Array(await body.arrayBuffer()));
	else {
		flushHeaders(outgoing);
		await writeFromReadableStream(body, outgoing)?.catch((e) => handleResponseError(e, outgoing));
	}
	outgoing[outgoingEnded]?.();
};
const isPromise = (res) => typeof res.then === "function";
const responseViaResponseObject = async (res, outgoing, options = {}) => {
	if (isPromise(res)) if (options.errorHandler) try {
		res = await res;
	} catch (err) {
		const errRes = await options.errorHandler(err);
		if (!errRes) return;
		res = errRes;
	}
	else res = await res.catch(handleFetchError);
	if (cacheKey in res) return responseViaCache(res, outgoing);
	const resHeaderRecord = buildOutgoingHttpHeaders(res.headers, res.body === null ? void 0 : defaultContentType);
	if (res.body) {
		const reader = res.body.getReader();
		const values = [];
		let done = false;
		let currentReadPromise = void 0;
		if (resHeaderRecord["transfer-encoding"] !== "chunked") {
			let maxReadCount = 2;
			for (let i = 0; i < maxReadCount; i++) {
				currentReadPromise ||= reader.read();
				const chunk = await readWithoutBlocking(currentReadPromise);
				if (!chunk) {
					if (i === 1) {
						await new Promise((resolve) => setTimeout(resolve));
						maxReadCount = 3;
						continue;
					}
					break;
				}
				currentReadPromise = void 0;
				if (chunk.value) values.push(chunk.value);
				if (chunk.done) {
					done = true;
					break;
				}
			}
			if (done && !("content-length" in resHeaderRecord)) resHeaderRecord["content-length"] = values.reduce((acc, value) => acc + value.length, 0);
		}
		outgoing.writeHead(res.status, resHeaderRecord);
		values.forEach((value) => {
			outgoing.write(value);
		});
		if (done) outgoing.end();
		else {
			if (values.length === 0) flushHeaders(outgoing);
			await writeFromReadableStreamDefaultReader(reader, outgoing, currentReadPromise);
		}
	} else if (resHeaderRecord["x-hono-already-sent"]) {} else {
		outgoing.writeHead(res.status, resHeaderRecord);
		outgoing.end();
	}
	outgoing[outgoingEnded]?.();
};
const getRequestListener = (fetchCallback, options = {}) => {
	const autoCleanupIncoming = options.autoCleanupIncoming ?? true;
	if (options.overrideGlobalObjects !== false && global.Request !== Request$1) {
		Object.defineProperty(global, "Request", { value: Request$1 });
		Object.defineProperty(global, "Response", { value: Response$1 });
	}
	return async (incoming, outgoing) => {
		let res, req;
		let needsBodyCleanup = false;
		let closeHandlerAttached = false;
		const ensureCloseHandler = () => {
			if (!req || closeHandlerAttached) return;
			closeHandlerAttached = true;
			outgoing.on("close", makeCloseHandler(req, incoming, outgoing, needsBodyCleanup));
		};
		try {
			req = newRequest(incoming, options.hostname);
			needsBodyCleanup = autoCleanupIncoming && !(incoming.method === "GET" || incoming.method === "HEAD");
			if (needsBodyCleanup) {
				incoming[wrapBodyStream] = true;
				if (incoming instanceof Http2ServerRequest) outgoing[outgoingEnded] = () => {
					if (!incoming.readableEnded) setTimeout(() => {
						if (!incoming.readableEnded) setTimeout(() => {
							incoming.destroy();
							outgoing.destroy();
						});
					});
				};
			}
			res = fetchCallback(req, {
				incoming,
				outgoing
			});
			if (!isPromise(res) && isImmediateCacheableResponse(res)) {
				if (needsBodyCleanup && !incoming.readableEnded) outgoing.once("finish", () => {
					if (!incoming.readableEnded) drainIncoming(incoming);
				});
				return responseViaCache(res, outgoing);
			}
			ensureCloseHandler();
		} catch (e) {
			if (!res) if (options.errorHandler) {
				ensureCloseHandler();
				res = await options.errorHandler(req ? e : toRequestError(e));
				if (!res) return;
			} else if (!req) res = handleRequestError();
			else res = handleFetchError(e);
			else return handleResponseError(e, outgoing);
		}
		try {
			return await responseViaResponseObject(res, outgoing, options);
		} catch (e) {
			return handleResponseError(e, outgoing);
		}
	};
};
globalThis.CloseEvent;
globalThis.ErrorEvent;
// src/http/server.ts
/** The listening socket, with limits on waiting so that slow clients cannot hold it. Closes within about a second. */
const KEEP_ALIVE_MS = 5e3;
const CHECK_EVERY_MS = 500;
/** A client that vanished is detected by probes after this long. */
const PROBE_AFTER_MS = 3e4;
/** While closing, connections become idle one by one. */
const CLOSE_IDLE_EVERY_MS = 20;
/**
* `slow_ms`: how long a client may send or receive next to nothing.
* @throws Error if the port is taken
*/
async function listen(app, { host, port }, slow_ms = LIMIT.slow_ms) {
	let is_closing = false;
	const fetch = (request, arrived) => is_closing ? closingAnswer() : app.fetch(request, arrived);
	let connections = 0;
	const bound = (socket) => {
		connections++;
		socket.once("close", () => connections--);
		if (connections > LIMIT.connections) socket.destroy();
	};
	const open = async (options) => {
		return (await openServer(fetch, slow_ms, {
			host,
			...options
		})).on("connection", bound);
	};
	const servers = await openAll(open, port);
	return {
		port: portOf(servers[0]),
		async close() {
			is_closing = true;
			await Promise.all(servers.map(closeServer));
		}
	};
}
/**
* The event loop accepts one connection per listening socket and turn, and turns are long under load: with one socket,
* new clients would wait seconds just to be refused. Several sockets share the port if the system can.
*/
async function openAll(open, port) {
	if (process.platform !== "linux") return [await open({ port })];
	if (port !== 0) await closeServer(await open({ port }));
	const first = await open({
		port,
		reusePort: true
	});
	const others = Array.from({ length: 63 }, () => open({
		port: portOf(first),
		reusePort: true
	}));
	return [first, ...await Promise.all(others)];
}
async function openServer(fetch, slow_ms, options) {
	const server = createServer({
		headersTimeout: LIMIT.headers_ms,
		requestTimeout: LIMIT.request_ms,
		keepAliveTimeout: KEEP_ALIVE_MS,
		connectionsCheckingInterval: CHECK_EVERY_MS,
		keepAlive: true,
		keepAliveInitialDelay: PROBE_AFTER_MS
	}, getRequestListener(fetch));
	server.prependListener("request", (incoming, outgoing) => boundSlowness(incoming, outgoing, slow_ms));
	await new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(options, resolve);
	});
	return server;
}
function portOf(server) {
	const address = server.address();
	assert(typeof address === "object" && address !== null, "it listens on a port");
	return address.port;
}
function closingAnswer() {
	return errorAnswer(new ServiceError("busy", "The server is shutting down; nothing of this request was stored. Send it again."), { Connection: "close" });
}
/** Request bodies must keep arriving, and responses must keep being read. */
function boundSlowness(incoming, outgoing, slow_ms) {
	const { socket } = incoming;
	let read_bytes = socket.bytesRead;
	const check = () => {
		if (incoming.complete) {
			clearInterval(timer);
			return;
		}
		if (socket.bytesRead - read_bytes < LIMIT.slow_bytes / 2) tooSlow(incoming, outgoing);
		read_bytes = socket.bytesRead;
	};
	const timer = setInterval(() => setImmediate(check), slow_ms / 2);
	incoming.once("close", () => clearInterval(timer));
	outgoing.once("prefinish", () => socket.setTimeout(slow_ms));
}
function tooSlow({ socket }, outgoing) {
	if (!outgoing.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
	socket.destroySoon();
}
function closeServer(server) {
	return new Promise((resolve, reject) => {
		const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
		const force = setTimeout(() => server.closeAllConnections(), TUNING.stop_requests_ms);
		server.close((error) => {
			clearTimeout(force);
			clearInterval(idle);
			if (error) reject(error);
			else resolve();
		});
	});
}
// src/http/visits.ts
/**
* Browser access for holders of a key and owners of the file: a one-time, short-lived link becomes a visit, identified
* by a cookie. Both are kept in memory as hashes, so nothing that opens a page is stored.
*/
const KEY_BYTES = 32;
/** Length of a token or cookie: 128 bits, short since models read links. */
const SECRET_CHARS = 22;
/** @param service clock, randomness, and which keys are valid */
var Visits = class {
	#service;
	/** Of what the secrets are made, each by its number. */
	#key;
	#made = 0;
	#invited = /* @__PURE__ */ new Map();
	#visits = /* @__PURE__ */ new Map();
	constructor(service) {
		this.#service = service;
		this.#key = service.randomBytes(KEY_BYTES);
	}
	/** Creates a one-time token that opens `path` for this caller. */
	invite(caller, path) {
		const until_ms = this.#service.now() + LIMIT.login_ms;
		return this.#keep(this.#invited, {
			caller,
			path,
			until_ms
		}, LIMIT.logins);
	}
	/** Uses up the token. null if it is unknown, used or expired. */
	accept(token) {
		const invited = this.#invited.get(hashOf(token));
		this.#invited.delete(hashOf(token));
		if (invited === void 0 || invited.until_ms <= this.#service.now()) return null;
		const until_ms = this.#service.now() + LIMIT.visit_ms;
		return {
			visit: this.#keep(this.#visits, {
				caller: invited.caller,
				until_ms
			}, LIMIT.visits),
			path: invited.path
		};
	}
	/** The visitor with the key's current permissions; null if the visit is over or the key was revoked. */
	callerOf(visit) {
		const found = this.#visits.get(hashOf(visit));
		if (found === void 0 || found.until_ms <= this.#service.now()) return null;
		return callerAgain(this.#service, found.caller);
	}
	/** Evicts the oldest. */
	#keep(among, value, most) {
		const number = String(++this.#made);
		const secret = createHmac("sha256", this.#key).update(number).digest("base64url").slice(0, SECRET_CHARS);
		for (const oldest of [...among.keys()].slice(0, Math.max(0, among.size + 1 - most))) among.delete(oldest);
		among.set(hashOf(secret), value);
		return secret;
	}
};
function hashOf(secret) {
	return createHash("sha256").update(secret, "utf8").digest("hex");
}
export { openPath as a, challengeOf as c, createPages as i, readProtected as l, listen as n, pathOf as o, createApp as r, createTraffic as s, Visits as t };
