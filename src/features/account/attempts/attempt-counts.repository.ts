import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Statement {
  text: string;
  values: unknown[];
}

/** The database as a client of the limiters; within a transaction that has begun, on its connection. */
@Injectable()
export class AttemptCountsRepository {
  /** @param dataSource what is counted by it alone is counted for good, whatever comes of the caller's transaction */
  constructor(readonly dataSource: DataSource) {}

  async query({ text, values }: Statement): Promise<{ rows: unknown[] }> {
    return { rows: await this.dataSource.query<unknown[]>(text, values) };
  }
}
