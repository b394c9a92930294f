-- A batch of views deletes what is older than two days, and on a day with many visitors the planner, who had not looked at the table since it
-- was small, read all of it to find nothing. Everything that a batch needs is found by an index, however much the planner knows.
alter function site.record_page_views(jsonb) set enable_seqscan = off;
