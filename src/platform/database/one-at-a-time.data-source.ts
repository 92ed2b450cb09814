import { Mutex } from 'async-mutex';
import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';

/**
 * Whose connections are asked one thing after the other, whoever asks: TypeORM looks at tables with several statements at
 * once, which the driver warns of on the standard error of whoever uses it.
 */
export class OneAtATimeDataSource extends DataSource {
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const mutex = new Mutex();
    const query = runner.query.bind(runner) as (...asked: unknown[]) => Promise<unknown>;
    const oneByOne = (...asked: unknown[]): Promise<unknown> => mutex.runExclusive(() => query(...asked));
    runner.query = oneByOne as typeof runner.query;
    return runner;
  }
}
