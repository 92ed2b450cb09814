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
   * Rows of the school at that revision, from a replica that proves to have it; else the current rows of the database, which
   * are no older. A replica that is ahead may have been left behind by a database that was set back.
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
