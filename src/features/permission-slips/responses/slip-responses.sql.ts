import { type AudienceViewer, isAddressedTo, isManagedBy, VIEWER } from '../../../policy/audience.js';
import type { OrganizationViewer } from '../../../policy/organization-access.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { memberContact } from '../../../policy/member-contact.js';
import { isRestrictedStudent, isRestrictedStudentId } from '../../../policy/guardian-restriction.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import type { SlipResponseBody } from './slip-response.dto.js';
import { isSlipClosed, isSlipPublished, fromRequestedStudents } from '../../../policy/slip-visibility.js';

/** True where the caller has given the response. */
export const isSigner = ({ membership }: OrganizationViewer): string =>
  `r.signed_by_membership_id is not distinct from ${membership}::uuid`;

/** Students for whom a response holds, or held until it ended: not those for whom another guardian has overruled it before. */
const HELD_FOR = `permission_slip_response_students rs
  join students s on s.school_id = rs.school_id and s.id = rs.student_id
  where rs.school_id = r.school_id and rs.response_id = r.id
    and (rs.is_current or r.state <> 'current' and not rs.is_overruled)`;

const isLinked = ({ membership }: OrganizationViewer): string => `(s.archived_at is null and exists (
  select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = ${membership}::uuid))`;

/** True where the caller is a linked guardian of a student for whom the response holds, or held until it ended. */
export const isGuardian = (viewer: OrganizationViewer): string =>
  `exists (select from ${HELD_FOR} and ${isLinked(viewer)})`;

/** SQL of a student's name in the records; null where it is no other one. */
export const LEGAL_NAME = `case when coalesce(s.legal_first_name, s.legal_last_name) is not null
  then trim(coalesce(s.legal_first_name, s.first_name) || ' ' || coalesce(s.legal_last_name, s.last_name)) end`;

/** SQL of the name with a response: as it was typed, or else that of the account. */
export const SIGNER_NAME = 'coalesce(r.signed_by_name, signer.name)';

/** True where the response holds, or has held, for a student from whom the caller is kept apart. */
const concernsRestricted = (viewer: AudienceViewer): string => `exists (
  select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
    and ${isRestrictedStudentId('apart.student_id', viewer)})`;

/**
 * True where the caller may read what is answered and noted. One answer for a family says it of all of its students, and so of
 * none to whoever is kept apart from one of them (contract section 21, rule 5).
 */
export const isContentVisible = (viewer: AudienceViewer): string =>
  `(${isSigner(viewer)} or not ${concernsRestricted(viewer)})`;

/** True where the caller may read all of the response, private answers included (contract section 4, rule 7). */
export const isAllVisible = (slip: string, viewer: AudienceViewer): string =>
  `(${isSigner(viewer)} or coalesce(${isManagedBy(slip, viewer)}, false) and not ${concernsRestricted(viewer)})`;

/**
 * SQL of the students for whom the response holds, or held until it ended: `rs` and `s`. Another guardian sees their own
 * students alone (contract section 4, rule 10), and a manager nobody from whom they are kept apart.
 */
export const studentsProjection = (slip: string, viewer: AudienceViewer): string =>
  `${HELD_FOR} and (${isSigner(viewer)} or ${isLinked(viewer)}
    or coalesce(${isManagedBy(slip, viewer)}, false) and not ${isRestrictedStudent('s', viewer)})`;

/** True for a manager of the slip who may read of one of its students at least: not of those from whom they are kept apart. */
export const isManagerOf = (
  slip: string,
  viewer: AudienceViewer,
): string => `(coalesce(${isManagedBy(slip, viewer)}, false)
  and (exists (select from ${studentsProjection(slip, viewer)}) or not ${concernsRestricted(viewer)}))`;

/** SQL of what is noted, where the caller may read it. */
export const VISIBLE_NOTE = `case when ${isContentVisible(VIEWER)} then r.note end`;

const ANSWERS = `
  case when ${isAllVisible('slip', VIEWER)} then r.answers when not ${isContentVisible(VIEWER)} then '[]' else (
    select coalesce(jsonb_agg(answer), '[]') from jsonb_array_elements(r.answers) answer
    where not exists (select from jsonb_array_elements(shown.questions) question
      where question ->> 'id' = answer ->> 'question_id' and (question ->> 'private')::boolean)) end`;

/**
 * True where a change by the caller would be accepted: the slip still asks them for the student of the response, or for any
 * student where one answer is given for a family. Withdrawing needs none of that but an open slip.
 */
const IS_CHANGEABLE = `(${isSigner(VIEWER)} and r.state = 'current'
  and ${isSlipPublished('slip', VIEWER.now)} and not ${isSlipClosed('slip', VIEWER.now)}
  and coalesce(${isAddressedTo('slip', VIEWER)}, false) and exists (select from ${fromRequestedStudents('slip')}
    where slip.answer_per = 'family' or s.id in (
      select rs.student_id from permission_slip_response_students rs
      where rs.school_id = r.school_id and rs.response_id = r.id)))`;

/** Joins `signer`: the name of the account, for a response that did not have to be signed. */
export const WITH_SIGNER = `
  left join lateral (
    select nullif(${fullName('person')}, '') as name
    from memberships m join users u on u.id = m.user_id ${memberContact('null')}
    where m.school_id = r.school_id and m.id = r.signed_by_membership_id
  ) signer on true`;

/**
 * SQL of SlipResponse with its students as a list, from which `toResponse` makes `student_name`, newest first. A row is the
 * last revision of a response of the caller's, or of another guardian of their students.
 * @param condition of `permission_slip_responses r`
 * @param managed for managers of the slip: responses of whomever, with SQL of more columns
 */
export const responsesProjection = (condition: string, managed?: { more?: string }): string => `
  select r.chain_id as id, r.slip_id, about.student_id, about.students, r.decision, ${ANSWERS} as answers, ${VISIBLE_NOTE} as note,
    r.revision, r.state, ${SIGNER_NAME} as signed_by_name, r.signed_by_membership_id,
    r.relation, ${utcText('r.signed_at')} as signed_at, r.statement_version, r.statement_sha256,
    ${IS_CHANGEABLE} as can_edit,
    ${utcText('r.created_at')} as created_at, ${schoolLocale('r.school_id')} as locale ${managed?.more ? `, ${managed.more}` : ''}
  from permission_slip_responses r
  join permission_slips slip on slip.school_id = r.school_id and slip.id = r.slip_id
  join permission_slip_versions shown on shown.school_id = r.school_id and shown.slip_id = r.slip_id
    and shown.sha256 = r.statement_sha256
  ${WITH_SIGNER}
  left join lateral (
    select case when slip.answer_per = 'student' then min(s.id::text) end as student_id,
      json_agg(json_build_object('name', ${fullName('s')}, 'sort_key', ${nameSortKey('s')})) as students,
      array_agg(s.id) as student_ids
    from ${studentsProjection('slip', VIEWER)}
  ) about on true
  where ${condition} and (${isSigner(VIEWER)} or ${managed ? isManagerOf('slip', VIEWER) : isGuardian(VIEWER)})
    and not exists (select from permission_slip_responses later
      where later.school_id = r.school_id and later.chain_id = r.chain_id and later.revision > r.revision)
  order by r.created_at desc, r.revision desc`;

/** Ends the answers to the slips $2 that hold for no student any more, at $3. */
export const SUPERSEDE = `
  update permission_slip_responses r set state = 'superseded', ended_at = $3
  where r.school_id = $1 and r.slip_id = any ($2::uuid[]) and r.state = 'current' and not exists (
    select from permission_slip_response_students rs
    where rs.school_id = r.school_id and rs.response_id = r.id and rs.is_current)`;

/** A row of {@link responsesProjection}. */
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

/** $1: the school, $2: the slip, $3: students, $4: an answer, $5: the signer. */
export const MEASURE_OWN = `
  with own as materialized (
    select r.id, r.slip_id, r.chain_id, r.state, r.signature_sha256,
      pg_column_size(r.answers) + coalesce(octet_length(r.note), 0) as bytes
    from permission_slip_responses r where r.school_id = $1 and r.signed_by_user_id = $5)
  select (select count(*)::int from own where own.slip_id = $2 and (own.chain_id = $4::uuid
      or exists (select from permission_slip_response_students rs
        where rs.school_id = $1 and rs.response_id = own.id and rs.student_id = any ($3::uuid[])))) as revisions,
    (select coalesce(sum(bytes), 0) from own where state <> 'current')::float8
      + (select coalesce(sum(octet_length(drawn.image)), 0) from drawn_signatures drawn
        where drawn.school_id = $1 and drawn.user_id = $5
          and drawn.sha256 in (select signature_sha256 from own where state <> 'current'))::float8 as "endedBytes"`;
