import { isManagedBy, VIEWER } from '../../policy/audience.js';
import { utcText } from '../../platform/database/utc-text.js';
import {
  concernsStudent,
  isSlipClosed,
  isSlipListed,
  isSlipVisible,
  studentState,
} from '../../policy/slip-visibility.js';
import { attachmentsOf } from '../publishing/item-projection.js';
import { inNameOrder, schoolLocale } from '../../policy/name-order.js';
import type { PermissionSlipBody, PermissionSlipDetail, SlipStudent } from './permission-slip.dto.js';
import {
  type Named,
  namesOf,
  type ResponseRow,
  isContentVisible,
  responsesProjection,
  toResponse,
} from './responses/slip-responses.sql.js';
import { isRestrictedStudent } from '../../policy/guardian-restriction.js';
import { isAnswerDue, studentStates } from '../../policy/slip-todo.js';

const SLIP_COLUMNS = `
  p.id, p.school_id, p.title, p.summary, p.organization_id, o.name as organization_name,
  case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as event_id,
  ${utcText('p.opens_at')} as opens_at, ${utcText('p.closes_at')} as closes_at,
  ${utcText('p.visible_until')} as visible_until, ${isSlipClosed('p', VIEWER.now)} as closed, p.answer_per,
  mine.my_students, case when ${isSlipListed('p', VIEWER)} and not ${isSlipClosed('p', VIEWER.now)} then mine.outstanding
    else 0 end as outstanding`;

/** Joins `mine`: the states of the caller's students, and for how many of them an answer is due. */
const MINE = `
  left join lateral (
    select coalesce(json_agg(json_build_object('student_id', own.student_id, 'name', own.name, 'state', own.state,
        'sort_key', own.sort_key, 'family', own.family)), '[]') as my_students,
      count(*) filter (where ${isAnswerDue('own')})::int as outstanding
    from (${studentStates('p', VIEWER)}) own
  ) mine on true`;

/** To be joined to a row `p` of `permission_slips`. */
export const WITH_MINE = `
  left join organizations o on o.school_id = p.school_id and o.id = p.organization_id
  left join events e on e.school_id = p.school_id and e.id = p.event_id
  ${MINE}`;

export const FIND_SLIPS = `
  select coalesce(json_agg(slip), '[]') as slips, ${schoolLocale('$1')} as locale
  from (select ${SLIP_COLUMNS} from permission_slips p ${WITH_MINE} where ${isSlipListed('p', VIEWER)}
    order by (mine.outstanding = 0 or ${isSlipClosed('p', VIEWER.now)}), p.closes_at nulls last,
      p.title collate "und-x-icu", p.id) slip`;

export const SLIP_QUESTIONS = `
  coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
      'required', q.required, 'private', q.private, 'required_on_decline', q.required_on_decline,
      'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text) order by c.position)
        from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position)
    from questions q where q.school_id = p.school_id and q.permission_slip_id = p.id), '[]')`;

/** The event of a slip for documents; the time zone is the one that they print. */
export const SLIP_EVENT = `
  (select jsonb_build_object('title', e.title, 'location', e.location, 'all_day', e.all_day,
      'starts_at', e.starts_at, 'ends_at', e.ends_at, 'start_date', e.start_date, 'end_date', e.end_date,
      'time_zone', home.time_zone)
    from events e join schools home on home.id = e.school_id
    where e.school_id = p.school_id and e.id = p.event_id)`;

/**
 * SQL of SlipTotals for a slip `p`: of the students whom it is addressed to, and those for whom somebody has answered, without those
 * from whom the manager is kept apart.
 * @param asked SQL: how many it is addressed to
 */
export const slipTotals = (asked: string): string => `
  (select json_build_object('students', ${asked} + counted.beside, 'granted', counted.granted, 'declined', counted.declined,
      'outstanding', ${asked} + counted.beside - counted.granted - counted.declined)
    from (select (count(*) filter (where answered.state = 'granted'))::int as granted,
        (count(*) filter (where answered.state = 'declined'))::int as declined,
        (count(*) filter (where not coalesce(answered.asked, false)))::int as beside
      from (select ${concernsStudent('p', 's')} as asked, ${studentState('p', 's')} as state
        from students s where s.school_id = p.school_id and s.archived_at is null and not ${isRestrictedStudent('s', VIEWER)} and s.id in (
          select rs.student_id from permission_slip_response_students rs
          where rs.school_id = p.school_id and rs.slip_id = p.id and rs.is_current)) answered) counted)`;

const TOTALS = slipTotals(`(select count(*)::int from students s
  where s.school_id = p.school_id and s.archived_at is null and not ${isRestrictedStudent('s', VIEWER)} and ${concernsStudent('p', 's')})`);

/** The columns of PermissionSlipDetail, of a row `p` with `WITH_MINE`; without the answers. */
export const slipDetail = (totals: string): string => `
  ${SLIP_COLUMNS}, p.body, p.statement, p.statement_version, p.signature_required, p.second_guardian_required,
  ${SLIP_QUESTIONS} as questions, ${attachmentsOf('p', 'permission_slip')} as attachments,
  coalesce((select json_agg(mine) from (${responsesProjection('r.school_id = p.school_id and r.slip_id = p.id')}) mine), '[]') as my_responses,
  coalesce(${isManagedBy('p', VIEWER)}, false) as can_manage,
  ${totals} as totals`;

/** $5, after the viewer's parameters. */
export const FIND_SLIP = `
  select ${slipDetail(`case when ${isManagedBy('p', VIEWER)} then ${TOTALS} end`)}, ${schoolLocale('$1')} as locale
  from permission_slips p ${WITH_MINE} where p.school_id = $1 and p.id = $5 and ${isSlipListed('p', VIEWER)}`;

/** $5: the slip, $6: the file, after the viewer's parameters. */
export const FIND_ATTACHMENT = `
  select a.key, a.file_name from permission_slips p join attachments a on a.school_id = p.school_id and a.id = $6
  where p.school_id = $1 and p.id = $5 and ${isSlipVisible('p', VIEWER)}
    and (a.permission_slip_id = p.id or coalesce(${isManagedBy('p', VIEWER)}, false) and exists (
      select from permission_slip_responses r
      where r.school_id = p.school_id and r.slip_id = p.id and r.id = a.slip_response_id and ${isContentVisible(VIEWER)}))`;

type SlipStudentRow = Omit<SlipStudent, 'name'> & { name: string | null; family: Named[] | null };

/** A row of {@link FIND_SLIPS}, as part of the list. */
export type SlipRow = Omit<PermissionSlipBody, 'my_students'> & { my_students: SlipStudentRow[] };

/** The row of {@link FIND_SLIP}. */
export type SlipDetailRow = Omit<PermissionSlipDetail, 'my_students' | 'my_responses'> &
  Pick<SlipRow, 'my_students'> & { my_responses: ResponseRow[]; locale: string };

/** Students, and those of a family, in the order of the school. */
export const toSlips = (rows: SlipRow[], locale: string): PermissionSlipBody[] =>
  inNameOrder(rows, locale).map((slip) => ({ ...slip, my_students: slip.my_students.map(toStudent) }));

const toStudent = ({ student_id, name, state, family }: SlipStudentRow): SlipStudent => ({
  student_id,
  name: name ?? namesOf(family ?? []),
  state,
});

export function toSlipDetail({ locale, my_responses, ...row }: SlipDetailRow): PermissionSlipDetail {
  const [slip] = toSlips([row], locale);
  return { ...row, ...slip!, my_responses: my_responses.map(toResponse) };
}
