/* PollsRepository */

-- findListed
select '{"polls":' || coalesce(json_agg(poll), '[]')::text || '}' as text from (
  select
p.id, p.school_id, p.title, p.description, p.organization_id,
to_char(p.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(p.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
p.results_visibility, p.anonymous,
(select count(*)::int from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as question_count,
coalesce(p.closes_at <= $4::timestamptz, false) as closed, own.id is not null as already_responded,
case when not p.anonymous then to_char(own.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as responded_at from polls p
left join poll_responses own on own.school_id = p.school_id and own.poll_id = p.id
  and own.user_id = (select self.user_id from memberships self where self.school_id = $1::uuid and self.id = $2::uuid) where (p.school_id = $1 and (p.opens_at <= $4::timestamptz and p.deleted_at is null) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end)
  order by coalesce(p.closes_at <= $4::timestamptz, false), p.closes_at nulls last, p.title collate "und-x-icu", p.id) poll;

-- findRespondablePoll
select (p.opens_at <= $4::timestamptz and p.deleted_at is null) as opened, case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end as addressed,
  coalesce(p.closes_at <= $4::timestamptz, false) as closed, p.anonymous, own.id is not null as responded,
  to_char(own.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as responded_at,
  (select coalesce(json_object_agg(q.id, (
      select coalesce(json_agg(c.id), '[]') from poll_choices c
        where c.school_id = q.school_id and c.question_id = q.id)), '{}')
    from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as choices
from polls p
left join poll_responses own on own.school_id = p.school_id and own.poll_id = p.id
  and own.user_id = (select self.user_id from memberships self where self.school_id = $1::uuid and self.id = $2::uuid) where p.id = $5 and p.school_id = $1;

-- findVisiblePoll
select
p.id, p.school_id, p.title, p.description, p.organization_id,
to_char(p.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(p.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
p.results_visibility, p.anonymous,
(select count(*)::int from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as question_count,
coalesce(p.closes_at <= $4::timestamptz, false) as closed, own.id is not null as already_responded,
case when not p.anonymous then to_char(own.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as responded_at, (
select coalesce(json_agg(json_build_object('id', q.id, 'position', q.position, 'text', q.text,
  'choices', coalesce((
select json_agg(json_build_object('id', c.id, 'position', c.position, 'text', c.text) order by c.position)
from poll_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position), '[]')
from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as questions,
  case when own.id is not null and not p.anonymous then (
select coalesce(json_agg(json_build_object('question_id', a.question_id, 'choice_id', a.choice_id)
  order by q.position), '[]')
from poll_answers a join poll_questions q on q.school_id = a.school_id and q.id = a.question_id
where a.school_id = own.school_id and a.response_id = own.id) end as my_answers,
  (
select json_build_object('respondent_count', everyone.n, 'questions', coalesce((
select json_agg(json_build_object('question_id', q.id, 'choices', coalesce((
select json_agg(json_build_object('choice_id', c.id, 'count', chosen.times,
  'percent', round(100.0 * chosen.times / greatest(everyone.n, 1), 1)) order by c.position)
from poll_choices c
cross join lateral (select
case when p.anonymous then c.times else (select count(*)::int from poll_answers a
  where a.school_id = c.school_id and a.choice_id = c.id) end as times) chosen
where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position)
from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id), '[]'))
from (select
case when p.anonymous then coalesce(tally.counted, 0) else (select count(*)::int from poll_responses r
  where r.school_id = p.school_id and r.poll_id = p.id) end as n) everyone
where
case p.results_visibility
  when 'always' then p.opens_at <= $4::timestamptz
  when 'after_response' then own.id is not null or coalesce(p.closes_at <= $4::timestamptz, false)
  when 'after_close' then coalesce(p.closes_at <= $4::timestamptz, false)
  else false end and (not p.anonymous or everyone.n >= 3)) as results,
  (p.anonymous and (exists (
select from poll_responses r join poll_answers a on a.school_id = r.school_id and a.response_id = r.id
where r.school_id = p.school_id and r.poll_id = p.id) or coalesce(p.closes_at <= $4::timestamptz, false) and exists (
select from poll_tallies t where t.school_id = p.school_id and t.poll_id = p.id
  and t.waiting is not null and t.waiting_count >= 3))) as has_pending
from polls p
left join poll_responses own on own.school_id = p.school_id and own.poll_id = p.id
  and own.user_id = (select self.user_id from memberships self where self.school_id = $1::uuid and self.id = $2::uuid)
left join poll_tallies tally on tally.school_id = p.school_id and tally.poll_id = p.id where p.school_id = $1 and p.id = $5 and (p.school_id = $1 and (p.opens_at <= $4::timestamptz and p.deleted_at is null) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end);

-- insertResponse
with response as (
  insert into poll_responses (school_id, poll_id, user_id, submitted_at) values ($1, $2, $3, $4)
  on conflict on constraint poll_responses_once_key do nothing
  returning id, school_id
), answers as (
  insert into poll_answers (response_id, question_id, choice_id, school_id)
  select response.id, given.question_id, given.choice_id, response.school_id
  from response, jsonb_to_recordset($5::jsonb) as given(question_id uuid, choice_id uuid)
)
select id from response;

-- lockPoll
SELECT "Poll"."id" AS "Poll_id", "Poll"."school_id" AS "Poll_school_id",
  "Poll"."organization_id" AS "Poll_organization_id", "Poll"."audience_type" AS "Poll_audience_type",
  "Poll"."audience_years" AS "Poll_audience_years",
  "Poll"."audience_organization_ids" AS "Poll_audience_organization_ids",
  "Poll"."source" AS "Poll_source", "Poll"."source_digest" AS "Poll_source_digest",
  "Poll"."created_at" AS "Poll_created_at", "Poll"."updated_at" AS "Poll_updated_at",
  "Poll"."opens_at" AS "Poll_opens_at", "Poll"."closes_at" AS "Poll_closes_at",
  "Poll"."alerted_at" AS "Poll_alerted_at", "Poll"."deleted_at" AS "Poll_deleted_at",
  "Poll"."source_id" AS "Poll_source_id", "Poll"."title" AS "Poll_title",
  "Poll"."description" AS "Poll_description", "Poll"."results_visibility" AS "Poll_results_visibility",
  "Poll"."anonymous" AS "Poll_anonymous", "Poll"."reminded_at" AS "Poll_reminded_at",
  "Poll"."last_reminder_at" AS "Poll_last_reminder_at"
FROM "polls" "Poll"
WHERE (("Poll"."school_id" = $1) AND ("Poll"."id" = $2))
LIMIT 1 FOR SHARE;
