import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { rowsOf } from '../../database/row-cursor.js';
import type { DisclosedSubject } from './disclosed-subject.js';
import type { DisclosureBody } from './disclosures.dto.js';
import { ADD, OF_PERSON, REMOVE_UNTIL } from './disclosures.sql.js';

/** One thing that one read showed. */
export interface DisclosureRow {
  school_id: string;
  subject: DisclosedSubject;
  subject_id: string;
  reader_membership_id: string;
  reader_role: string;
  operation: string;
  resource_id: string;
  unmasked: boolean;
  at: Date;
}

@Injectable()
export class DisclosuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(rows: DisclosureRow[]): Promise<void> {
    await this.dataSource.query(ADD, [JSON.stringify(rows)]);
  }

  /** The number of rows removed, at most `limit`. */
  async removeUntil(moment: Date, limit: number): Promise<number> {
    const [, removed] = await this.dataSource.query<[unknown[], number]>(REMOVE_UNTIL, [moment, limit]);
    return removed;
  }

  /**
   * What was read of the person's family after that moment, newest first.
   * @param schoolId null: over all their active memberships
   */
  ofPerson(userId: string, schoolId: string | null, after: Date): Promise<DisclosureBody[]> {
    return this.dataSource.query(OF_PERSON, [userId, schoolId, after]);
  }

  /** The same over all active memberships, one after the other; to be read to the end. */
  eachOfPerson(manager: EntityManager, userId: string, after: Date): AsyncGenerator<DisclosureBody> {
    return rowsOf(manager, OF_PERSON, [userId, null, after]);
  }

  async isActiveMember(userId: string, schoolId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'select 1 from memberships where user_id = $1 and school_id = $2 and deactivated_at is null',
      [userId, schoolId],
    );
    return rows.length > 0;
  }
}
