/* open-database */

-- openDatabase
select current_setting('server_version_num')::int as version,
current_setting('server_encoding') as encoding, exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu";
