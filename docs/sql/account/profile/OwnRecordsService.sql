/* OwnRecordsService */

-- lock
select pg_advisory_xact_lock_shared(hashtextextended($1, 0));
