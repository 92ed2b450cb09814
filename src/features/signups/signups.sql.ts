import { utcText } from '../../platform/database/utc-text.js';
import { isManagedBy, VIEWER } from '../../policy/audience.js';
import { isRestrictedStudentId } from '../../policy/guardian-restriction.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName } from '../../policy/name-order.js';
import { isSignupClosed } from '../../policy/signup-visibility.js';

/** Unknown of an editor and what is the whole school's: they do not manage it. */
const MANAGED = `coalesce(${isManagedBy('s', VIEWER)}, false)`;

/** QuestionBody of a sign-up's questions, in their order. */
const QUESTIONS = `
  coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
      'required', q.required, 'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text)
        order by c.position) from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]'))
      order by q.position)
    from questions q where q.school_id = s.school_id and q.signup_id = s.id), '[]')`;

/** The columns of SignupSummary, of a row `s` with `SIGNUP_COUNTS`. */
export const SIGNUP_SUMMARY = `
  s.id, s.school_id, s.title, s.description, s.location, s.organization_id, o.name as organization_name,
  ${utcText('s.opens_at')} as opens_at, ${utcText('s.closes_at')} as closes_at,
  ${utcText('s.visible_until')} as visible_until,
  case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as event_id,
  ${isSignupClosed('s', VIEWER.now)} as closed, taken.has_claims, taken.my_claim_count, open.needed, open.filled`;

/** To be joined to a row `s` of `signups`. */
export const SIGNUP_COUNTS = `
  left join organizations o on o.school_id = s.school_id and o.id = s.organization_id
  left join events e on e.school_id = s.school_id and e.id = s.event_id
  cross join lateral (
    select count(*) > 0 as has_claims,
      (count(*) filter (where c.membership_id = ${VIEWER.membership}::uuid))::int as my_claim_count
    from signup_claims c where c.school_id = s.school_id and c.signup_id = s.id and c.status <> 'withdrawn'
  ) taken
  cross join lateral (
    select case when bool_or(i.capacity is null) then null
        else coalesce(sum(greatest(0, i.capacity - counted.confirmed)), 0)::int end as needed,
      coalesce(sum(counted.confirmed), 0)::int as filled
    from signup_items i cross join lateral (
      select coalesce(sum(c.quantity), 0) as confirmed from signup_claims c
      where c.school_id = i.school_id and c.item_id = i.id and c.status = 'confirmed') counted
    where i.school_id = s.school_id and i.signup_id = s.id
  ) open`;

/*
 * Claimants who are no active members any more are named to managers alone; their places stay taken. So do those for a student from
 * whom the caller is kept apart.
 */
const CLAIMANTS = `
  select c.id as claim_id, ${fullName('person')} as display_name, c.quantity, c.status,
    c.membership_id = ${VIEWER.membership}::uuid as is_me,
    case when ${MANAGED} or c.membership_id = ${VIEWER.membership}::uuid then c.comment end as comment
  from signup_claims c join memberships m on m.school_id = c.school_id and m.id = c.membership_id join users u on u.id = m.user_id
    ${memberContact('null')}
  where c.school_id = i.school_id and c.item_id = i.id and c.status <> 'withdrawn'
    and (${MANAGED} or c.membership_id = ${VIEWER.membership}::uuid
      or s.claimant_visibility = 'names' and m.deactivated_at is null)
    and (c.membership_id = ${VIEWER.membership}::uuid or not ${isRestrictedStudentId('c.student_id', VIEWER)})
  order by c.status, c.queued_at, c.id`;

const ITEMS = `
  select i.id, i.position, i.title, i.description, ${utcText('i.starts_at')} as starts_at,
    ${utcText('i.ends_at')} as ends_at, i.capacity, counted.confirmed,
    case when i.capacity is not null then greatest(0, i.capacity - counted.confirmed) end as remaining, i.waitlist_enabled, counted.waitlisted,
    coalesce((select json_agg(claimant) from (${CLAIMANTS}) claimant), '[]') as claimants,
    array(select c.id from signup_claims c where c.school_id = i.school_id and c.item_id = i.id and c.status <> 'withdrawn'
      and c.membership_id = ${VIEWER.membership}::uuid order by c.queued_at, c.id) as my_claim_ids
  from signup_items i cross join lateral (
    select coalesce(sum(c.quantity) filter (where c.status = 'confirmed'), 0)::int as confirmed,
      coalesce(sum(c.quantity) filter (where c.status = 'waitlisted'), 0)::int as waitlisted
    from signup_claims c where c.school_id = i.school_id and c.item_id = i.id) counted
  where i.school_id = s.school_id and i.signup_id = s.id order by i.position, i.title collate "und-x-icu", i.id`;

/** The columns of SignupDetail, of a row `s` with `SIGNUP_COUNTS`. */
export const SIGNUP_DETAIL = `
  ${SIGNUP_SUMMARY}, s.claimant_visibility, s.per_person_limit, s.claim_per,
  ${utcText('s.withdraw_until')} as withdraw_until,
  ${QUESTIONS} as questions,
  coalesce((select json_agg(item) from (${ITEMS}) item), '[]') as items, ${MANAGED} as can_manage`;

/** The columns of SignupClaimBody, of `signup_claims c`. */
export const CLAIM = `
  c.id, c.signup_id, c.item_id, c.quantity, c.status,
  case when c.status = 'waitlisted' then (select count(*)::int from signup_claims before
    where before.school_id = c.school_id and before.item_id = c.item_id and before.status = 'waitlisted'
      and (before.queued_at, before.id) <= (c.queued_at, c.id)) end as waitlist_position,
  c.student_id, c.comment, c.answers, ${utcText('c.created_at')} as created_at,
  ${utcText('c.updated_at')} as updated_at`;
