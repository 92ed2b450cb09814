import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { SignupClaim, type Signup, SignupItem } from './signup.entity.js';
import type { SignupClaimBody } from './signup-claim.dto.js';
import { CLAIM } from './signups.repository.js';
import type { SignupChange } from './new-signup.js';
import type { Occupancy } from './claim-allocation.js';
import { isTurnedOn } from '../../policy/school-feature.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { utcText } from '../../platform/database/utc-text.js';
import { hasSignupOpened } from '../../policy/signup-visibility.js';

const OCCUPANCY = `
  select coalesce(sum(quantity) filter (where status = 'confirmed'), 0)::int as confirmed,
    (count(*) filter (where status = 'waitlisted' and ($4::integer is null or quantity <= $4)))::int as waiting
  from signup_claims where school_id = $1 and item_id = $2 and id <> $3`;

/** Within the transaction of a write, whose sign-up is locked. */
@Injectable()
export class SignupClaimsRepository {
  findItem({ manager, signup }: SignupChange, id: string): Promise<SignupItem | null> {
    return manager.findOneBy(SignupItem, { schoolId: signup.schoolId, id, signupId: signup.id });
  }

  /** Null for one that is withdrawn. */
  find({ manager, signup }: SignupChange, id: string): Promise<SignupClaim | null> {
    const where = { schoolId: signup.schoolId, id, signupId: signup.id, status: Not('withdrawn' as const) };
    return manager.findOneBy(SignupClaim, where);
  }

  /** The caller's on an item, for a student or for none. */
  findOwn(
    { manager, member: { schoolId, membershipId } }: SignupChange,
    { itemId, studentId }: Pick<SignupClaim, 'itemId' | 'studentId'>,
  ): Promise<SignupClaim | null> {
    const where = { schoolId, itemId, membershipId, status: Not('withdrawn' as const) };
    return manager.findOneBy(SignupClaim, { ...where, studentId: studentId ?? IsNull() });
  }

  /** Whether the student is one whose guardian the caller is; archived ones are not there. */
  async isLinked({ manager, member }: SignupChange, studentId: string): Promise<boolean> {
    const linked = await manager.query<unknown[]>(
      `select 1 from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
       where g.school_id = $1 and g.membership_id = $2 and g.student_id = $3`,
      [member.schoolId, member.membershipId, studentId],
    );
    return linked.length > 0;
  }

  /** What all claims but this one leave of an item. */
  async findOccupancy(
    manager: EntityManager,
    { schoolId, id, capacity }: SignupItem,
    claimId: string,
  ): Promise<Occupancy> {
    const parameters = [schoolId, id, claimId, capacity];
    const [row] = await manager.query<[Omit<Occupancy, 'capacity'>]>(OCCUPANCY, parameters);
    return { capacity, ...row };
  }

  async countWithdrawn({ manager, signup, member }: SignupChange): Promise<number> {
    return manager.countBy(SignupClaim, {
      schoolId: signup.schoolId,
      signupId: signup.id,
      membershipId: member.membershipId,
      status: 'withdrawn',
    });
  }

  async insert(manager: EntityManager, claim: SignupClaim): Promise<void> {
    await manager.insert(SignupClaim, claim);
  }

  async update(manager: EntityManager, { id, ...columns }: SignupClaim): Promise<void> {
    await manager.update(SignupClaim, { schoolId: columns.schoolId, id }, columns);
  }

  async findBody(manager: EntityManager, { schoolId, id }: SignupClaim): Promise<SignupClaimBody> {
    const [row] = await manager.query<[SignupClaimBody]>(
      `select ${CLAIM} from signup_claims c where c.school_id = $1 and c.id = $2`,
      [schoolId, id],
    );
    return row;
  }
}

/** $1: the person, $2: a school or null, $3: now. */
const MY_CLAIMS = `
  select json_build_object('claims', coalesce(json_agg(one), '[]'))::text as text from (
    select ${CLAIM}, c.school_id, s.title as signup_title, i.title as item_title,
      ${utcText('i.starts_at')} as starts_at, ${utcText('i.ends_at')} as ends_at, s.location
    from memberships m join schools school on school.id = m.school_id
      join signup_claims c on c.school_id = m.school_id and c.membership_id = m.id and c.status <> 'withdrawn'
      join signup_items i on i.school_id = c.school_id and i.id = c.item_id
      join signups s on s.school_id = c.school_id and s.id = c.signup_id
    where m.user_id = $1 and m.deactivated_at is null and ($2::uuid is null or m.school_id = $2)
      and ${isTurnedOn('school', 'signups')} and ${hasSignupOpened('s', '$3')}
    order by i.starts_at nulls last, c.created_at, c.id) one`;

@Injectable()
export class MyClaimsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isMember(userId: string, schoolId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'select 1 from memberships where user_id = $1 and school_id = $2 and deactivated_at is null',
      [userId, schoolId],
    );
    return rows.length > 0;
  }

  /** Not withdrawn, as text that the database has written. */
  async find(userId: string, schoolId: string | null, now: Date): Promise<string> {
    const parameters = [userId, schoolId, now];
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, MY_CLAIMS, parameters);
    return row!.text;
  }
}

/** $1 the school, $3 now. */
const withdrawAhead = (whose: string): string => `
  update signup_claims c set status = 'withdrawn', updated_at = $3
  from signup_items i, signups s
  where c.school_id = $1 and ${whose} and c.status <> 'withdrawn'
    and i.school_id = c.school_id and i.id = c.item_id and s.school_id = c.school_id and s.id = c.signup_id
    and coalesce(i.starts_at, s.closes_at, 'infinity') > $3
  returning c.signup_id as "signupId", c.item_id as "itemId"`;

const OF_MEMBERS = withdrawAhead('c.membership_id = any ($2::uuid[])');
const OF_DEACTIVATED = withdrawAhead(`c.signup_id = $2 and exists (
    select from memberships m where m.school_id = c.school_id and m.id = c.membership_id and m.deactivated_at is not null)`);

@Injectable()
export class ClaimOffboardingRepository {
  /**
   * Claims of items that have not begun; without a time of their own, of sign-ups that are not closed.
   * @returns the items concerned, by sign-up
   */
  async withdrawAhead(
    manager: EntityManager,
    schoolId: string,
    membershipIds: string[],
    now: Date,
  ): Promise<Record<string, string[] | undefined>> {
    const [rows] = await manager.query<[{ signupId: string; itemId: string }[]]>(OF_MEMBERS, [
      schoolId,
      membershipIds,
      now,
    ]);
    const bySignup: Record<string, string[] | undefined> = {};
    for (const { signupId, itemId } of rows) (bySignup[signupId] ??= []).push(itemId);
    return bySignup;
  }

  /** The same, of one sign-up and of everybody who is deactivated. */
  async withdrawDeactivated(manager: EntityManager, { schoolId, id }: Signup, now: Date): Promise<void> {
    await manager.query(OF_DEACTIVATED, [schoolId, id, now]);
  }
}
