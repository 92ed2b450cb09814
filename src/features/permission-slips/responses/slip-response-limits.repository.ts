import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../../platform/auth/write-context.js';

const MEASURE_OWN = `
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

/** Counts and sizes of what is stored, before more of it is. */
@Injectable()
export class SlipResponseLimitsRepository {
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
}
