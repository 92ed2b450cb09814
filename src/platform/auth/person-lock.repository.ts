import type { EntityManager } from 'typeorm';

/**
 * Until the transaction ends, whatever else the person of this membership does that counts towards one of their quotas waits,
 * in every school and every process: what is counted after it cannot become more meanwhile.
 */
export async function lockPerson(
  manager: EntityManager,
  { membershipId }: { membershipId: string },
): Promise<void> {
  await manager.query(
    `select from users where id = (select user_id from memberships where id = $1) for no key update`,
    [membershipId],
  );
}
