/* ClaimOffboardingRepository */

-- findSignupsOf
select distinct signup_id as id from signup_claims where school_id = $1 and membership_id = $2 order by id;

-- withdrawAhead
update signup_claims c set status = 'withdrawn', updated_at = $3
from signup_items i, signups s
where c.school_id = $1 and c.membership_id = any ($2::uuid[]) and c.status <> 'withdrawn'
  and i.school_id = c.school_id and i.id = c.item_id and s.school_id = c.school_id and s.id = c.signup_id
  and coalesce(i.starts_at, s.closes_at, 'infinity') > $3
returning c.signup_id as "signupId", c.item_id as "itemId";

-- withdrawOvertaken
update signup_claims c set status = 'withdrawn', updated_at = $3
from signup_items i, signups s
where c.school_id = $1 and c.signup_id = $2 and (exists (
  select from memberships m where m.school_id = c.school_id and m.id = c.membership_id and m.deactivated_at is not null)
or c.student_id is not null and coalesce(c.student_id = any(array(select apart.student_id from
guardians apart where not false::boolean and apart.school_id = c.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = c.membership_id::uuid or apart.shared_membership_id = c.membership_id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = c.school_id::uuid and holder.id = c.membership_id::uuid)))), false)) and c.status <> 'withdrawn'
  and i.school_id = c.school_id and i.id = c.item_id and s.school_id = c.school_id and s.id = c.signup_id
  and coalesce(i.starts_at, s.closes_at, 'infinity') > $3
returning c.signup_id as "signupId", c.item_id as "itemId";
