import { isManagedBy } from '../../access/audience.js';
import { contactVisible } from '../../access/privacy-mask.js';
import { VIEWER } from '../../access/viewer.js';
import { memberContact } from '../directory/member-contact.js';
import { SLIP_EVENT, SLIP_QUESTIONS } from './permission-slips.sql.js';
import { isAllShown, isGuardian, isSigner, studentsShown } from './slip-responses.sql.js';
import { ownStudents, STUDENT_NAME } from './slip-students.sql.js';
import { isSlipShown } from './slip-visibility.js';

const HEAD = `
  p.title, o.name as "organizationName",
  json_build_object('name', school.name, 'timeZone', school.time_zone, 'locale', school.locale,
    'country', school.country) as school`;

const WITH_HEAD = `
  join schools school on school.id = p.school_id left join organizations o on o.id = p.organization_id`;

const student = `json_build_object('name', ${STUDENT_NAME}, 'graduationYear', s.graduation_year)`;

/** Of the caller's for whom the slip asks, or any of the school for its managers; null for nobody in particular. */
export const BLANK_FORM = `
  select ${HEAD}, ${SLIP_EVENT} as event, p.body, p.statement, p.statement_version as "statementVersion", ${SLIP_QUESTIONS} as questions,
    p.closes_at as "closesAt", p.signature_required as "signatureRequired",
    p.second_guardian_required as "secondGuardianRequired",
    case when $6::uuid is not null then (select ${student} from students s
      where s.id = $6::uuid and s.school_id = p.school_id and s.archived_at is null
        and (${isManagedBy('p', VIEWER)} or s.id in (select s.id from ${ownStudents('p')}))) end as student
  from permission_slips p ${WITH_HEAD}
  where p.id = $5 and ${isSlipShown('p', VIEWER)}`;

/** The email is a contact like any other: masked for guardians who do not get it elsewhere either. */
const signature = (r: string): string => `
  json_build_object('typedName', ${r}.signed_by_name, 'nameMismatch', ${r}.name_mismatch,
    'image', encode(${r}.signature_image, 'base64'), 'relation', ${r}.relation,
    'signedAt', coalesce(${r}.signed_at, ${r}.created_at),
    'membershipId', ${r}.signed_by_membership_id,
    'accountEmail', case when coalesce(${r}.signed_by_membership_id = ${VIEWER.membership}::uuid, false)
      or ${VIEWER.admin}::boolean or (select ${contactVisible('person', VIEWER)} from memberships m
        join users u on u.id = m.user_id ${memberContact('null')} where m.id = ${r}.signed_by_membership_id)
      then ${r}.account_email end)`;

const SHOWN_STUDENTS = studentsShown('p', VIEWER);

/** True for another answer that stands for all of those students as well. */
const isBeside = (other: string): string => `(
  select bool_and(exists (select from permission_slip_response_students theirs
    where theirs.response_id = ${other}.id and theirs.student_id = rs.student_id and theirs.is_current))
  from ${SHOWN_STUDENTS})`;

/** True for another answer that stands no longer for one of them. */
const isFormer = (other: string): string => `exists (
  select from permission_slip_response_students theirs
  where theirs.response_id = ${other}.id and not theirs.is_current
    and theirs.student_id in (select rs.student_id from ${SHOWN_STUDENTS}))`;

/** $5 slip, $6 response: its last revision, with the event of now where it was answered before that was kept. */
export const RESPONSE_DOCUMENT = `
  select ${HEAD}, coalesce(r.event, ${SLIP_EVENT}) as event, shown.body, shown.statement, r.statement_version as "statementVersion", shown.questions, r.answers,
    ${isAllShown('p', VIEWER)} as "seesPrivate",
    (select json_agg(${student} order by s.first_name, s.last_name, s.id) from ${SHOWN_STUDENTS}) as students,
    r.chain_id as "responseId", r.decision, r.note, r.revision, r.state, r.ended_at as "endedAt",
    r.statement_sha256 as "statementSha256", ${signature('r')} as signature,
    p.second_guardian_required as "secondGuardianRequired",
    (select ${signature('beside')} from permission_slip_responses beside
      where r.state = 'current' and beside.state = 'current' and beside.slip_id = r.slip_id and beside.id <> r.id
        and ${isBeside('beside')} limit 1) as "secondSignature",
    coalesce((select json_agg(json_build_object('revision', former.revision, 'createdAt', former.created_at,
        'decision', former.decision, 'signerName', former.signed_by_name) order by former.revision)
      from permission_slip_responses former where former.slip_id = r.slip_id and former.revision < r.revision
        and ${isFormer('former')}), '[]') as former
  from permission_slips p ${WITH_HEAD}
  join permission_slip_responses r on r.slip_id = p.id
  join permission_slip_versions shown on shown.slip_id = r.slip_id and shown.sha256 = r.statement_sha256
  where p.id = $5 and r.chain_id = $6::uuid and ${isSlipShown('p', VIEWER)}
    and (${isSigner(VIEWER)} or ${isGuardian(VIEWER)} or ${isManagedBy('p', VIEWER)})
  order by r.revision desc limit 1`;
