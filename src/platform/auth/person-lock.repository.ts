import type { EntityManager } from 'typeorm';

/**
 * Until the transaction ends, whatever else the person of this membership does that counts towards one of their quotas waits,
 * in every school and every process: what is counted after it cannot become more meanwhile.
 * @returns the person
 */
export async function lockPerson(
  manager: EntityManager,
  { schoolId, membershipId }: { schoolId: string; membershipId: string },
): Promise<string> {
  const [person] = await manager.query<{ id: string }[]>(
    `select id from users where id = (select user_id from memberships where school_id = $1 and id = $2)
     for no key update`,
    [schoolId, membershipId],
  );
  return person?.id ?? membershipId;
}

/** Locks the person who has this membership, or who has this id. */
export async function lockOwner(manager: EntityManager, ownerId: string): Promise<string> {
  const [person] = await manager.query<{ id: string }[]>(
    `select id from users where id = coalesce((select user_id from memberships where id = $1), $1) for no key update`,
    [ownerId],
  );
  return person?.id ?? ownerId;
}
