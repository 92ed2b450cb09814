import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JsonMember } from '../../platform/text/json-pieces.js';
import { AccessLogService } from '../access-log/access-log.service.js';
import { LinkedStudentsService } from '../directory/students/linked-students.service.js';
import type { ExportedMembership } from './exported-person.dto.js';
import type { PersonExport } from './person-export.dto.js';
import { asMember, isActive, PersonExportRepository, withKey } from './person-export.repository.js';
import { HELD_LISTS } from './person-export.sql.js';

/** Callbacks while a document is written. */
export interface ExportObserver {
  onList?(name: string, index: number, total: number): void;
  /** Students of the person's, as the document shows them. */
  onStudents?(membership: ExportedMembership, students: PersonExport['linked_students']): void;
}

/** Data of an account, member by member of the document: it takes the same memory however much is stored. */
@Injectable()
export class PersonExportMembers {
  constructor(
    private readonly people: PersonExportRepository,
    private readonly students: LinkedStudentsService,
    private readonly disclosures: AccessLogService,
  ) {}

  /** @param manager of a transaction in which everything is seen at one moment */
  async *of(
    manager: EntityManager,
    userId: string,
    observer: ExportObserver = {},
  ): AsyncGenerator<JsonMember> {
    yield* Object.entries(await this.people.getStoredOnce(manager, userId));
    for (const [index, name] of HELD_LISTS.entries()) {
      observer.onList?.(name, index, HELD_LISTS.length);
      yield [
        name,
        name === 'photos' ? this.photos(manager, userId) : this.people.recordsOf(manager, name, userId),
      ];
    }
    yield ['linked_students', this.linkedStudents(manager, userId, observer)];
    yield ['disclosures', this.disclosures.eachOfPerson(manager, userId)];
  }

  private async *photos(manager: EntityManager, userId: string) {
    for await (const photo of this.people.recordsOf(manager, 'photos', userId)) yield withKey(photo);
  }

  /** Those of one school at a time. */
  private async *linkedStudents(
    manager: EntityManager,
    userId: string,
    observer: ExportObserver,
  ): AsyncGenerator<PersonExport['linked_students'][number]> {
    for await (const membership of this.people.recordsOf(manager, 'memberships', userId)) {
      if (!isActive(membership)) continue;
      const students = await this.students.of(asMember(membership), manager);
      observer.onStudents?.(membership, students);
      yield* students;
    }
  }
}
