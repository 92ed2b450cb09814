/* audit-trail.repository */

-- appendCommand
select to_regclass('audit_entries') is not null as "isThere";

-- appendEntry
insert into audit_entries
  (school_id, at, actor_kind, actor_id, membership_id, operator, reason, operation, item_type, item_id, source)
select school.id, $2, $3, $4,
  (select m.id from memberships m where m.school_id = school.id and m.user_id = $4), $5, $6, $7, $8, $9, $10
from unnest($1::uuid[]) school(id)
where $11 or pg_current_xact_id_if_assigned() is not null
order by school.id
returning 1;
