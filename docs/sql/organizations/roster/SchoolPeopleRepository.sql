/* SchoolPeopleRepository */

-- arePresent
select id from memberships where school_id = $1 and id = any ($2::uuid[]) and deactivated_at is null;

select id from students where school_id = $1 and id = any ($2::uuid[]) and archived_at is null;
