import { Mutex } from 'async-mutex';
import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';

/**
 * A data source whose connections run one statement after the other: TypeORM inspects tables with several at once, about
 * which the driver warns on the standard error of the user.
 */
export class OneAtATimeDataSource extends DataSource {
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const mutex = new Mutex();
    const query = runner.query.bind(runner) as (...parameters: unknown[]) => Promise<unknown>;
    const oneByOne = (...parameters: unknown[]): Promise<unknown> =>
      mutex.runExclusive(() => query(...parameters));
    runner.query = oneByOne as typeof runner.query;
    return runner;
  }
}
