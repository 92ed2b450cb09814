import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { isAddressedTo, isManagedBy, VIEWER, viewerParameters } from '../../policy/audience.js';
import type { Member } from '../../platform/auth/caller.js';
import type { WriteContext } from '../../platform/database/write-context.js';
import { Signup, type SignupClaim } from './signup.entity.js';
import type { ClaimPer } from './signups.errors.js';

const STANDING = `
  select ${isAddressedTo('s', VIEWER)} as addressed, coalesce(${isManagedBy('s', VIEWER)}, false) as managed
  from signups s where s.school_id = $1 and s.id = $5`;

/** What a write holds on to after the member: sign-ups in the order of their ids. */
@Injectable()
export class SignupLocksRepository {
  lockSignup(manager: EntityManager, { schoolId }: Member, id: string): Promise<Signup | null> {
    return manager.findOne(Signup, { where: { id, schoolId }, lock: LOCK });
  }

  /** Of all of the school that one of these members has claims in that are not withdrawn. */
  async lockSignupsOf(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<Signup[]> {
    const claimed = await manager.query<{ id: string }[]>(
      `select s.id from signups s where s.school_id = $1 and s.id in (
         select signup_id from signup_claims
         where school_id = $1 and membership_id = any ($2::uuid[]) and status <> 'withdrawn')
       order by s.id for no key update`,
      [schoolId, membershipIds],
    );
    return manager.findBy(Signup, { schoolId, id: In(claimed.map(({ id }) => id)) });
  }

  async findStanding(
    { manager, member, now }: WriteContext,
    signupId: string,
  ): Promise<{ addressed: boolean; managed: boolean }> {
    const parameters = [...viewerParameters(member, now), signupId];
    const [row] = await manager.query<{ addressed: boolean; managed: boolean }[]>(STANDING, parameters);
    return row!;
  }
}

const LOCK = { mode: 'for_no_key_update' } as const;

/** Which claims `c` count together; $1: the school, $3: a membership, $4: a student. */
const TOGETHER: Record<ClaimPer, string> = {
  person: 'c.membership_id = $3::uuid',
  student: 'c.student_id = $4::uuid',
  family: `(c.membership_id = $3::uuid or c.membership_id in (
    select other.membership_id from guardians own
    join students pupil on pupil.school_id = own.school_id and pupil.id = own.student_id and pupil.archived_at is null
    join guardians other on other.school_id = own.school_id and other.student_id = own.student_id
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

@Injectable()
export class SignupQueueRepository {
  /** @returns the memberships of those who have a place from now on */
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
}
