import { type AudienceViewer, isAddressedTo, isManagedBy, VIEWER } from '../../../policy/audience.js';
import type { OrganizationViewer } from '../../../policy/organization-access.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import type { SlipResponseBody } from './slip-response.dto.js';
import { isClosed, isInSight, ownStudents } from '../../../policy/slip-visibility.js';

/** True where the caller is the one who answered. */
export const isSigner = ({ membership }: OrganizationViewer): string =>
  `r.signed_by_membership_id is not distinct from ${membership}::uuid`;

/** Where another guardian has declined for some of a family, it goes on standing for the others. */
const STANDS_FOR = `permission_slip_response_students rs
  join students s on s.school_id = rs.school_id and s.id = rs.student_id
  where rs.school_id = r.school_id and rs.response_id = r.id and (rs.is_current or r.state <> 'current')`;

const isLinked = ({ membership }: OrganizationViewer): string => `(s.archived_at is null and exists (
  select from guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = ${membership}::uuid))`;

/** True where the caller is a linked guardian of one of those for whom the response stands, or stood until it ended. */
export const isGuardian = (viewer: OrganizationViewer): string =>
  `exists (select from ${STANDS_FOR} and ${isLinked(viewer)})`;

/** True where nothing of the response is kept from the caller (contract section 4, rule 7). */
export const isAllVisible = (slip: string, viewer: AudienceViewer): string =>
  `(${isSigner(viewer)} or coalesce(${isManagedBy(slip, viewer)}, false))`;

/**
 * SQL of those for whom the response stands, or stood until it ended: `rs` and `s`. Another guardian is shown their own
 * alone (contract section 4, rule 10).
 */
export const studentsProjection = (slip: string, viewer: AudienceViewer): string =>
  `${STANDS_FOR} and (${isAllVisible(slip, viewer)} or ${isLinked(viewer)})`;

const ANSWERS = `
  case when ${isAllVisible('slip', VIEWER)} then r.answers else (
    select coalesce(jsonb_agg(answer), '[]') from jsonb_array_elements(r.answers) answer
    where not exists (select from jsonb_array_elements(shown.questions) question
      where question ->> 'id' = answer ->> 'question_id' and (question ->> 'private')::boolean)) end`;

/** True where a change would be taken: the slip asks the caller still for whom it is, of a family for anybody. */
const IS_CHANGEABLE = `(${isSigner(VIEWER)} and r.state = 'current'
  and ${isInSight('slip', VIEWER.now)} and not ${isClosed('slip', VIEWER.now)}
  and coalesce(${isAddressedTo('slip', VIEWER)}, false) and exists (select from ${ownStudents('slip')}
    where slip.answer_per = 'family' or s.id in (
      select rs.student_id from permission_slip_response_students rs
      where rs.school_id = r.school_id and rs.response_id = r.id)))`;

/** The account's name stands for that of somebody who did not have to sign. */
const signer = `
  left join lateral (
    select nullif(${fullName('person')}, '') as name
    from memberships m join users u on u.id = m.user_id ${memberContact('null')}
    where m.school_id = r.school_id and m.id = r.signed_by_membership_id
  ) signer on true`;

/**
 * SQL of SlipResponse with the names of its students as a list (`withStudentName`), newest first: the last revision of each response of the caller's, or of another guardian of their
 * students'.
 * @param condition of `permission_slip_responses r`
 */
export const responsesProjection = (condition: string): string => `
  select r.chain_id as id, r.slip_id, about.student_id, about.students, r.decision, ${ANSWERS} as answers, r.note,
    r.revision, r.state, coalesce(r.signed_by_name, signer.name) as signed_by_name, r.signed_by_membership_id,
    r.relation, ${utcText('r.signed_at')} as signed_at, r.statement_version, r.statement_sha256,
    ${IS_CHANGEABLE} as can_edit,
    ${utcText('r.created_at')} as created_at, ${schoolLocale('r.school_id')} as locale
  from permission_slip_responses r
  join permission_slips slip on slip.school_id = r.school_id and slip.id = r.slip_id
  join permission_slip_versions shown on shown.school_id = r.school_id and shown.slip_id = r.slip_id
    and shown.sha256 = r.statement_sha256
  ${signer}
  left join lateral (
    select case when slip.answer_per = 'student' then min(s.id::text) end as student_id,
      json_agg(json_build_object('name', ${fullName('s')}, 'sort_key', ${nameSortKey('s')})) as students
    from ${studentsProjection('slip', VIEWER)}
  ) about on true
  where ${condition} and (${isSigner(VIEWER)} or ${isGuardian(VIEWER)})
    and not exists (select from permission_slip_responses later
      where later.school_id = r.school_id and later.chain_id = r.chain_id and later.revision > r.revision)
  order by r.created_at desc, r.revision desc`;

/** One of {@link responsesProjection}: its students are named in the order of the school. */
export type ResponseRow = Omit<SlipResponseBody, 'student_name'> & {
  students: Named[] | null;
  locale: string;
};

export interface Named {
  name: string;
}

export const namesOf = (people: Named[]): string => people.map(({ name }) => name).join(', ');

export function toResponse(row: ResponseRow): SlipResponseBody {
  const [response] = inSchoolOrder([row]);
  const members = Object.entries(response!).map(([member, value]) =>
    member === 'students' ? ['student_name', value && namesOf(value as Named[])] : [member, value],
  );
  return Object.fromEntries(members) as SlipResponseBody;
}
