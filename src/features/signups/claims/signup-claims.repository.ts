import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { SignupItem } from '../signup.entity.js';
import { SignupClaim } from './signup-claim.entity.js';
import type { SignupClaimBody } from './signup-claim.dto.js';
import { CLAIM } from '../signups.sql.js';
import type { SignupChange } from '../new-signup.js';
import type { Occupancy } from './claim-allocation.js';

const OCCUPANCY = `
  select coalesce(sum(quantity) filter (where status = 'confirmed'), 0)::int as confirmed,
    (count(*) filter (where status = 'waitlisted' and ($4::integer is null or quantity <= $4)))::int as waiting
  from signup_claims where school_id = $1 and item_id = $2 and id <> $3`;

/** Within the transaction of a write, whose sign-up is locked. */
@Injectable()
export class SignupClaimsRepository {
  findItem({ manager, signup }: SignupChange, id: string): Promise<SignupItem | null> {
    return manager
      .getRepository(SignupItem)
      .findOneBy({ schoolId: signup.schoolId, id, signupId: signup.id });
  }

  /** Null for one that is withdrawn. */
  find({ manager, signup }: SignupChange, id: string): Promise<SignupClaim | null> {
    const where = { schoolId: signup.schoolId, id, signupId: signup.id, status: Not('withdrawn' as const) };
    return manager.getRepository(SignupClaim).findOneBy(where);
  }

  /** The claimant's on an item, for a student or for none. */
  findOwn(
    { manager, claimant: { schoolId, membershipId } }: SignupChange,
    { itemId, studentId }: Pick<SignupClaim, 'itemId' | 'studentId'>,
  ): Promise<SignupClaim | null> {
    const where = { schoolId, itemId, membershipId, status: Not('withdrawn' as const) };
    return manager.getRepository(SignupClaim).findOneBy({ ...where, studentId: studentId ?? IsNull() });
  }

  /** Whether the student is one whose guardian the claimant is; archived ones are not there. */
  async isLinked({ manager, claimant }: SignupChange, studentId: string): Promise<boolean> {
    const linked = await manager.query<unknown[]>(
      `select 1 from family_guardians g join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
       where g.school_id = $1 and g.membership_id = $2 and g.student_id = $3`,
      [claimant.schoolId, claimant.membershipId, studentId],
    );
    return linked.length > 0;
  }

  /** Room on an item that all claims but this one leave. */
  async findOccupancy(
    manager: EntityManager,
    { schoolId, id, capacity }: SignupItem,
    claimId: string,
  ): Promise<Occupancy> {
    const parameters = [schoolId, id, claimId, capacity];
    const [row] = await manager.query<[Omit<Occupancy, 'capacity'>]>(OCCUPANCY, parameters);
    return { capacity, ...row };
  }

  async countWithdrawn({ manager, signup, claimant }: SignupChange): Promise<number> {
    return manager.getRepository(SignupClaim).countBy({
      schoolId: signup.schoolId,
      signupId: signup.id,
      membershipId: claimant.membershipId,
      status: 'withdrawn',
    });
  }

  async insert(manager: EntityManager, claim: SignupClaim): Promise<void> {
    await manager.getRepository(SignupClaim).insert(claim);
  }

  async update(manager: EntityManager, { id, ...columns }: SignupClaim): Promise<void> {
    await manager.getRepository(SignupClaim).update({ schoolId: columns.schoolId, id }, columns);
  }

  async findBody(manager: EntityManager, { schoolId, id }: SignupClaim): Promise<SignupClaimBody> {
    const [row] = await manager.query<[SignupClaimBody]>(
      `select ${CLAIM} from signup_claims c where c.school_id = $1 and c.id = $2`,
      [schoolId, id],
    );
    return row;
  }
}
