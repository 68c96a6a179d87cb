system flush async insert queue on cluster main -- 
select count() from events final where project = {p0:Int64} and distinct in ({p1:Array(Int64)}) and arrived >= {p2:Int64} 
FORMAT JSONCompactEachRow -- p0=7 p1=[1,2] p2=0
delete from events_local on cluster main where project = {p0:Int64} and distinct in ({p1:Array(Int64)}) and arrived >= {p2:Int64} -- p0=7 p1=[1,2] p2=0
system flush async insert queue on cluster main -- 
select count() from events final where project = {p0:Int64} and time < {p1:Int64} and arrived >= {p2:Int64} 
FORMAT JSONCompactEachRow -- p0=7 p1=6 p2=3145728
delete from events_local on cluster main where project = {p0:Int64} and time < {p1:Int64} and arrived >= {p2:Int64} -- p0=7 p1=6 p2=3145728
system flush async insert queue on cluster main -- 
select count() from events final where project = {p0:Int64} and properties[{p1:String}] = {p2:String} and arrived >= {p3:Int64} 
FORMAT JSONCompactEachRow -- p0=7 p1=it\'s p2=\' or 1 -- p3=0
delete from events_local on cluster main where project = {p0:Int64} and properties[{p1:String}] = {p2:String} and arrived >= {p3:Int64} -- p0=7 p1=it\'s p2=\' or 1 -- p3=0
alter table events_local on cluster main update distinct_id = transform(toInt64(distinct), {p0:Array(Int64)}, {p1:Array(String)}, distinct_id) where project = {p2:Int64} and distinct in ({p0:Array(Int64)}) and arrived >= {p3:Int64} settings mutations_sync = 2 -- p0=[1] p1=['new'] p2=7 p3=0
alter table distincts update distinct_id = transform(toInt64(distinct), {p0:Array(Int64)}, {p1:Array(String)}, distinct_id) where project = {p2:Int64} and distinct in ({p0:Array(Int64)}) settings mutations_sync = 2 -- p0=[1] p1=['new'] p2=7
delete from persons where project = {p0:Int64} and person in ({p1:Array(Int64)}) -- p0=7 p1=[4]
delete from distincts where project = {p0:Int64} and distinct in ({p1:Array(Int64)}) -- p0=7 p1=[1,2]
select toString(event) as name, count(), min(time), max(time) from events final where project = {p0:Int64} and arrived < {p1:Int64} group by name 
FORMAT JSONCompactEachRow -- p0=7 p1=3145728
select distinct arrayJoin(mapKeys(properties)) as key from events where project = {p0:Int64} and arrived < {p1:Int64} 
FORMAT JSONCompactEachRow -- p0=7 p1=3145728
select distinct distinct from events where project = {p0:Int64} and distinct in ({p1:Array(Int64)}) 
FORMAT JSONCompactEachRow -- p0=7 p1=[1]
