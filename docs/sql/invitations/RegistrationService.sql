/* RegistrationService */

-- confirm
select s.school_id, s.id as student_id, g.relation
from memberships m
join family_guardians g on g.school_id = m.school_id and g.membership_id = m.id
join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
where m.user_id = $1 and m.deactivated_at is null
order by s.school_id, s.last_name, s.first_name, s.id;
