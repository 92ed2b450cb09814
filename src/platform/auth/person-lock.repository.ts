import type { EntityManager } from 'typeorm';

/**
 * Until the transaction ends, whatever else the person of this membership does that counts towards one of their quotas waits,
 * in every school and every process: what is counted after it cannot become more meanwhile.
 */
export async function lockPerson(
  manager: EntityManager,
  { schoolId, membershipId }: { schoolId: string; membershipId: string },
): Promise<void> {
  await manager.query(
    `select from users where id = (select user_id from memberships where school_id = $1 and id = $2)
     for no key update`,
    [schoolId, membershipId],
  );
}
