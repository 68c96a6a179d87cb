#!/bin/sh
# What the tests of this repository cannot show, as they have no cluster: that rows lie on both shards, that per-shard
# statements stay on their shard, and what an asker sees while a shard is away. Prints what it expects beside what it gets.
set -eu
cd "$(dirname "$0")"
compose() { docker compose -f docker-compose.yml "$@"; }
product() { compose exec -T insights /nodejs/bin/node /app/bin/insights-mcp.js "$@"; }
sql() { compose exec -T "$1" clickhouse-client --user insights --password change-me --database insights --query "$2"; }

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

TOKEN=$(product describe --json | sed -n 's/.*"api_token": *"\([^"]*\)".*/\1/p' | head -1)
KEY=$(product key create --label try | sed -n 's/.*\(phx_[A-Za-z0-9_-]*\).*/\1/p' | head -1)
BATCH=$(seq 1 1000 | sed 's/.*/{"event":"tick","distinct_id":"person &","properties":{}}/' | paste -sd, -)
curl -fsS http://127.0.0.1:8787/batch/ -H 'Content-Type: application/json' -d "{\"api_key\":\"$TOKEN\",\"batch\":[$BATCH]}" >/dev/null

ask() {
  curl -sS -o "$answer" -w '%{http_code}' http://127.0.0.1:8787/api/projects/@current/insights/trend/ \
    -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"events":[{"id":"tick","math":"dau"}],"refresh":true}'
}
echo "asked: $(ask) (200), people: $(sed 's/.*"count":\([0-9.]*\).*/\1/' "$answer") (1000)"
echo "rows on shard 1: $(sql shard1 'select count() from events_local') (some)"
echo "rows on shard 2: $(sql shard2 'select count() from events_local') (the others)"
echo "people on each: $(sql shard1 'select count() from persons final') $(sql shard2 'select count() from persons final') (1000 1000)"
echo "rows that reached shard 1 from shard 2 in the last question (groups, not people):"
sql shard1 "select result_rows from system.query_log where is_initial_query = 0 order by event_time desc limit 3" || true

compose stop shard2
echo "asked while a shard is away: $(ask) (an error, never a smaller number)"
compose start shard2
sleep 10
echo "asked after it came back: $(ask) (200)"
