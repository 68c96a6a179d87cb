import { a as WebStandardStreamableHTTPServerTransport, i as tellChanges, n as Tasks, o as createMcpHandler, r as ListeningStreams, s as isLegacyRequest, t as createServer } from "./server-CFg9iaXX.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { t as ICON_PATH } from "./version-DFrVXfdO.js";
import { u as authenticate } from "./pattern_text-DCosbjGh.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as readToolsets } from "./toolsets-B5AM8kwS.js";
import { randomUUID } from "node:crypto";
// src/mcp/sessions.ts
var Sessions = class {
	/** Least recently used first. */
	#byId = /* @__PURE__ */ new Map();
	/** A session of another key is reported as unknown. */
	find(id, caller, now_ms) {
		const session = this.#byId.get(id);
		if (!session || session.key_id !== caller.key_id) return null;
		if (isForgotten(session, now_ms)) {
			this.#end(([other]) => other === id);
			return null;
		}
		this.#byId.delete(id);
		this.#byId.set(id, session);
		session.caller = caller;
		session.last_seen_ms = now_ms;
		return session;
	}
	/** Several may have been opened concurrently. */
	add(id, session) {
		const own = this.#ofKey(session.key_id);
		if (own.length >= LIMIT.mcp_sessions_per_key) this.#endFirst(own);
		this.#byId.set(id, session);
	}
	remove(id) {
		this.#byId.delete(id);
	}
	/** @throws ServiceError throttled if all sessions of the key are busy, busy if everybody's are */
	makeRoom(key_id, now_ms) {
		this.#end(([, session]) => isForgotten(session, now_ms));
		const own = this.#ofKey(key_id);
		if (own.length >= LIMIT.mcp_sessions_per_key && !this.#endFirst(own)) throw allAtWork();
		if (this.#byId.size < LIMIT.mcp_sessions) return;
		const unused = ([, session]) => now_ms - session.last_seen_ms >= TUNING.mcp_session_spare_ms;
		if (!this.#endFirst([...this.#byId].filter(unused))) throw new ServiceError("busy", "Too many open sessions; try again later.");
	}
	close() {
		const closed = [...this.#byId.values()].map(({ transport }) => transport.close());
		this.#byId.clear();
		return Promise.all(closed);
	}
	#ofKey(key_id) {
		return [...this.#byId].filter(([, session]) => session.key_id === key_id);
	}
	/** Closes the first idle one; returns whether there was one. */
	#endFirst(entries) {
		const idle = entries.find(([, { running }]) => running === 0);
		if (idle === void 0) return false;
		this.#end(([id]) => id === idle[0]);
		return true;
	}
	#end(isOver) {
		for (const entry of this.#byId) {
			if (!isOver(entry)) continue;
			this.#byId.delete(entry[0]);
			entry[1].transport.close();
		}
	}
};
function isForgotten({ last_seen_ms, running }, now_ms) {
	return running === 0 && now_ms - last_seen_ms >= LIMIT.mcp_session_idle_ms;
}
function allAtWork() {
	return new ServiceError("throttled", `This key has ${LIMIT.mcp_sessions_per_key} sessions, all of them at work. Wait for one to finish, or close one with DELETE.`);
}
/** The same response; `ended` is called once, when it is sent or aborted. */
function whenSent(response, ended) {
	if (response.body === null) {
		ended();
		return response;
	}
	const reader = response.body.getReader();
	const body = new ReadableStream({
		async pull(controller) {
			const { done, value } = await reader.read();
			if (!done) return controller.enqueue(value);
			ended();
			controller.close();
		},
		cancel(reason) {
			ended();
			return reader.cancel(reason);
		}
	});
	return new Response(body, {
		status: response.status,
		headers: response.headers
	});
}
// src/mcp/http.ts
/**
* MCP over Streamable HTTP. The 2026 protocol is stateless: a fresh server per request. Clients of the 2025 protocol
* get a session bound to the key that opened it; the key is checked on every request. The HTTP face has checked Host
* and Origin.
*/
/** Interactive questions are answered within seconds. */
const SESSION_RETRY_S = 5;
/**
* `linkTo` of the options is a path below the server's address. `make`: creates a server per request or session; the
* conformance suite adds fixtures.
*/
function mcpHttp(service, options, make = createServer) {
	const sessions = new Sessions();
	const tasks = new Tasks(service);
	const streams = new ListeningStreams(service);
	const onerror = (error) => service.log.warn({ error: error.message }, "mcp");
	const modern = createMcpHandler(({ authInfo }) => make(service, () => callerOf(authInfo?.extra), {
		...optionsOf(authInfo?.extra, options),
		tasks
	}), {
		legacy: "reject",
		onerror,
		maxRequestBodySize: LIMIT.body_bytes,
		bus: streams,
		maxSubscriptions: LIMIT.mcp_sessions
	});
	return {
		async fetch(request) {
			let caller;
			let asked;
			try {
				caller = authenticate(service, bearer(request));
				asked = optionsIn(new URL(request.url), options, service.public_url);
			} catch (error) {
				return refused(error, { "WWW-Authenticate": options.challenge ?? "Bearer" });
			}
			if (await isLegacyRequest(request, void 0, { maxRequestBodySize: LIMIT.body_bytes })) return serveLegacy(service, sessions, request, caller, (current) => make(service, current, asked));
			const authInfo = {
				token: "",
				clientId: String(caller.key_id),
				scopes: [...caller.scopes],
				extra: {
					caller,
					options: asked
				}
			};
			return streams.within(caller, request, (within) => modern.fetch(within, { authInfo }));
		},
		async close() {
			await modern.close();
			await sessions.close();
		}
	};
}
function bearer(request) {
	return /^\s*Bearer\s+(\S+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}
function refused(error, headers) {
	if (!(error instanceof ServiceError)) throw error;
	return Response.json(error.body(), {
		status: error.status,
		headers
	});
}
/** The address selects tools: `/mcp?toolsets=all`, `?read_only=true`. It can restrict, never extend. */
function optionsIn({ searchParams, origin }, { linkTo, ...options }, public_url) {
	const toolsets = searchParams.get("toolsets");
	return {
		...options,
		icon: `${public_url ?? origin}${ICON_PATH}`,
		...linkTo === void 0 ? {} : { linkTo: (caller, place) => `${public_url ?? origin}${linkTo(caller, place)}` },
		read_only: options.read_only || searchParams.get("read_only") === "true",
		...toolsets === null ? {} : { toolsets: readToolsets(toolsets) }
	};
}
function optionsOf(extra, otherwise) {
	return extra?.["options"] ?? otherwise;
}
function callerOf(extra) {
	const caller = extra?.["caller"];
	if (!caller) throw new ServiceError("not_authenticated", "Authentication credentials were not provided.");
	return caller;
}
async function serveLegacy(service, sessions, request, caller, make) {
	const now_ms = service.now();
	const id = request.headers.get("mcp-session-id");
	if (id !== null) {
		const session = sessions.find(id, caller, now_ms);
		return session === null ? noSession() : serveIn(session, request);
	}
	try {
		sessions.makeRoom(caller.key_id, now_ms);
	} catch (error) {
		return refused(error, { "Retry-After": String(SESSION_RETRY_S) });
	}
	return serveIn(openSession(service, sessions, caller, make), request);
}
/** A stream that only listens is not work: its client reconnects. */
async function serveIn(session, request) {
	if (request.method !== "POST") return session.transport.handleRequest(request);
	session.running++;
	const ended = () => void session.running--;
	try {
		return whenSent(await session.transport.handleRequest(request), ended);
	} catch (error) {
		ended();
		throw error;
	}
}
/** A session is kept after a successful `initialize`; the transport rejects any other first request. */
function openSession(service, sessions, caller, make) {
	const transport = new WebStandardStreamableHTTPServerTransport({
		sessionIdGenerator: () => randomUUID(),
		onsessioninitialized: (id) => {
			sessions.add(id, session);
			const revoked = () => {
				sessions.remove(id);
				transport.close();
			};
			tellChanges(service, server, {
				caller: () => session.caller,
				revoked
			});
		},
		onsessionclosed: (id) => sessions.remove(id)
	});
	const session = {
		transport,
		key_id: caller.key_id,
		caller,
		last_seen_ms: service.now(),
		running: 0
	};
	const server = make(() => session.caller);
	server.connect(transport);
	return session;
}
function noSession() {
	return Response.json({
		jsonrpc: "2.0",
		id: null,
		error: {
			code: -32001,
			message: "Session not found. Send initialize again."
		}
	}, { status: 404 });
}
export { mcpHttp };
