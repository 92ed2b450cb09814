import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { type Signup, SignupItem } from '../signup.entity.js';
import { SignupClaim } from './signup-claim.entity.js';
import type { SignupClaimBody } from './signup-claim.dto.js';
import { CLAIM } from '../signups.sql.js';
import type { SignupChange } from '../signup-locks.service.js';
import type { ClaimPer } from '../claim-terms.js';

/** Room that the other claims on an item leave. */
export interface Occupancy {
  /** Null: unlimited. */
  capacity: number | null;
  /** Places. */
  confirmed: number;
  /** Entries, but for those that are larger than the item: they never get a place, and keep nobody from one. */
  waiting: number;
}

const OCCUPANCY = `
  select coalesce(sum(quantity) filter (where status = 'confirmed'), 0)::int as confirmed,
    (count(*) filter (where status = 'waitlisted' and ($4::integer is null or quantity <= $4)))::int as waiting
  from signup_claims where school_id = $1 and item_id = $2 and id <> $3`;

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

/*
 * The sum over the queue so far: once it is more than what is free it stays so, and whoever is behind waits. Passed over is
 * who wants more than the item has in all, since it was made smaller, or from before that was refused: they keep their
 * turn for when it is made larger.
 */
const CONFIRM_FIRST = `
  update signup_claims promoted set status = 'confirmed', updated_at = $3
  from (
    select waiting.id, item.capacity - (select coalesce(sum(taken.quantity), 0) from signup_claims taken
        where taken.school_id = item.school_id and taken.item_id = item.id and taken.status = 'confirmed') as free,
      sum(waiting.quantity) over (partition by item.id order by waiting.queued_at, waiting.id) as wanted
    from signup_claims waiting join signup_items item on item.school_id = waiting.school_id and item.id = waiting.item_id
    where item.school_id = $1 and item.id = any ($2::uuid[]) and waiting.status = 'waitlisted'
      and (item.capacity is null or waiting.quantity <= item.capacity)
      and (item.starts_at is null or item.starts_at > $3)
  ) queue
  where promoted.school_id = $1 and promoted.id = queue.id and (queue.free is null or queue.wanted <= queue.free)
  returning promoted.membership_id as "membershipId"`;

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

  /**
   * Gives free places of items to those who wait for them, in their order.
   * @returns the memberships of those who have a place from now on
   */
  async confirmFirst(
    manager: EntityManager,
    { schoolId }: Signup,
    itemIds: string[],
    now: Date,
  ): Promise<string[]> {
    const parameters = [schoolId, itemIds, now];
    const [promoted] = await manager.query<[{ membershipId: string }[]]>(CONFIRM_FIRST, parameters);
    return promoted.map(({ membershipId }) => membershipId);
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
