import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryPrepared } from '../database/prepared-statement.js';
import { Replicas } from '../database/replicas.js';
import { revisionOf, type SnapshotKind, type Subject } from './snapshot-kind.js';

@Injectable()
export class SnapshotsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly replicas: Replicas,
  ) {}

  /**
   * What the school has in the state of that revision, on a replica which shows that it is in it; otherwise what it has
   * now, which is no older. A replica that is further on may have been left behind by a database that was set back.
   */
  async rows<Row>(
    { subject, rows, parameters = [] }: SnapshotKind<Row>,
    schoolId: string,
    revision: number,
  ): Promise<Row[]> {
    const read = (database: DataSource | EntityManager): Promise<Row[]> =>
      queryPrepared<Row>(database, rows, [schoolId, ...parameters]);
    const found = await this.replicas.read(
      async (manager) => (await revisionIn(manager, subject, schoolId)) === revision,
      read,
    );
    return found ?? read(this.dataSource);
  }
}

async function revisionIn(manager: EntityManager, subject: Subject, schoolId: string): Promise<number> {
  const text = `select ${revisionOf(subject, '$1')} as revision`;
  const [row] = await queryPrepared<{ revision: string }>(manager, text, [schoolId]);
  return Number(row?.revision);
}
