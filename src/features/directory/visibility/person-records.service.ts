import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProfileVisibility } from '../../../policy/privacy-mask.js';
import {
  type LockedStudent,
  type PersonContact,
  PersonRecordsRepository,
} from './person-records.repository.js';

export type { LockedStudent, PersonContact } from './person-records.repository.js';

/** Records that schools have of one person and of their students, as the person changes them: in all schools at once. */
@Injectable()
export class PersonRecordsService {
  constructor(private readonly records: PersonRecordsRepository) {}

  /** Comes before the person's other contacts change: a second record is found by the name from before. */
  updateContact(manager: EntityManager, userId: string, contact: PersonContact): Promise<void> {
    return this.records.updateContact(manager, userId, contact);
  }

  setContactVisibility(
    manager: EntityManager,
    userId: string,
    visibility: ProfileVisibility,
    now: Date,
  ): Promise<void> {
    return this.records.setContactVisibility(manager, userId, visibility, now);
  }

  hideInSchool(manager: EntityManager, userId: string, schoolId: string, now: Date): Promise<void> {
    return this.records.hideInSchool(manager, userId, schoolId, now);
  }

  countVisibilityChanges(manager: EntityManager, userId: string, since: Date): Promise<number> {
    return this.records.countVisibilityChanges(manager, userId, since);
  }

  /** @returns the students whom the person is a linked guardian of, as an active member of their school */
  lockStudents(manager: EntityManager, userId: string): Promise<LockedStudent[]> {
    return this.records.lockStudents(manager, userId);
  }

  setAddressVisibility(
    manager: EntityManager,
    students: LockedStudent[],
    visible: boolean,
    now: Date,
  ): Promise<void> {
    return this.records.setAddressVisibility(manager, students, visible, now);
  }

  applyDefault(
    manager: EntityManager,
    what: 'contacts' | 'addresses',
    schoolId: string,
    now: Date,
  ): Promise<void> {
    return this.records.applyDefault(manager, what, schoolId, now);
  }
}
