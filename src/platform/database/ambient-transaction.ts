import { AsyncLocalStorage } from 'node:async_hooks';
import { isJob } from './job-connections.js';
import { DataSource, type EntityManager, type QueryRunner, type ReplicationMode } from 'typeorm';

interface AmbientTransaction {
  runner: QueryRunner;
  afterwards: (() => Promise<void>)[];
  over: boolean;
}

const around = new AsyncLocalStorage<AmbientTransaction | undefined>();

/** Work that was begun inside and not waited for must not reach for a connection that is someone else's by now. */
function current(): AmbientTransaction | undefined {
  const joint = around.getStore();
  return joint?.over ? undefined : joint;
}

/** Whatever is asked of it within a joint transaction becomes a part of that; anywhere else it is a data source. */
export class JoinableDataSource extends DataSource {
  /** Where every connection comes from: those of transactions, of single statements and of entities. */
  override createQueryRunner(mode: ReplicationMode = 'master'): QueryRunner {
    const joint = current();
    if (joint?.runner.dataSource === this) return joint.runner;
    return super.createQueryRunner(isJob() ? 'slave' : mode);
  }
}

/** Whether statements become a part of a transaction that the caller has not begun. */
export const isInTransaction = (): boolean => current() !== undefined;

/**
 * One transaction around work that opens its own: those become savepoints of this one. They have to come one after the
 * other. Everything is there after it, or nothing.
 */
export async function inAmbientTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const release = runner.release.bind(runner);
  // A nested query releases its connection when done; the transaction still needs it. Whoever closes the data source meanwhile
  // does get it: TypeORM asks for it until it has it.
  runner.release = () => (current()?.runner === runner ? Promise.resolve() : release());
  const joint: AmbientTransaction = { runner, afterwards: [], over: false };
  let result: T;
  try {
    result = await around.run(joint, () => runner.manager.transaction(work));
  } finally {
    joint.over = true;
    await release();
  }
  for (const follow of joint.afterwards) await follow();
  return result;
}

/**
 * For what must not happen before the caller's transaction is committed, and is called after it: at once, or, within a
 * joint transaction, after that one, and not at all when it comes to nothing.
 */
export function afterCommit(work: () => Promise<void>): Promise<void> {
  const joint = current();
  if (!joint) return work();
  joint.afterwards.push(work);
  return Promise.resolve();
}

/**
 * For what has to be committed whatever becomes of a joint transaction. It takes a second connection, and waits in vain
 * for any row that the joint transaction has locked: only before the first lock.
 */
export const requiresNew = <T>(work: () => Promise<T>): Promise<T> => around.run(undefined, work);
