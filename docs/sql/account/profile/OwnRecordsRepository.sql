/* OwnRecordsRepository */

-- lockPerson
select 1 from users where id = $1 for no key update;

-- schoolIds
select school_id from memberships where user_id = $1
union select g.school_id from user_addresses held join guardians g on g.email = held.email and g.membership_id is null
where held.user_id = $1
union select school_id from guardians where email = $2 and membership_id is null;
