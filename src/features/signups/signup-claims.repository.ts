import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { SignupClaim } from './signup-claim.entity.js';
import { SignupItem } from './signup-item.entity.js';
import type { SignupClaimBody } from './signup-claim.dto.js';
import { CLAIM } from './signup-claims.sql.js';
import type { SignupChange } from './signup-change.js';
import type { Occupancy } from './placing.js';

const OCCUPANCY = `
  select coalesce(sum(quantity) filter (where status = 'confirmed'), 0)::int as confirmed,
    (count(*) filter (where status = 'waitlisted' and ($3::integer is null or quantity <= $3)))::int as waiting
  from signup_claims where item_id = $1 and id <> $2`;

/** Within the transaction of a write, whose sign-up is locked. */
@Injectable()
export class SignupClaimsRepository {
  findItem({ manager, signup }: SignupChange, id: string): Promise<SignupItem | null> {
    return manager.findOneBy(SignupItem, { id, signupId: signup.id });
  }

  /** Null for one that is withdrawn. */
  find({ manager, signup }: SignupChange, id: string): Promise<SignupClaim | null> {
    return manager.findOneBy(SignupClaim, { id, signupId: signup.id, status: Not('withdrawn') });
  }

  /** The caller's on an item, for a student or for none. */
  findOwn(
    { manager, member: { membershipId } }: SignupChange,
    { itemId, studentId }: Pick<SignupClaim, 'itemId' | 'studentId'>,
  ): Promise<SignupClaim | null> {
    const where = { itemId, membershipId, status: Not('withdrawn' as const) };
    return manager.findOneBy(SignupClaim, { ...where, studentId: studentId ?? IsNull() });
  }

  /** Whether the student is one whose guardian the caller is; archived ones are not there. */
  async isLinked({ manager, member }: SignupChange, studentId: string): Promise<boolean> {
    const linked = await manager.query<unknown[]>(
      `select 1 from guardians g join students s on s.id = g.student_id and s.archived_at is null
       where g.membership_id = $1 and g.student_id = $2`,
      [member.membershipId, studentId],
    );
    return linked.length > 0;
  }

  /** What all claims but this one leave of an item. */
  async findOccupancy(
    manager: EntityManager,
    { id, capacity }: SignupItem,
    claimId: string,
  ): Promise<Occupancy> {
    const [row] = await manager.query<[Omit<Occupancy, 'capacity'>]>(OCCUPANCY, [id, claimId, capacity]);
    return { capacity, ...row };
  }

  async insert(manager: EntityManager, claim: SignupClaim): Promise<void> {
    await manager.insert(SignupClaim, claim);
  }

  async update(manager: EntityManager, { id, ...columns }: SignupClaim): Promise<void> {
    await manager.update(SignupClaim, { id }, columns);
  }

  async findBody(manager: EntityManager, id: string): Promise<SignupClaimBody> {
    const [row] = await manager.query<[SignupClaimBody]>(
      `select ${CLAIM} from signup_claims c where c.id = $1`,
      [id],
    );
    return row;
  }
}
