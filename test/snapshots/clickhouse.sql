-- trend, total, one condition
select edge, k, sum(part) from (select roundDown(time, {p0:Array(Int64)}) as edge, emptyArrayString() as k, count() as part from (select event, time, arrived, uuid, distinct, distinct_id, person as person, if(mapContains(properties, {p1:String}), properties[{p1:String}], null) as event_0
  from events final  where (project = {p2:Int64} and event in ({p3:String}) and time >= {p4:Int64} and time < {p5:Int64} and day >= {p6:String}::Date32 and day <= {p7:String}::Date32)) as happened where (event = {p3:String} and ifNull(event_0 in {p8:Array(String)}, 0)) group by edge, k) group by edge, k
{"p0":[1767225600000,1767312000000,1767398400000,1767484800000],"p1":"plan","p2":7,"p3":"buy","p4":1767225600000,"p5":1767484800000,"p6":"2026-01-01","p7":"2026-01-04","p8":["x') or 1=1 --"]}

-- trend, unique people by a value of theirs
select edge, k, sum(part) from (select roundDown(time, {p0:Array(Int64)}) as edge, [ifNull(substringUTF8(person_0, 1, {p1:Int64}), '')] as k, uniqExact(person) as part from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p2:Int64} and event in ({p3:String}) and time >= {p4:Int64} and time < {p5:Int64} and day >= {p6:String}::Date32 and day <= {p7:String}::Date32)) as happened left any join (select person, id as person_id, created as person_created, if(mapContains(properties, {p8:String}), properties[{p8:String}], null) as person_0
  from persons final where project = {p2:Int64}) as persons using (person) where event = {p3:String} group by edge, k) group by edge, k
{"p0":[1767225600000,1767312000000,1767398400000,1767484800000],"p1":400,"p2":7,"p3":"buy","p4":1767225600000,"p5":1767484800000,"p6":"2026-01-01","p7":"2026-01-04","p8":"country"}

-- trend, weekly active
select edge, k, sum(part) from (select edge, k, uniqExact(actor) as part
  from (select distinct emptyArrayString() as k, person as actor, roundDown(time, {p0:Array(Int64)}) as bucket from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p1:Int64} and event in ({p2:String}) and time >= {p3:Int64} and time < {p4:Int64} and day >= {p5:String}::Date32 and day <= {p6:String}::Date32)) as happened where event = {p2:String})
  array join arrayFilter((edge, since, until) -> since <= bucket and bucket < until, {p7:Array(Int64)}, {p8:Array(Int64)}, {p9:Array(Int64)}) as edge group by edge, k) group by edge, k
{"p0":[1766707200000,1766793600000,1766880000000,1767312000000,1767398400000,1767484800000],"p1":7,"p2":"buy","p3":1766707200000,"p4":1767484800000,"p5":"2025-12-26","p6":"2026-01-04","p7":[1767225600000,1767312000000,1767398400000],"p8":[1766707200000,1766793600000,1766880000000],"p9":[1767312000000,1767398400000,1767484800000]}

-- trend, first time ever
select edge, k, sum(part) from (select edge, k, count() as part
  from (select argMin((roundDown(time, {p0:Array(Int64)}), emptyArrayString()), (event, arrived)) as began, began.1 as edge, began.2 as k from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p1:Int64} and event in ({p2:String}) and time >= {p3:Int64} and time < {p4:Int64} and day >= {p5:String}::Date32 and day <= {p6:String}::Date32)) as happened where (event = {p2:String} and (person, time) in (select person, min(time) from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p1:Int64} and event in ({p2:String}) and time < {p4:Int64} and day <= {p6:String}::Date32)) as happened where event = {p2:String} group by person)) group by person)
  group by edge, k) group by edge, k
{"p0":[1767225600000,1767312000000,1767398400000,1767484800000],"p1":7,"p2":"buy","p3":1767225600000,"p4":1767484800000,"p5":"2026-01-01","p6":"2026-01-04"}

-- trend, 90th percentile
select edge, k, ifNull(ifNotFinite(quantileExactInclusiveMerge(0.9)(part), 0), 0) from (select roundDown(time, {p0:Array(Int64)}) as edge, emptyArrayString() as k, quantileExactInclusiveState(0.9)((arrayMap(number -> if(isFinite(number), number, null), [toFloat64OrNull(trim(event_0))])[1] * {p1:Int64})) as part from (select event, time, arrived, uuid, distinct, distinct_id, person as person, if(mapContains(properties, {p2:String}), properties[{p2:String}], null) as event_0
  from events final  where (project = {p3:Int64} and event in ({p4:String}) and time >= {p5:Int64} and time < {p6:Int64} and day >= {p7:String}::Date32 and day <= {p8:String}::Date32)) as happened where event = {p4:String} group by edge, k) group by edge, k
{"p0":[1767225600000,1767312000000,1767398400000,1767484800000],"p1":1,"p2":"price","p3":7,"p4":"buy","p5":1767225600000,"p6":1767484800000,"p7":"2026-01-01","p8":"2026-01-04"}

-- trend, groups
select edge, k, uniqExactMerge(part) from (select roundDown(time, {p0:Array(Int64)}) as edge, emptyArrayString() as k, uniqExactState(ifNull(event_0, '')) as part from (select event, time, arrived, uuid, distinct, distinct_id, person as person, if(mapContains(properties, {p1:String}), properties[{p1:String}], null) as event_0
  from events final  where (project = {p2:Int64} and event in ({p3:String}) and time >= {p4:Int64} and time < {p5:Int64} and day >= {p6:String}::Date32 and day <= {p7:String}::Date32)) as happened where (event = {p3:String} and ifNull(event_0, '') != '') group by edge, k) group by edge, k
{"p0":[1767225600000,1767312000000,1767398400000,1767484800000],"p1":"$group_0","p2":7,"p3":"buy","p4":1767225600000,"p5":1767484800000,"p6":"2026-01-01","p7":"2026-01-04"}

-- lifecycle
select bucket, status, sum(actors) from (select standing.1 as bucket, standing.2 as status, count() as actors from (
  select arrayJoin(arrayConcat(
  arrayMap((bucket, place) -> (bucket, multiIf(place > 1 and there[place - 1] = bucket - 1, 1, place = 1 and created >= {p0:Array(Int64)}[bucket] and created < {p0:Array(Int64)}[bucket + 1], 0, 2)), there, arrayEnumerate(there)),
  arrayMap(bucket -> (bucket + 1, 3), arrayFilter((bucket, place) -> there[place + 1] != bucket + 1, there, arrayEnumerate(there)))
  )) as standing
  from (select arraySort(arrayMap(edge -> toInt64(indexOf({p0:Array(Int64)}, edge)), groupUniqArray(roundDown(time, {p0:Array(Int64)})))) as there,
  any(person_created) as created from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p1:Int64} and event in ({p2:String}) and time >= {p3:Int64} and time < {p4:Int64} and day >= {p5:String}::Date32 and day <= {p6:String}::Date32)) as happened left any join (select person, id as person_id, created as person_created
  from persons final where project = {p1:Int64}) as persons using (person) where event = {p2:String} group by person))
  where bucket >= 2 and bucket <= {p7:Int64} group by bucket, status) group by bucket, status
{"p0":[1767139200000,1767225600000,1767312000000,1767398400000,1767484800000],"p1":7,"p2":"buy","p3":1767139200000,"p4":1767484800000,"p5":"2025-12-31","p6":"2026-01-04","p7":4}

-- stickiness
select periods, sum(actors) from (select periods, count() as actors from (
  select actor, count() as periods from (
  select person as actor, roundDown(time, {p0:Array(Int64)}) as edge, count() as times
  from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p1:Int64} and event in ({p2:String}) and time >= {p3:Int64} and time < {p4:Int64} and day >= {p5:String}::Date32 and day <= {p6:String}::Date32)) as happened where event = {p2:String} group by actor, edge having times >= {p7:Int64})
  group by actor)
  group by periods) group by periods
{"p0":[1767225600000,1767312000000,1767398400000,1767484800000],"p1":7,"p2":"buy","p3":1767225600000,"p4":1767484800000,"p5":"2026-01-01","p6":"2026-01-04","p7":1}

-- retention, first time
select k, began, later, sum(actors) from (with started as (select actor, first_key as k, toInt64(indexOf({p0:Array(Int64)}, edge)) as began from (
  select actor, k as first_key, min(time) as first_time, any(edge_at) as edge, max(is_valid) as is_started from (
  select *, min(time) over (partition by actor, k) as earliest, roundDown(time, {p0:Array(Int64)}) as edge_at
  from (select person as actor, emptyArrayString() as k, time, event, arrived, event = {p1:String} as is_valid from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p2:Int64} and event in ({p1:String}) and time < {p3:Int64} and day <= {p4:String}::Date32)) as happened where event = {p1:String}))
  where time = earliest group by actor, k)
  where first_time >= {p5:Int64} and is_started), returned as (select actor, k, groupArray(toInt64(indexOf({p0:Array(Int64)}, edge))) as buckets from (
  select person as actor, emptyArrayString() as k, roundDown(time, {p0:Array(Int64)}) as edge, count() as times
  from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p2:Int64} and event in ({p6:String}) and time >= {p5:Int64} and time < {p3:Int64} and day >= {p7:String}::Date32 and day <= {p4:String}::Date32)) as happened where event = {p6:String} group by actor, k, edge having times >= {p8:Int64})
  group by actor, k)
  select k, began, later, count() as actors from (
  select k, began, arrayJoin(arrayConcat([toInt64(0)], arrayMap(bucket -> bucket - began, arrayFilter(bucket -> bucket > began, buckets)))) as later from (
  select started.k as k, started.began as began, returned.buckets as buckets
  from started left join returned on started.actor = returned.actor and started.k = returned.k settings join_use_nulls = 0))
  group by k, began, later) group by k, began, later
{"p0":[1767225600000,1767312000000,1767398400000,1767484800000],"p1":"visit","p2":7,"p3":1767484800000,"p4":"2026-01-04","p5":1767225600000,"p6":"buy","p7":"2026-01-01","p8":1}

-- funnel, in order
select k, sum(reached_1), sum(reached_2), groupArrayArray(took_2) from (select k, countIf(length(times) >= {p0:Int64}) as reached_1, countIf(length(times) >= {p1:Int64}) as reached_2, groupArrayIf(times[{p1:Int64}] - times[{p0:Int64}], length(times) >= {p1:Int64} and times[{p1:Int64}] - times[{p0:Int64}] > 0) as took_2 from (with steps as (select person as actor, time, multiIf(event = {p2:String}, {p0:Int64}, event = {p3:String}, {p1:Int64}, 0) as step
  from (select event, time, arrived, uuid, distinct, distinct_id, person as person
  from events final  where (project = {p4:Int64} and event in ({p2:String}, {p3:String}) and time >= {p5:Int64} and time < {p6:Int64} and day >= {p7:String}::Date32 and day <= {p8:String}::Date32)) as happened where (event = {p2:String} or event = {p3:String})), stage_1 as (select *, max(if(step = 1, (time, toInt64(0), [time]), ({p9:Int64}, toInt64(0), emptyArrayInt64()))) over (partition by actor order by time, step rows between unbounded preceding and current row) as at_1 from steps), stage_2 as (
  select *, (step = {p1:Int64} and notEmpty(at_1.3) and time - at_1.1 <= {p10:Int64}) as leads_2,
  max(if(leads_2, (at_1.1, -time, arrayPushBack(at_1.3, time)), ({p9:Int64}, toInt64(0), emptyArrayInt64()))) over (partition by actor order by time, step rows between unbounded preceding and current row) as at_2
  from stage_1)
  select emptyArrayString() as k, argMaxIf(multiIf(step = 1, at_1.3, step = {p1:Int64}, at_2.3, emptyArrayInt64()), (level, -time), level > 0) as times
  from (select *, multiIf(step = 1, 1, leads_2, {p1:Int64}, 0) as level from stage_2) group by actor having max(level) > 0) group by k) group by k
{"p0":1,"p1":2,"p2":"visit","p3":"buy","p4":7,"p5":1767225600000,"p6":1767484800000,"p7":"2026-01-01","p8":"2026-01-04","p9":-9000000000000000,"p10":1209600000}

-- funnel, in order, by the first value
select k, sum(reached_1), sum(reached_2), groupArrayArray(took_2) from (select k, countIf(length(times) >= {p0:Int64}) as reached_1, countIf(length(times) >= {p1:Int64}) as reached_2, groupArrayIf(times[{p1:Int64}] - times[{p0:Int64}], length(times) >= {p1:Int64} and times[{p1:Int64}] - times[{p0:Int64}] > 0) as took_2 from (with steps as (select person as actor, time, multiIf(event = {p2:String}, {p0:Int64}, event = {p3:String}, {p1:Int64}, 0) as step, [ifNull(substringUTF8(event_0, 1, {p4:Int64}), ''), ifNull(substringUTF8(event_1, 1, {p4:Int64}), '')] as own_key, event, arrived
  from (select event, time, arrived, uuid, distinct, distinct_id, person as person, if(mapContains(properties, {p5:String}), properties[{p5:String}], null) as event_0, if(mapContains(properties, {p6:String}), properties[{p6:String}], null) as event_1
  from events final  where (project = {p7:Int64} and event in ({p2:String}, {p3:String}) and time >= {p8:Int64} and time < {p9:Int64} and day >= {p10:String}::Date32 and day <= {p11:String}::Date32)) as happened where (event = {p2:String} or event = {p3:String})), stage_1 as (select *, max(if(step = 1, (time, toInt64(0), [time]), ({p12:Int64}, toInt64(0), emptyArrayInt64()))) over (partition by actor order by time, step rows between unbounded preceding and current row) as at_1 from steps), stage_2 as (
  select *, (step = {p1:Int64} and notEmpty(at_1.3) and time - at_1.1 <= {p13:Int64}) as leads_2,
  max(if(leads_2, (at_1.1, -time, arrayPushBack(at_1.3, time)), ({p12:Int64}, toInt64(0), emptyArrayInt64()))) over (partition by actor order by time, step rows between unbounded preceding and current row) as at_2
  from stage_1)
  select arrayResize(argMinIf(own_key, (time, event, arrived), arrayExists(part -> part != '', own_key)), {p1:Int64}, '') as k, argMaxIf(multiIf(step = 1, at_1.3, step = {p1:Int64}, at_2.3, emptyArrayInt64()), (level, -time), level > 0) as times
  from (select *, multiIf(step = 1, 1, leads_2, {p1:Int64}, 0) as level from stage_2) group by actor having max(level) > 0) group by k) group by k
{"p0":1,"p1":2,"p2":"visit","p3":"buy","p4":400,"p5":"plan","p6":"country","p7":7,"p8":1767225600000,"p9":1767484800000,"p10":"2026-01-01","p11":"2026-01-04","p12":-9000000000000000,"p13":1209600000}

-- funnel with an exclusion: rows for the kernels
select * from (select toUInt32(indexOf({p0:Array(String)}, toString(event))) as name, toUInt32(distinct) as whose, toInt64(time) as at, toUInt64(arrived) as nth from (select event, time, arrived, uuid, distinct, distinct_id, if(moved_to.moved = 1, moved_to.person, person) as person, json, properties
  from events_local final left any join (select person, moved, distinct from distincts final where project = {p1:Int64} and moved = 1) as moved_to using (distinct) where (project = {p1:Int64} and event in ({p2:String}, {p3:String}, {p4:String}) and time >= {p5:Int64} and time < {p6:Int64} and day >= {p7:String}::Date32 and day <= {p8:String}::Date32)) as happened where (event = {p2:String} or event = {p3:String} or event = {p4:String})) limit {p9:Int64}
{"p0":["visit","buy","refund"],"p1":7,"p2":"visit","p3":"buy","p4":"refund","p5":1767225600000,"p6":1767484800000,"p7":"2026-01-01","p8":"2026-01-04","p9":5000001}

-- paths
select step, source, target, sum(paths) as weight, sum(took) from (with happened_steps as (
  select person, arraySort(groupArray((time, event, arrived, step))) as steps from (select person, time, event, arrived, arrayMap(clean -> arrayMap(ends -> if(arrayMin(ends) = {p0:Int64}, clean, {p1:Array(String)}[indexOf(ends, arrayMin(ends))]),
  [[if(match(clean, {p2:String}), toInt64(length(extract(clean, {p2:String}))), {p0:Int64})]])[1], [multiIf(event = {p3:String}, if(length(ifNull(event_0, '')) > 1, replaceRegexpOne(ifNull(event_0, ''), '/$', ''), ifNull(event_0, '')), toString(event))])[1] as step from (select event, time, arrived, uuid, distinct, distinct_id, person as person, if(mapContains(properties, {p4:String}), properties[{p4:String}], null) as event_0
  from events final  where (project = {p5:Int64} and event in ({p3:String}) and time >= {p6:Int64} and time < {p7:Int64} and day >= {p8:String}::Date32 and day <= {p9:String}::Date32)) as happened where event in ({p3:String})) group by person),
  sessions as (select arrayJoin(arraySplit((step, begins) -> begins, steps, arrayMap(place -> toUInt8(place > 1 and steps[place].1 - steps[place - 1].1 >= {p10:Int64}), arrayEnumerate(steps)))) as session from happened_steps),
  paths as (select arrayMap(step -> (step.1, step.4),
  arrayFilter((step, place) -> step.4 != if(place = length(session), '', session[place + 1].4), session, arrayEnumerate(session))) as path from sessions),
  begun_paths as (select path as begun from paths where notEmpty(path)),
  ended_paths as (select if(arrayFirstIndex(step -> step.2 = {p11:String}, begun) = 0, [], arraySlice(begun, 1, arrayFirstIndex(step -> step.2 = {p11:String}, begun))) as ended from begun_paths),
  cut_paths as (select arraySlice(ended, -least({p12:Int64}, length(ended))) as cut from ended_paths)
  select edge.1 as step, edge.2 as source, edge.3 as target, count() as paths, sum(edge.4) as took
  from (select arrayJoin(arrayMap((one, next, place) -> (place, one.2, next.2, next.1 - one.1),
  arraySlice(cut, 1, -1), arraySlice(cut, 2), arrayEnumerate(arraySlice(cut, 2)))) as edge from cut_paths where length(cut) > 1)
  group by step, source, target)
  group by step, source, target having weight >= {p13:Int64}
  order by weight desc, concat(toString(step), '_', source), concat(toString(step + 1), '_', target) limit {p14:Int64}
{"p0":2147483648,"p1":["/users/*"],"p2":"^(?s:.*?)/users/(?s:.*?)","p3":"$pageview","p4":"$current_url","p5":7,"p6":1767225600000,"p7":1767484800000,"p8":"2026-01-01","p9":"2026-01-04","p10":1800000,"p11":"/done","p12":5,"p13":0,"p14":51}

-- correlation: rows for the kernels
select * from (select toUInt32(indexOf({p0:Array(String)}, toString(event))) as name, toUInt32(distinct) as whose, toInt64(time) as at, toUInt64(arrived) as nth from (select event, time, arrived, uuid, distinct, distinct_id, if(moved_to.moved = 1, moved_to.person, person) as person, json, properties
  from events_local final left any join (select person, moved, distinct from distincts final where project = {p1:Int64} and moved = 1) as moved_to using (distinct) where (project = {p1:Int64} and time >= {p2:Int64} and time < {p3:Int64} and day >= {p4:String}::Date32 and day <= {p5:String}::Date32)) as happened where 1) limit {p6:Int64}
{"p0":["visit","buy","refund"],"p1":7,"p2":1767225600000,"p3":1767484800000,"p4":"2026-01-01","p5":"2026-01-04","p6":5000001}

-- statement in SQL: counted rows
select * from (select toUInt32(indexOf({p0:Array(String)}, toString(event))) as name, toUInt32(distinct) as whose, min(time) as at, toUInt64(0) as nth, if(mapContains(properties, {p1:String}), toString(JSONType(json, {p1:String})), '') as type_0, properties[{p1:String}] as value_0, 'UInt64' as count_type, toString(count()) as alike
  from (select event, time, arrived, uuid, distinct, distinct_id, if(moved_to.moved = 1, moved_to.person, person) as person, json, properties
  from events_local final left any join (select person, moved, distinct from distincts final where project = {p2:Int64} and moved = 1) as moved_to using (distinct) where (project = {p2:Int64} and event in ({p3:String}) and time >= {p4:Int64} and time < {p5:Int64} and day >= {p6:String}::Date32)) as happened where event = {p3:String} group by name, whose, type_0, value_0, time - positiveModulo(time, {p7:Int64})) limit {p8:Int64}
{"p0":["visit","buy","refund"],"p1":"plan","p2":7,"p3":"buy","p4":1767262830000,"p5":253402214399999,"p6":"2026-01-01","p7":900000,"p8":5000001}

-- statement in SQL: the last rows
select * from (select * from (select * from (select toUInt32(indexOf({p0:Array(String)}, toString(event))) as name, toUInt32(distinct) as whose, toInt64(time) as at, toUInt64(arrived) as nth, uuid, json from (select event, time, arrived, uuid, distinct, distinct_id, if(moved_to.moved = 1, moved_to.person, person) as person, json, properties, if(mapContains(properties, {p1:String}), properties[{p1:String}], null) as event_0
  from events_local final left any join (select person, moved, distinct from distincts final where project = {p2:Int64} and moved = 1) as moved_to using (distinct) where (project = {p2:Int64} and event in ({p3:String}) and time >= {p4:Int64} and time < {p5:Int64})) as happened where (event = {p3:String} and ifNull(event_0 in {p6:Array(String)}, 0))) order by at desc limit {p7:Int64} with ties) order by at desc limit {p7:Int64} with ties) limit {p8:Int64}
{"p0":["visit","buy","refund"],"p1":"plan","p2":7,"p3":"buy","p4":-62135510400000,"p5":253402214399999,"p6":["pro"],"p7":10,"p8":5000001}

-- statement in SQL: rows of one event
select * from (select toUInt32(indexOf({p0:Array(String)}, toString(event))) as name, toUInt32(distinct) as whose, toInt64(time) as at, toUInt64(arrived) as nth, if(mapContains(properties, {p1:String}), toString(JSONType(json, {p1:String})), '') as type_0, properties[{p1:String}] as value_0, if(mapContains(properties, {p2:String}), toString(JSONType(json, {p2:String})), '') as type_1, properties[{p2:String}] as value_1 from (select event, time, arrived, uuid, distinct, distinct_id, if(moved_to.moved = 1, moved_to.person, person) as person, json, properties, if(mapContains(properties, {p1:String}), properties[{p1:String}], null) as event_0
  from events_local final left any join (select person, moved, distinct from distincts final where project = {p3:Int64} and moved = 1) as moved_to using (distinct) where (project = {p3:Int64} and event in ({p4:String}) and time >= {p5:Int64} and time < {p6:Int64})) as happened where (event = {p4:String} and ifNull(event_0 in {p7:Array(String)}, 0))) limit {p8:Int64}
{"p0":["visit","buy","refund"],"p1":"plan","p2":"price","p3":7,"p4":"buy","p5":-62135510400000,"p6":253402214399999,"p7":["pro"],"p8":5000001}
