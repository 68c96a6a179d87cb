import { mkdirSync } from "node:fs";
import { join } from "node:path";
// bench/peers.ts
/**
* ClickHouse (chdb) and DuckDB, in this process like the product. Their packages belong to this folder; the few calls
* used are typed here, so that the rest of the repository type-checks without them.
*/
function openPeer(name, shape, folder) {
	mkdirSync(folder, { recursive: true });
	return name === "clickhouse" ? openClickhouse(shape, join(folder, "clickhouse")) : openDuckdb(shape, join(folder, "duckdb.db"));
}
/** Dynamic, so that only those who measure need the package. */
async function load(name) {
	return await import(name);
}
async function openClickhouse(shape, folder) {
	const { Session } = await load("chdb");
	const session = new Session(folder);
	const columns = shape.columns.clickhouse;
	const orders = Object.entries(shape.orders.clickhouse);
	return {
		name: "clickhouse",
		layouts: orders.map(([layout]) => layout),
		async load(file) {
			session.query("drop database if exists bench");
			session.query("create database bench");
			const read = `file('${file}', 'TSV', '${columns.replaceAll("'", "\\'")}')`;
			for (const [at, [layout, order]] of orders.entries()) {
				session.query(`create table bench.${layout} (${columns}) engine = MergeTree order by (${order})`);
				session.query(`insert into bench.${layout} select * from ${at === 0 ? read : `bench.${orders[0]?.[0]}`}`);
				session.query(`optimize table bench.${layout} final`);
			}
		},
		async ask(sql, layout) {
			return session.query(sql("clickhouse", `bench.${layout}`), "JSONCompactEachRow").split("\n").flatMap((line) => line === "" ? [] : [JSON.parse(line)]);
		},
		async close() {
			session.close?.();
		},
		async diskBytes() {
			return Number(session.query("select sum(bytes_on_disk) from system.parts where database = 'bench' and active", "TSV")) / orders.length;
		}
	};
}
async function openDuckdb(shape, path) {
	const { DuckDBInstance } = await load("@duckdb/node-api");
	const instance = await DuckDBInstance.create(path);
	const idle = [];
	const run = async (sql) => {
		const connection = idle.pop() ?? await instance.connect();
		const rows = (await connection.runAndReadAll(sql)).getRowsJS();
		idle.push(connection);
		return rows;
	};
	const orders = Object.entries(shape.orders.duckdb);
	return {
		name: "duckdb",
		layouts: orders.map(([layout]) => layout),
		async load(file) {
			await run(`create or replace table loaded (${shape.columns.duckdb})`);
			await run(`copy loaded from '${file}' (delimiter '\t', header false, nullstr '\\N', quote '')`);
			for (const [layout, order] of orders) await run(`create or replace table ${layout} as select * from loaded order by ${order}`);
			await run("drop table loaded");
			await run("checkpoint");
		},
		async ask(sql, layout) {
			return (await run(sql("duckdb", layout))).map((row) => row.map((cell) => typeof cell === "bigint" ? Number(cell) : cell));
		},
		async close() {
			for (const connection of idle) connection.closeSync();
			instance.closeSync();
		},
		async diskBytes() {
			const [row] = await run("select used_blocks * block_size from pragma_database_size()");
			return Number(row?.[0]) / orders.length;
		}
	};
}
export { openPeer };
