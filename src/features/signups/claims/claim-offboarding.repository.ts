import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isRestrictedStudentId } from '../../../policy/guardian-restriction.js';
import type { Viewer } from '../../../policy/viewer.js';
import type { Leaver, RestrictedPairs } from '../../memberships/member-holdings.service.js';
import type { Signup } from '../signup.entity.js';

/** $1 the school, $3 now. */
const withdrawAhead = (whose: string): string => `
  update signup_claims c set status = 'withdrawn', updated_at = $3
  from signup_items i, signups s
  where c.school_id = $1 and ${whose} and c.status <> 'withdrawn'
    and i.school_id = c.school_id and i.id = c.item_id and s.school_id = c.school_id and s.id = c.signup_id
    and coalesce(i.starts_at, s.closes_at, 'infinity') > $3
  returning c.signup_id as "signupId", c.item_id as "itemId"`;

const OF_MEMBERS = withdrawAhead('c.membership_id = any ($2::uuid[])');
const FOR_STUDENTS = withdrawAhead(
  '(c.membership_id, c.student_id) in (select * from unnest($2::uuid[], $4::uuid[]))',
);

/** The author of a claim. An admin who is kept apart from a student claims nothing for that student either. */
const AUTHOR: Viewer = { school: 'c.school_id', membership: 'c.membership_id', admin: 'false' };

/** Claims that ended with what their author was, but for the time of the item. */
const OVERTAKEN = withdrawAhead(`c.signup_id = $2 and (exists (
    select from memberships m where m.school_id = c.school_id and m.id = c.membership_id and m.deactivated_at is not null)
  or c.student_id is not null and ${isRestrictedStudentId('c.student_id', AUTHOR)})`);

type ItemsBySignup = Record<string, string[] | undefined>;

interface ItemOfSignup {
  signupId: string;
  itemId: string;
}

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
  ): Promise<ItemsBySignup> {
    const [rows] = await manager.query<[ItemOfSignup[]]>(OF_MEMBERS, [schoolId, membershipIds, now]);
    return bySignup(rows);
  }

  /** The same claims of members for students from whom they are kept apart. */
  async withdrawForStudents(
    manager: EntityManager,
    { schoolId, pairs }: RestrictedPairs,
    now: Date,
  ): Promise<ItemsBySignup> {
    const members = pairs.map(({ membershipId }) => membershipId);
    const students = pairs.map(({ studentId }) => studentId);
    const parameters = [schoolId, members, now, students];
    const [rows] = await manager.query<[ItemOfSignup[]]>(FOR_STUDENTS, parameters);
    return bySignup(rows);
  }

  /** Sign-ups in which a member has claims, whatever has become of them. */
  async findSignupsOf(manager: EntityManager, { schoolId, membershipId }: Leaver): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `select distinct signup_id as id from signup_claims where school_id = $1 and membership_id = $2 order by id`,
      [schoolId, membershipId],
    );
    return rows.map(({ id }) => id);
  }

  /** Withdraws all claims on one sign-up of deactivated members, and those for students from whom their author is kept apart. */
  async withdrawOvertaken(manager: EntityManager, { schoolId, id }: Signup, now: Date): Promise<void> {
    await manager.query(OVERTAKEN, [schoolId, id, now]);
  }
}

function bySignup(rows: ItemOfSignup[]): ItemsBySignup {
  const items: ItemsBySignup = {};
  for (const { signupId, itemId } of rows) (items[signupId] ??= []).push(itemId);
  return items;
}
