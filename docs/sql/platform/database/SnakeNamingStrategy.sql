/* SnakeNamingStrategy */

-- startConnection
select set_config('TimeZone', 'UTC', false), case when pg_backend_pid() = $1 then
set_config('lock_timeout', coalesce($2, current_setting('lock_timeout')), false) end is not null as "isOurs";
