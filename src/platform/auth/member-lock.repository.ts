import type { EntityManager } from 'typeorm';
import { NotAuthorizedError } from '../errors/app-error.js';
import { inRole, type Member, type MemberRole } from './caller.js';

/**
 * Locks the membership and reads it as it is now, not as the request found it: whoever would change it waits until the
 * transaction ends. In a write it comes before every other row.
 * @returns null where they are no active member any more
 */
export async function lockMember(manager: EntityManager, member: Member): Promise<Member | null> {
  const [row] = await manager.query<{ role: MemberRole }[]>(
    'select role from memberships where school_id = $1 and id = $2 and deactivated_at is null for share',
    [member.schoolId, member.membershipId],
  );
  return row ? inRole(member, row.role) : null;
}

/**
 * For a write that takes an admin: first in its transaction.
 * @throws NotAuthorizedError they are none any more
 */
export async function lockAdmin(manager: EntityManager, member: Member): Promise<Member> {
  const present = await lockMember(manager, member);
  if (!present?.isAdmin) throw new NotAuthorizedError();
  return present;
}

/**
 * For a write that takes a senior admin: first in its transaction.
 * @throws NotAuthorizedError they are none any more
 */
export async function lockSeniorAdmin(manager: EntityManager, member: Member): Promise<Member> {
  const present = await lockMember(manager, member);
  if (present?.role !== 'senior_admin') throw new NotAuthorizedError();
  return present;
}

/**
 * Reads the membership as it is now, and keeps the person from being erased until the transaction ends. It locks what a
 * foreign key to the person locks, and no row more: a lock on the membership would name the transaction, and with it the
 * person who wrote in it.
 * @returns null where they are no active member any more
 */
export async function findMemberAgain(manager: EntityManager, member: Member): Promise<Member | null> {
  const [row] = await manager.query<{ role: MemberRole }[]>(
    `select m.role from memberships m join users u on u.id = m.user_id
     where m.school_id = $1 and m.id = $2 and m.deactivated_at is null for key share of u`,
    [member.schoolId, member.membershipId],
  );
  return row ? inRole(member, row.role) : null;
}
