import type { AudienceViewer } from './audience.js';
import { isTurnedOn } from './school-feature.js';
import { fullName, nameSortKey } from './name-order.js';
import { isClosed, isSlipListed, ownStudents, stateOf } from './slip-visibility.js';

/**
 * SQL for the states of the member's students for a row of `permission_slips`: student_id, name, sort_key and state of each, or
 * one row for all of a family, with a list of their names instead of one, and the least favourable of their states.
 */
export const standings = (slip: string, viewer: AudienceViewer): string => `
  select s.id as student_id, ${fullName('s')} as name, ${nameSortKey('s')}::jsonb as sort_key, null::jsonb as family,
    ${stateOf(slip, 's', viewer)} as state
  from ${ownStudents(slip, viewer)} where ${slip}.answer_per = 'student'
  union all
  select null, null, null, jsonb_agg(jsonb_build_object('name', family.name, 'sort_key', family.sort_key)),
    case when bool_or(family.state = 'declined') then 'declined' when bool_or(family.state = 'needed') then 'needed'
      when bool_or(family.state = 'withdrawn') then 'withdrawn' else 'granted' end
  from (select ${fullName('s')} as name, ${nameSortKey('s')} as sort_key, ${stateOf(slip, 's', viewer)} as state
    from ${ownStudents(slip, viewer)}) family
  where ${slip}.answer_per = 'family' having count(*) > 0`;

/** True for one of the `standings` that waits for an answer, as long as the slip is not closed. */
export const isWanted = (response: string): string => `(${response}.state in ('needed', 'withdrawn'))`;

/**
 * SQL of the answers that a member still owes to the open slips of a school, one row an answer; none while the school
 * has turned sign-ups off.
 */
export const slipTodo = (viewer: AudienceViewer): string => `
  select 'permission_slip' as kind, p.id, p.school_id, p.title, own.student_id, p.closes_at as due_at
  from permission_slips p join schools home on home.id = p.school_id
    cross join lateral (${standings('p', viewer)}) own
  where p.school_id = ${viewer.school}::uuid and ${isTurnedOn('home', 'signups')}
    and ${isSlipListed('p', viewer)}
    and not ${isClosed('p', viewer.now)} and ${isWanted('own')}`;

/** True for a row of `permission_slips` that asks for a student of the member's, whatever was answered. */
export const isSlipAsking = (slip: string, member: AudienceViewer): string =>
  `exists (select from ${ownStudents(slip, member)})`;

/** True for one that still wants an answer of the member, unless it is closed. */
export const isSlipWaiting = (slip: string, member: AudienceViewer): string =>
  `exists (select from (${standings(slip, member)}) own where ${isWanted('own')})`;
