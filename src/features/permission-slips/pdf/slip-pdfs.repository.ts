import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { isManageable } from '../../../policy/answered-item.js';
import { isManagedBy, VIEWER, viewerParameters } from '../../../policy/audience.js';
import type { StoredAnswer } from '../../questions/stored-answers.js';
import type { SignedEvent } from '../responses/slip-response.entity.js';
import type { SignedQuestion } from '../slip-version.entity.js';
import type { ResponseState, SlipDecision } from '../slip-vocabulary.js';
import { fullName, inNameOrder, nameSortKey } from '../../../policy/name-order.js';
import { isRestrictedStudent } from '../../../policy/guardian-restriction.js';
import { contactVisible, legalNameVisible } from '../../../policy/privacy-mask.js';
import { memberContact } from '../../../policy/member-contact.js';
import { authorProjection } from '../../publishing/item-projection.js';
import { SLIP_EVENT, SLIP_QUESTIONS } from '../permission-slips.sql.js';
import {
  isAllVisible,
  isContentVisible,
  VISIBLE_NOTE,
  isGuardian,
  isManagerOf,
  LEGAL_NAME,
  isSigner,
  studentsProjection,
} from '../responses/slip-responses.sql.js';
import { isSlipVisible, fromRequestedStudents } from '../../../policy/slip-visibility.js';

const HEAD = `
  p.title, o.name as "organizationName",
  json_build_object('name', school.name, 'timeZone', school.time_zone, 'locale', school.locale,
    'country', school.country) as school`;

const WITH_HEAD = `
  join schools school on school.id = p.school_id left join organizations o
    on o.school_id = p.school_id and o.id = p.organization_id`;

/** The name in the records beside it: a slip is signed for who is on file. */
const student = `json_build_object('name', ${fullName('s')}, 'graduationYear', s.graduation_year, 'sort_key', ${nameSortKey('s')},
  'legalName', case when ${legalNameVisible('s', VIEWER)} then ${LEGAL_NAME} end)`;

/** The student as they were when it was signed; as they are, where that was not kept yet. */
const signedStudent = `json_build_object('name', coalesce(rs.signed_as ->> 'name', ${fullName('s')}),
  'graduationYear', case when rs.signed_as is null then s.graduation_year else (rs.signed_as ->> 'graduation_year')::int end,
  'sort_key', ${nameSortKey('s')}, 'legalName', case when ${legalNameVisible('s', VIEWER)} then
    case when rs.signed_as is null then ${LEGAL_NAME} else rs.signed_as ->> 'legal_name' end end)`;

/**
 * A blank form for a student of the caller for whom the slip is, or for any of the school for its managers; null for no
 * student in particular.
 */
const BLANK_FORM = `
  select ${HEAD}, ${SLIP_EVENT} as event, p.body, p.statement, p.statement_version as "statementVersion", ${SLIP_QUESTIONS} as questions,
    p.closes_at as "closesAt", p.signature_required as "signatureRequired",
    p.second_guardian_required as "secondGuardianRequired",
    case when $6::uuid is not null then (select ${student} from students s
      where s.id = $6::uuid and s.school_id = p.school_id and s.archived_at is null
        and (${isManagedBy('p', VIEWER)} and not ${isRestrictedStudent('s', VIEWER)} or s.id in (select s.id from ${fromRequestedStudents('p')}))) end as student
  from permission_slips p ${WITH_HEAD}
  where p.school_id = $1 and p.id = $5 and ${isSlipVisible('p', VIEWER)}`;

/** The bytes of what was drawn. */
const drawingOf = (r: string): string => `coalesce((select drawn.image from drawn_signatures drawn
  where drawn.school_id = ${r}.school_id and drawn.user_id = ${r}.signed_by_user_id
    and drawn.sha256 = ${r}.signature_sha256), ${r}.signature_image)`;

/** True where the caller sees the account of a response: its email is a contact like any other. */
const isAccountVisible = (r: string): string => `(
  coalesce(${r}.signed_by_membership_id = ${VIEWER.membership}::uuid, false)
  or ${VIEWER.admin}::boolean or (select ${contactVisible('person', VIEWER)} from memberships m
    join users u on u.id = m.user_id ${memberContact('null')}
    where m.school_id = ${r}.school_id and m.id = ${r}.signed_by_membership_id))`;

/** $5 slip, after the viewer's parameters. */
const FIND_NAMED_SIGNERS = `
  select distinct r.signed_by_membership_id as id from permission_slip_responses r
  join permission_slips p on p.school_id = r.school_id and p.id = r.slip_id and ${isManageable('p', VIEWER)}
  where r.school_id = $1 and r.slip_id = $5 and r.state = 'current' and r.account_email is not null
    and r.signed_by_membership_id is not null and ${isAccountVisible('r')}`;

const signature = (r: string): string => `
  json_build_object('typedName', ${r}.signed_by_name, 'nameMismatch', ${r}.name_mismatch,
    'image', encode(${drawingOf(r)}, 'base64'), 'relation', ${r}.relation,
    'signedAt', coalesce(${r}.signed_at, ${r}.created_at),
    'membershipId', ${r}.signed_by_membership_id,
    'paper', case when ${r}.signed_on is not null then json_build_object('signedOn', ${r}.signed_on, 'recordedBy',
      (select recorder.name from (${authorProjection(`${r}.school_id`, `${r}.recorded_by_membership_id`)}) recorder)) end,
    'accountEmail', case when ${isAccountVisible(r)} then ${r}.account_email end)`;

const VISIBLE_STUDENTS = studentsProjection('p', VIEWER);

/** True for another answer that stands for all of those students as well. */
const isBeside = (other: string): string => `(
  select bool_and(exists (select from permission_slip_response_students theirs
    where theirs.school_id = ${other}.school_id and theirs.response_id = ${other}.id and theirs.student_id = rs.student_id and theirs.is_current))
  from ${VISIBLE_STUDENTS})`;

/** True for another answer that stands no longer for one of them. */
const isFormer = (other: string): string => `exists (
  select from permission_slip_response_students theirs
  where theirs.school_id = ${other}.school_id and theirs.response_id = ${other}.id and not theirs.is_current
    and theirs.student_id in (select rs.student_id from ${VISIBLE_STUDENTS}))`;

/** $5 slip, $6 response: its last revision, with the event of now where it was answered before that was kept. */
const RESPONSE_DOCUMENT = `
  select ${HEAD}, coalesce(r.event, ${SLIP_EVENT}) as event, shown.body, shown.statement, r.statement_version as "statementVersion", shown.questions,
    case when ${isContentVisible(VIEWER)} then r.answers else '[]' end as answers,
    ${isAllVisible('p', VIEWER)} as "seesPrivate",
    (select json_agg(${signedStudent}) from ${VISIBLE_STUDENTS}) as students,
    r.chain_id as "responseId", r.decision, ${VISIBLE_NOTE} as note, r.revision, r.state, r.ended_at as "endedAt",
    r.statement_sha256 as "statementSha256", ${signature('r')} as signature,
    p.second_guardian_required as "secondGuardianRequired",
    (select ${signature('beside')} from permission_slip_responses beside
      where r.state = 'current' and beside.state = 'current' and beside.school_id = r.school_id
        and beside.slip_id = r.slip_id and beside.id <> r.id and ${isBeside('beside')} limit 1) as "secondSignature",
    coalesce((select json_agg(json_build_object('revision', former.revision, 'createdAt', former.created_at,
        'decision', former.decision, 'signerName', former.signed_by_name) order by former.revision)
      from permission_slip_responses former where former.school_id = r.school_id and former.slip_id = r.slip_id
        and former.revision < r.revision and ${isFormer('former')}), '[]') as former
  from permission_slips p ${WITH_HEAD}
  join permission_slip_responses r on r.school_id = p.school_id and r.slip_id = p.id
  join permission_slip_versions shown on shown.school_id = r.school_id and shown.slip_id = r.slip_id
    and shown.sha256 = r.statement_sha256
  where p.school_id = $1 and p.id = $5 and r.chain_id = $6::uuid and ${isSlipVisible('p', VIEWER)}
    and (${isSigner(VIEWER)} or ${isGuardian(VIEWER)} or ${isManagerOf('p', VIEWER)})
  order by r.revision desc limit 1`;

export interface StudentRow {
  name: string;
  graduationYear: number | null;
  /** In the school's records; null where it is no other one, or not for the reader. */
  legalName: string | null;
}

export interface SignatureRow {
  typedName: string | null;
  nameMismatch: boolean;
  /** PNG in base64. */
  image: string | null;
  relation: string | null;
  signedAt: string;
  /** Null once they have left the school. */
  membershipId: string | null;
  /** Null where the reader may not see it, the person was erased, or it was signed on paper. */
  accountEmail: string | null;
  /** Null for an answer that its signer has given; the day is `YYYY-MM-DD`. */
  paper: { signedOn: string; recordedBy: string | null } | null;
}

export interface SlipRow {
  title: string;
  organizationName: string | null;
  school: { name: string; timeZone: string; locale: string; country: string };
  event: SignedEvent | null;
  body: string;
  statement: string;
  statementVersion: number;
  questions: SignedQuestion[];
  secondGuardianRequired: boolean;
}

export interface BlankRow extends SlipRow {
  closesAt: Date | null;
  signatureRequired: boolean;
  student: StudentRow | null;
}

export interface ResponseRow extends SlipRow {
  answers: StoredAnswer[];
  /** The reader may see answers to private questions. */
  seesPrivate: boolean;
  students: StudentRow[];
  responseId: string;
  decision: SlipDecision;
  note: string | null;
  revision: number;
  state: ResponseState;
  endedAt: Date | null;
  statementSha256: string;
  signature: SignatureRow;
  secondSignature: SignatureRow | null;
  former: { revision: number; createdAt: string; decision: SlipDecision; signerName: string | null }[];
}

@Injectable()
export class SlipPdfsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the slip is not there for the caller. */
  async findBlank(
    member: Member,
    slipId: string,
    studentId: string | null,
    now: Date,
  ): Promise<BlankRow | null> {
    const parameters = [...viewerParameters(member, now), slipId, studentId];
    const [row] = await this.dataSource.query<BlankRow[]>(BLANK_FORM, parameters);
    return row ? inOrderOf(row) : null;
  }

  /** Memberships of those whose accounts the caller sees in the answers to the slip that hold. */
  async findNamedSigners(member: Member, slipId: string, now: Date): Promise<string[]> {
    const parameters = [...viewerParameters(member, now), slipId];
    const rows = await this.dataSource.query<{ id: string }[]>(FIND_NAMED_SIGNERS, parameters);
    return rows.map(({ id }) => id);
  }

  /** Null when it is not there for the caller. */
  async findResponse(
    member: Member,
    slipId: string,
    responseId: string,
    now: Date,
  ): Promise<ResponseRow | null> {
    const parameters = [...viewerParameters(member, now), slipId, responseId];
    const [row] = await this.dataSource.query<ResponseRow[]>(RESPONSE_DOCUMENT, parameters);
    return row ? inOrderOf(row) : null;
  }
}

/** Students as the school puts them in order. */
const inOrderOf = <Row extends SlipRow>(row: Row): Row => inNameOrder([row], row.school.locale)[0]!;
