/* import-locks.repository */

-- holdOffImports
select pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) as held;

-- lockImportsOfSchool
select pg_advisory_xact_lock(hashtextextended($1, 0));

select pg_advisory_xact_lock_shared(7205759405);
