import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Signup } from './signup.entity.js';
import { type SignupClaim } from './claims/signup-claim.entity.js';
import type { ClaimPer } from './claim-terms.js';

/** Which claims `c` count together; $1: the school, $3: a membership, $4: a student. */
const TOGETHER: Record<ClaimPer, string> = {
  person: 'c.membership_id = $3::uuid',
  student: 'c.student_id = $4::uuid',
  family: `(c.membership_id = $3::uuid or c.membership_id in (
    select other.membership_id from family_guardians own
    join students pupil on pupil.school_id = own.school_id and pupil.id = own.student_id and pupil.archived_at is null
    join family_guardians other on other.school_id = own.school_id and other.student_id = own.student_id
    where own.school_id = $1 and own.membership_id = $3::uuid and other.membership_id is not null))`,
};

@Injectable()
export class SignupLimitsRepository {
  /** Places over the whole sign-up, confirmed and waitlisted, that count with a claim; its own not. */
  async sumOthers(
    manager: EntityManager,
    { schoolId, id, claimPer }: Signup,
    claim: Pick<SignupClaim, 'id' | 'membershipId' | 'studentId'>,
  ): Promise<number> {
    // Every parameter is named once, whatever counts: PostgreSQL has to know the types of all of them.
    const [row] = await manager.query<[{ sum: number }]>(
      `select coalesce(sum(c.quantity), 0)::int as sum from signup_claims c
       where c.school_id = $1 and c.signup_id = $2 and c.id <> $5 and c.status <> 'withdrawn' and ${TOGETHER[claimPer]}
         and ($3::uuid is not null or $4::uuid is not null)`,
      [schoolId, id, claim.membershipId, claim.studentId, claim.id],
    );
    return row.sum;
  }
}
