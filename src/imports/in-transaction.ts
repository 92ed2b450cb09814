import type { DataSource, EntityManager } from 'typeorm';

/** One transaction; a dry run does all the work and takes it back. */
export async function inTransaction(
  dataSource: DataSource,
  dryRun: boolean,
  work: (manager: EntityManager) => Promise<void>,
): Promise<void> {
  const takenBack = new Error('dry run');
  try {
    await dataSource.transaction(async (manager) => {
      await work(manager);
      if (dryRun) throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}
