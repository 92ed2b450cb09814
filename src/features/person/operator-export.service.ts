import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import type { JsonMember } from '../../platform/text/json-pieces.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { LinkedStudentsService } from '../directory/linked-students.service.js';
import { AccessLogService } from '../access-log/access-log.service.js';
import { NothingStoredError } from './person-export.service.js';
import { asMember, isActive, PersonExportRepository, withKey } from './person-export.repository.js';
import { HELD_LISTS } from './person-export.sql.js';

export interface ExportProgress {
  step(label: string, done: number, total: number): void;
}

@Injectable()
export class OperatorExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: PersonExportRepository,
    private readonly students: LinkedStudentsService,
    private readonly disclosures: AccessLogService,
    private readonly clock: Clock,
  ) {}

  /**
   * What the caller of GET /me/export gets, on anyone, for an operator who has been asked for it, with what schools have
   * under the address of people who never signed in. It is no read by the person, and none is recorded. Record by
   * record: it takes the same memory however much is held.
   * @param take gets the members of the document, each to be read to its end before the next one
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
    if (userId) yield* this.held(manager, userId, progress);
    yield ['on_file', onFile];
  }

  private async *held(
    manager: EntityManager,
    userId: string,
    progress: ExportProgress,
  ): AsyncGenerator<JsonMember> {
    yield* Object.entries(await this.people.getStoredOnce(manager, userId));
    for (const [index, name] of HELD_LISTS.entries()) {
      progress.step(name.replaceAll('_', ' '), index, HELD_LISTS.length);
      yield [
        name,
        name === 'photos' ? this.photos(manager, userId) : this.people.recordsOf(manager, name, userId),
      ];
    }
    yield ['linked_students', this.linkedStudents(manager, userId)];
    yield ['disclosures', this.disclosures.eachOfPerson(manager, userId)];
  }

  private async *photos(manager: EntityManager, userId: string) {
    for await (const photo of this.people.recordsOf(manager, 'photos', userId)) yield withKey(photo);
  }

  /** Those of one school at a time. */
  private async *linkedStudents(manager: EntityManager, userId: string): AsyncGenerator<object> {
    for await (const membership of this.people.recordsOf(manager, 'memberships', userId))
      if (isActive(membership)) yield* await this.students.of(asMember(membership));
  }
}
