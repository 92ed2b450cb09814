/* SchoolImports */

-- importSchool
select c.relname as name from pg_class c
where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > $1
  and not exists (select from pg_stats s where s.schemaname = current_schema() and s.tablename = c.relname)
order by c.relname;
