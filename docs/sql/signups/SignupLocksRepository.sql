/* SignupLocksRepository */

-- findMember
select m.id as "membershipId", m.user_id as "userId", m.role from memberships m
     where m.school_id = $1 and m.id = $2 and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $3::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $3::timestamptz
  and (held.expires_at is null or held.expires_at > $3::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))));

-- findRights
select case s.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then s.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then s.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) end as addressed, coalesce(($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) as managed
from signups s where s.school_id = $1 and s.id = $5;

-- lockMemberships
select from memberships where school_id = $1 and id = any ($2::uuid[]) order by id for share;

-- lockSignup
SELECT "Signup"."id" AS "Signup_id", "Signup"."school_id" AS "Signup_school_id",
  "Signup"."organization_id" AS "Signup_organization_id",
  "Signup"."audience_type" AS "Signup_audience_type",
  "Signup"."audience_years" AS "Signup_audience_years",
  "Signup"."audience_organization_ids" AS "Signup_audience_organization_ids",
  "Signup"."source" AS "Signup_source", "Signup"."source_digest" AS "Signup_source_digest",
  "Signup"."created_at" AS "Signup_created_at", "Signup"."updated_at" AS "Signup_updated_at",
  "Signup"."opens_at" AS "Signup_opens_at", "Signup"."closes_at" AS "Signup_closes_at",
  "Signup"."alerted_at" AS "Signup_alerted_at", "Signup"."deleted_at" AS "Signup_deleted_at",
  "Signup"."source_id" AS "Signup_source_id", "Signup"."title" AS "Signup_title",
  "Signup"."description" AS "Signup_description", "Signup"."location" AS "Signup_location",
  "Signup"."visible_until" AS "Signup_visible_until",
  "Signup"."withdraw_until" AS "Signup_withdraw_until", "Signup"."event_id" AS "Signup_event_id",
  "Signup"."claim_per" AS "Signup_claim_per", "Signup"."per_person_limit" AS "Signup_per_person_limit",
  "Signup"."claimant_visibility" AS "Signup_claimant_visibility"
FROM "signups" "Signup"
WHERE (("Signup"."id" = $1) AND ("Signup"."school_id" = $2))
LIMIT 1 FOR NO KEY UPDATE;

-- lockSignupsOf
SELECT "Signup"."id" AS "Signup_id", "Signup"."school_id" AS "Signup_school_id",
  "Signup"."organization_id" AS "Signup_organization_id",
  "Signup"."audience_type" AS "Signup_audience_type",
  "Signup"."audience_years" AS "Signup_audience_years",
  "Signup"."audience_organization_ids" AS "Signup_audience_organization_ids",
  "Signup"."source" AS "Signup_source", "Signup"."source_digest" AS "Signup_source_digest",
  "Signup"."created_at" AS "Signup_created_at", "Signup"."updated_at" AS "Signup_updated_at",
  "Signup"."opens_at" AS "Signup_opens_at", "Signup"."closes_at" AS "Signup_closes_at",
  "Signup"."alerted_at" AS "Signup_alerted_at", "Signup"."deleted_at" AS "Signup_deleted_at",
  "Signup"."source_id" AS "Signup_source_id", "Signup"."title" AS "Signup_title",
  "Signup"."description" AS "Signup_description", "Signup"."location" AS "Signup_location",
  "Signup"."visible_until" AS "Signup_visible_until",
  "Signup"."withdraw_until" AS "Signup_withdraw_until", "Signup"."event_id" AS "Signup_event_id",
  "Signup"."claim_per" AS "Signup_claim_per", "Signup"."per_person_limit" AS "Signup_per_person_limit",
  "Signup"."claimant_visibility" AS "Signup_claimant_visibility"
FROM "signups" "Signup"
WHERE (("Signup"."school_id" = $1) AND (0=1));

select s.id from signups s where s.school_id = $1 and s.id in (
  select signup_id from signup_claims
  where school_id = $1 and membership_id = any ($2::uuid[]) and status <> 'withdrawn')
order by s.id for no key update;
