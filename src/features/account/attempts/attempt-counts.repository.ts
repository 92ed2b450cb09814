import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Statement {
  text: string;
  values: unknown[];
}

/** What a limiter asks as a client of the database; within a transaction that is under way, on the connection of that. */
@Injectable()
export class AttemptCountsRepository {
  /** @param dataSource what is counted by it alone is counted for good, whatever comes of the caller's transaction */
  constructor(readonly dataSource: DataSource) {}

  async query({ text, values }: Statement): Promise<{ rows: unknown[] }> {
    return { rows: await this.dataSource.query<unknown[]>(text, values) };
  }
}
