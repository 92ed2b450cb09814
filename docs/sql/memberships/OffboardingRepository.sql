/* OffboardingRepository */

-- findLeaver
select id as "membershipId", school_id as "schoolId", user_id as "userId" from memberships
where id = $1 and user_id = $2;

-- insertDeparture
insert into member_departures
  (user_id, school_id, profile_visibility, unsubscribed_at, mail_token, revoked_organization_ids, left_at)
select m.user_id, m.school_id, case when m.hidden_by_default then 'full' else m.profile_visibility end, $3, $4, $5, $6
from memberships m where m.school_id = $1 and m.id = $2
on conflict (user_id, school_id) do update set profile_visibility = excluded.profile_visibility,
  unsubscribed_at = excluded.unsubscribed_at, mail_token = excluded.mail_token,
  revoked_organization_ids = excluded.revoked_organization_ids, left_at = excluded.left_at;

-- lockLeaver
select id, role, deactivated_at is null as active from memberships
where school_id = $1 and (id = $2 or (role = 'senior_admin' and deactivated_at is null
  and (select role from memberships where school_id = $1 and id = $2 and deactivated_at is null) = 'senior_admin'))
order by id
for no key update;

-- removeMembership
delete from invitations i using memberships m join user_addresses u on u.user_id = m.user_id
where m.school_id = $1 and m.id = $2 and m.deactivated_at is not null
  and i.school_id = m.school_id and i.email = u.email and i.consumed_at is null;

delete from memberships where school_id = $1 and id = $2;
