import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import type { JsonMember } from '../../platform/text/json-pieces.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { NothingStoredError } from './nothing-stored.error.js';
import { PersonExportMembers } from './person-export-members.service.js';
import { PersonExportRepository } from './person-export.repository.js';

export interface ExportProgress {
  step(label: string, done: number, total: number): void;
}

@Injectable()
export class OperatorExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: PersonExportRepository,
    private readonly held: PersonExportMembers,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the document of GET /me/export on anyone, for an operator who has a request for it, with what schools have under
   * the address of people who never signed in. It is no read by the person, and none is recorded. Records are written one by
   * one: it takes the same memory however much is stored.
   * @param take gets the members of the document; every one is to be read to its end before the next one
   * @throws NothingStoredError before there is any
   */
  async run(
    email: string,
    take: (members: AsyncIterable<JsonMember>) => Promise<void>,
    progress: ExportProgress,
  ): Promise<void> {
    // One moment for all of it, so that the parts fit each other.
    await this.dataSource.transaction('REPEATABLE READ', (manager) =>
      take(this.members(manager, normalizeEmail(email), progress)),
    );
  }

  private async *members(
    manager: EntityManager,
    email: string,
    progress: ExportProgress,
  ): AsyncGenerator<JsonMember> {
    const { userId, onFile } = await this.people.findOnFile(manager, email);
    if (!userId && Object.values(onFile).every((records) => records.length === 0))
      throw new NothingStoredError();
    yield ['exported_at', this.clock.now().toISOString()];
    if (userId)
      yield* this.held.of(manager, userId, {
        onList: (name, index, total) => progress.step(name.replaceAll('_', ' '), index, total),
      });
    yield ['on_file', onFile];
  }
}
