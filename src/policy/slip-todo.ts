import type { AudienceViewer } from './audience.js';
import { isTurnedOn } from './school-feature.js';
import { fullName, nameSortKey } from './name-order.js';
import { isSlipClosed, isSlipListed, fromRequestedStudents, stateOf } from './slip-visibility.js';

/**
 * SQL for the states of the member's students for a row of `permission_slips`: student_id, name, sort_key and state of each, or
 * one row for all of a family, with a list of their names instead of one, and the least favourable of their states.
 */
export const studentStates = (slip: string, viewer: AudienceViewer): string => `
  select s.id as student_id, ${fullName('s')} as name, ${nameSortKey('s')}::jsonb as sort_key, null::jsonb as family,
    ${stateOf(slip, 's', viewer)} as state
  from ${fromRequestedStudents(slip, viewer)} where ${slip}.answer_per = 'student'
  union all
  select null, null, null, jsonb_agg(jsonb_build_object('name', family.name, 'sort_key', family.sort_key)),
    case when bool_or(family.state = 'declined') then 'declined' when bool_or(family.state = 'needed') then 'needed'
      when bool_or(family.state = 'withdrawn') then 'withdrawn' else 'granted' end
  from (select ${fullName('s')} as name, ${nameSortKey('s')} as sort_key, ${stateOf(slip, 's', viewer)} as state
    from ${fromRequestedStudents(slip, viewer)}) family
  where ${slip}.answer_per = 'family' having count(*) > 0`;

/** True for a row of `studentStates` for which an answer is due, as long as the slip is not closed. */
export const isAnswerDue = (response: string): string => `(${response}.state in ('needed', 'withdrawn'))`;

/**
 * SQL of the answers that a member still owes to the open slips of a school, one row an answer; none while the school
 * has turned sign-ups off.
 */
export const slipTodo = (viewer: AudienceViewer): string => `
  select 'permission_slip' as kind, p.id::text as id, p.school_id, p.title, own.student_id, p.closes_at as due_at
  from permission_slips p join schools home on home.id = p.school_id
    cross join lateral (${studentStates('p', viewer)}) own
  where p.school_id = ${viewer.school}::uuid and ${isTurnedOn('home', 'signups')}
    and ${isSlipListed('p', viewer)}
    and not ${isSlipClosed('p', viewer.now)} and ${isAnswerDue('own')}`;

/** True for a row of `permission_slips` that asks for a student of the member's, whatever was answered. */
export const isSlipRequested = (slip: string, member: AudienceViewer): string =>
  `exists (select from ${fromRequestedStudents(slip, member)})`;

/** True for a row of `permission_slips` that the member still has to answer, unless it is closed. */
export const isSlipDue = (slip: string, member: AudienceViewer): string =>
  `exists (select from (${studentStates(slip, member)}) own where ${isAnswerDue('own')})`;
