import type { EntityManager } from 'typeorm';

/**
 * Until the transaction ends, other writes wait that lock the row of the school: what is counted or read after it stays. Rows
 * that name the school are written meanwhile.
 */
export async function lockSchoolRow(manager: EntityManager, schoolId: string): Promise<void> {
  await manager.query('select from schools where id = $1 for no key update', [schoolId]);
}
