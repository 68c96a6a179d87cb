import { m as writeFiles } from "./rows-xNaC-MEb.js";
import { t as QUESTIONS } from "./questions-CxU8ogWy.js";
import { join } from "node:path";
// bench/old/shape.ts
/** Few names and properties, sixty days, people of equal weight. */
const OLD = {
	name: "old",
	events: 1e7,
	quick_events: 1e6,
	settings: [],
	questions: QUESTIONS,
	first: "T2",
	columns: {
		clickhouse: `timestamp DateTime64(3, 'UTC'), event LowCardinality(String), person UInt32, distinct_id String,
      url LowCardinality(String), browser LowCardinality(String), system LowCardinality(String), plan LowCardinality(String),
      country LowCardinality(String), session_id String, amount Nullable(Float64)`,
		duckdb: `timestamp timestamp, event varchar, person uinteger, distinct_id varchar, url varchar, browser varchar,
      system varchar, plan varchar, country varchar, session_id varchar, amount double`
	},
	orders: {
		clickhouse: {
			by_event: "event, toDate(timestamp), person, timestamp",
			by_person: "person, timestamp"
		},
		duckdb: { by_event: "event, timestamp" }
	},
	load: async (db) => (await import("./load-BnBMS-xf.js")).underLoad(db),
	async write(folder, count, knobs) {
		if (Object.keys(knobs).length > 0) throw new Error("The old shape has no knobs.");
		const files = {
			with_uuids: join(folder, "events.ndjson"),
			without_uuids: join(folder, "events_without_uuids.ndjson"),
			peers: join(folder, "events.tsv")
		};
		return {
			events: await writeFiles(files, count),
			ours: [["NDJSON without ids", files.without_uuids], ["NDJSON", files.with_uuids]],
			peers: files.peers
		};
	}
};
export { OLD };
