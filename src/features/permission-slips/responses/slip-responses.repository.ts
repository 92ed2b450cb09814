import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type AudienceViewer, isAddressedToEach, viewerParameters } from '../../../policy/audience.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName } from '../../../policy/name-order.js';
import type { Leaver } from '../../memberships/member-holdings.service.js';
import type { PermissionSlipDetail } from '../permission-slip.dto.js';
import { FIND_SLIP, type SlipDetailRow, toSlipDetail } from '../permission-slips.sql.js';
import { DrawnSignature } from './drawn-signature.entity.js';
import type { SlipResponseBody } from './slip-response.dto.js';
import { SlipResponse } from './slip-response.entity.js';
import { SlipResponseStudent } from './slip-response-student.entity.js';
import {
  LEGAL_NAME,
  MEASURE_OWN,
  type ResponseRow,
  responsesProjection,
  SIGNER_NAME,
  SUPERSEDE,
  toResponse,
  WITH_SIGNER,
} from './slip-responses.sql.js';
import type { CurrentAnswer } from './slip-response-state.js';
import { SlipVersion } from '../slip-version.entity.js';
import type { ResponseState, SlipDecision } from '../slip-vocabulary.js';

/** The last revision of a response of the caller's. */
export interface OwnResponse {
  /** Of the revision. */
  revisionId: string;
  chainId: string;
  state: ResponseState;
  studentIds: string[];
}

const FIND_OWN = `
  select r.id as "revisionId", r.chain_id as "chainId", r.state, array(select rs.student_id from permission_slip_response_students rs
    where rs.school_id = r.school_id and rs.response_id = r.id order by rs.student_id) as "studentIds"
  from permission_slip_responses r
  where r.school_id = $1 and r.chain_id = $2 and r.slip_id = $3 and r.signed_by_membership_id = $4
  order by r.revision desc limit 1`;

const CURRENT_ANSWERS = `
  select rs.student_id as "studentId", rs.place as "signatureNumber", r.decision, r.signed_by_membership_id = $4 as own,
    r.signed_on is not null as "onPaper",
    coalesce(r.signed_by_membership_id, paper.membership_id) as "signerMembershipId",
    r.signed_by_guardian_id as "signerGuardianId", ${SIGNER_NAME} as "signerName",
    r.signed_on is not null and (r.signed_by_guardian_id is null or paper.id is not null) or exists (select from family_guardians g
      where g.school_id = rs.school_id and g.student_id = rs.student_id
        and g.membership_id = r.signed_by_membership_id) as linked
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  ${WITH_SIGNER}
  left join family_guardians paper on paper.school_id = r.school_id and paper.id = r.signed_by_guardian_id
  where rs.school_id = $1 and rs.slip_id = $2 and rs.student_id = any ($3::uuid[]) and rs.is_current`;

/** A response that loses all its students at once ends with them; one that goes on for others has lost these for good. */
const OVERRULE = `
  update permission_slip_response_students rs set is_current = false, is_overruled = exists (
    select from permission_slip_response_students other
    where other.school_id = rs.school_id and other.response_id = rs.response_id and other.is_current
      and other.student_id <> all ($3::uuid[]))
  from permission_slip_responses r
  where r.school_id = rs.school_id and r.id = rs.response_id and rs.school_id = $1 and rs.slip_id = $2
    and rs.student_id = any ($3::uuid[]) and rs.is_current`;

/** True where $4 differs from the last decision for any of the students $3: by any guardian, ended or not. */
const CHANGES_DECISION = `
  select exists (select from (
    select distinct on (rs.student_id) r.decision
    from permission_slip_response_students rs
    join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
    where rs.school_id = $1 and rs.slip_id = $2 and rs.student_id = any ($3::uuid[])
    order by rs.student_id, r.revision desc) last where last.decision <> $4) as changes`;

/** Keeps the students of a response as they are now. */
const KEEP_STUDENTS = `
  update permission_slip_response_students rs set signed_as = jsonb_build_object('name', ${fullName('s')},
    'graduation_year', s.graduation_year, 'legal_name', ${LEGAL_NAME})
  from students s where rs.school_id = $1 and rs.response_id = $2 and s.school_id = rs.school_id and s.id = rs.student_id`;

const EACH_MEMBER: AudienceViewer = {
  school: 'slip.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$5',
};

/** Memberships of the other guardians of the students $3 to whom the slip is addressed. */
const OTHER_GUARDIANS = `
  select m.id from permission_slips slip join memberships m on m.school_id = slip.school_id
  where slip.school_id = $1 and slip.id = $2 and m.id <> $4 and m.deactivated_at is null
    and m.id in (select g.membership_id from family_guardians g where g.school_id = $1 and g.student_id = any ($3::uuid[]))
    and ${isAddressedToEach('slip', EACH_MEMBER)}
  order by m.id`;

const VISIBLE_RESPONSE = responsesProjection('r.school_id = $1 and r.chain_id = $5');
const MANAGED_RESPONSE = responsesProjection('r.school_id = $1 and r.chain_id = $5', {});

@Injectable()
export class SlipResponsesRepository {
  /** Gives a person who comes back the responses that they have signed. */
  async restoreSigner(manager: EntityManager, { schoolId, membershipId, userId }: Leaver): Promise<void> {
    await manager
      .getRepository(SlipResponse)
      .update(
        { signedByUserId: userId, schoolId, signedByMembershipId: IsNull() },
        { signedByMembershipId: membershipId },
      );
  }

  /** The response as the caller sees it; null where they may not see it. */
  findVisible(change: WriteContext, chainId: string): Promise<SlipResponseBody | null> {
    return findResponse(VISIBLE_RESPONSE, change, chainId);
  }

  /** The response as a manager of its slip sees it; null where there is none. */
  findManaged(change: WriteContext, chainId: string): Promise<SlipResponseBody | null> {
    return findResponse(MANAGED_RESPONSE, change, chainId);
  }

  /** The whole slip as the caller would read it now, what this transaction has written included. */
  async findSlip(
    { manager, member, now }: WriteContext,
    slipId: string,
  ): Promise<PermissionSlipDetail | null> {
    const parameters = [...viewerParameters(member, now), slipId];
    const [row] = await manager.query<SlipDetailRow[]>(FIND_SLIP, parameters);
    return row ? toSlipDetail(row) : null;
  }

  /** The last revision of a response of the caller's own; null where there is none. */
  async findOwn(
    { manager, member }: WriteContext,
    slipId: string,
    chainId: string,
  ): Promise<OwnResponse | null> {
    const [row] = await manager.query<OwnResponse[]>(FIND_OWN, [
      member.schoolId,
      chainId,
      slipId,
      member.membershipId,
    ]);
    return row ?? null;
  }

  /** Memberships of the other guardians of these students to whom the slip is addressed; in order. */
  async findOtherGuardians(
    { manager, member, now }: WriteContext,
    slipId: string,
    studentIds: string[],
  ): Promise<string[]> {
    const parameters = [member.schoolId, slipId, studentIds, member.membershipId, now];
    const rows = await manager.query<{ id: string }[]>(OTHER_GUARDIANS, parameters);
    return rows.map(({ id }) => id);
  }

  /** Current answers for these students, by the caller (`own`) or by others. */
  findCurrentAnswers(
    { manager, member }: WriteContext,
    slipId: string,
    studentIds: string[],
  ): Promise<(CurrentAnswer & { own: boolean | null })[]> {
    return manager.query(CURRENT_ANSWERS, [member.schoolId, slipId, studentIds, member.membershipId]);
  }

  /**
   * The number of the next revision for these students, whichever guardian writes it.
   * @param chainId of the response that changes, since a family may have lost all the students that it had
   */
  async nextRevision(
    { manager, member }: WriteContext,
    slipId: string,
    studentIds: string[],
    chainId: string | null,
  ): Promise<number> {
    const [{ next }] = await manager.query<[{ next: number }]>(
      `select coalesce(max(r.revision), 0) + 1 as next
       from permission_slip_response_students rs
       join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
       where rs.school_id = $1 and rs.slip_id = $2 and (rs.student_id = any ($3::uuid[]) or r.chain_id = $4::uuid)`,
      [member.schoolId, slipId, studentIds, chainId],
    );
    return next;
  }

  /** True where the decision, not written yet, differs from the last one for any of these students. */
  async changesDecision(
    { manager, member }: WriteContext,
    slipId: string,
    studentIds: string[],
    decision: SlipDecision,
  ): Promise<boolean> {
    const parameters = [member.schoolId, slipId, studentIds, decision];
    const [{ changes }] = await manager.query<[{ changes: boolean }]>(CHANGES_DECISION, parameters);
    return changes;
  }

  /**
   * Measures what the caller has given: revisions of the answer for any of these students, and bytes of all their answers in
   * the school that are not current any more, each drawing once.
   */
  async measureOwn(
    { manager, member }: WriteContext,
    slipId: string,
    studentIds: string[],
    chainId: string | null,
  ): Promise<{ revisions: number; endedBytes: number }> {
    const parameters = [member.schoolId, slipId, studentIds, chainId, member.userId];
    const [own] = await manager.query<[{ revisions: number; endedBytes: number }]>(MEASURE_OWN, parameters);
    return own;
  }

  /** Answers on paper for the student, whatever has become of them. */
  async countOnPaper({ manager, member }: WriteContext, slipId: string, studentId: string): Promise<number> {
    const [{ answers }] = await manager.query<[{ answers: number }]>(
      `select count(*)::int as answers from permission_slip_responses r
       where r.school_id = $1 and r.slip_id = $2 and r.signed_on is not null and exists (
         select from permission_slip_response_students rs
         where rs.school_id = r.school_id and rs.response_id = r.id and rs.student_id = $3)`,
      [member.schoolId, slipId, studentId],
    );
    return answers;
  }

  /** Ends the answers that hold for these students. */
  async overrule(
    { manager, member, now }: WriteContext,
    slipId: string,
    studentIds: string[],
  ): Promise<void> {
    await manager.query(OVERRULE, [member.schoolId, slipId, studentIds]);
    await manager.query(SUPERSEDE, [member.schoolId, [slipId], now]);
  }

  async endRevision(
    { manager, member: { schoolId }, now }: WriteContext,
    revisionId: string,
    state: ResponseState,
  ): Promise<void> {
    await manager.update(SlipResponse, { schoolId, id: revisionId }, { state, endedAt: now });
    await manager.update(SlipResponseStudent, { schoolId, revisionId }, { isCurrent: false });
  }

  /** @param drawing stored once, however often it is given */
  async insert(
    { manager, member: { schoolId, userId } }: WriteContext,
    response: SlipResponse,
    students: SlipResponseStudent[],
    drawing: Buffer | null,
  ): Promise<void> {
    if (drawing) {
      const row = { schoolId, userId, sha256: response.signatureSha256!, image: drawing };
      await manager.createQueryBuilder().insert().into(DrawnSignature).values(row).orIgnore().execute();
    }
    await manager.insert(SlipResponse, response);
    await manager.insert(SlipResponseStudent, students);
    await manager.query(KEEP_STUDENTS, [schoolId, response.id]);
  }

  /** Stores the version once, however many sign it. */
  async saveVersion(manager: EntityManager, version: SlipVersion): Promise<void> {
    await manager.createQueryBuilder().insert().into(SlipVersion).values(version).orIgnore().execute();
  }

  /** Name by which the school knows the caller; null where there is none. */
  async findName({ manager, member }: WriteContext): Promise<string | null> {
    const [row] = await manager.query<{ name: string | null }[]>(
      `select nullif(${fullName('person')}, '') as name
       from memberships m join users u on u.id = m.user_id ${memberContact('null')}
       where m.school_id = $1 and m.id = $2`,
      [member.schoolId, member.membershipId],
    );
    return row?.name ?? null;
  }
}

async function findResponse(
  sql: string,
  { manager, member, now }: WriteContext,
  chainId: string,
): Promise<SlipResponseBody | null> {
  const [row] = await manager.query<ResponseRow[]>(sql, [...viewerParameters(member, now), chainId]);
  return row ? toResponse(row) : null;
}
