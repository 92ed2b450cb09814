import type { EntityManager } from 'typeorm';
import { inRole, type Member, type MemberRole } from './caller.js';

/**
 * The member as they are now, not as the request found them: whoever would change that waits until the transaction ends.
 * In a write it comes before every other row.
 * @returns null where they are no active member any more
 */
export async function presentMember(manager: EntityManager, member: Member): Promise<Member | null> {
  const [row] = await manager.query<{ role: MemberRole }[]>(
    'select role from memberships where id = $1 and deactivated_at is null for share',
    [member.membershipId],
  );
  return row ? inRole(member, row.role) : null;
}
