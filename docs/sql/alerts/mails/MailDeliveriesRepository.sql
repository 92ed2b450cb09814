/* MailDeliveriesRepository */

-- claim
with due as materialized (select school_id, id from mail_deliveries where state = 'waiting' and due_at <= $1
  order by due_at limit $3 for update skip locked)
update mail_deliveries d set due_at = $2, attempts = d.attempts + 1
from due where d.school_id = due.school_id and d.id = due.id
returning d.school_id as "schoolId", d.id, d.attempts;

-- end
update mail_deliveries set state = $3, ended_at = $4, last_error = $5
where school_id = $1 and id = $2 and state = 'waiting';

-- postpone
update mail_deliveries set due_at = $4, last_error = $5
where school_id = $1 and id = $2 and attempts = $3 and state = 'waiting';
