import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProfileVisibility } from '../../../policy/privacy-mask.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import {
  type StudentOfSchool,
  type PersonContact,
  PersonRecordsRepository,
} from './person-records.repository.js';

export type { StudentOfSchool, PersonContact } from './person-records.repository.js';

/** A membership of a person who changes something of theirs. */
export interface OwnMembership {
  schoolId: string;
  membershipId: string;
}

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
  lockStudents(manager: EntityManager, userId: string): Promise<StudentOfSchool[]> {
    return this.records.lockStudents(manager, userId);
  }

  setAddressVisibility(
    manager: EntityManager,
    students: StudentOfSchool[],
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

  /**
   * Says in the journal that the person is shown differently: to themselves, and with every student of whom a school has them
   * on file.
   * @param memberships in the schools where it is so
   */
  async recordPersonChange(
    manager: EntityManager,
    userId: string,
    memberships: OwnMembership[],
    isConcerned: (schoolId: string) => boolean = () => true,
  ): Promise<void> {
    const students = await this.records.findStudentsOnFile(manager, userId);
    recordChanges(
      manager,
      students.filter(({ schoolId }) => isConcerned(schoolId)),
      memberships.filter(({ schoolId }) => isConcerned(schoolId)),
    );
  }

  /** The same where their name and photo stay: phone, email, or who may see them. */
  async recordContactChange(
    manager: EntityManager,
    userId: string,
    memberships: OwnMembership[],
    isConcerned: (schoolId: string) => boolean = () => true,
  ): Promise<void> {
    const students = await this.records.findStudentsOnFile(manager, userId);
    this.recordStudentContactChanges(
      manager,
      students.filter(({ schoolId }) => isConcerned(schoolId)),
      memberships.filter(({ schoolId }) => isConcerned(schoolId)),
    );
  }

  /** Says in the journal that contact or address of these students reads differently, by the choice of these memberships. */
  recordStudentContactChanges(
    manager: EntityManager,
    students: StudentOfSchool[],
    memberships: OwnMembership[],
  ): void {
    recordChanges(manager, students, memberships, CONTACT_ALONE);
  }
}

/** Lists and rosters that show the name and no contact stay as they are. */
const CONTACT_ALONE = { parts: ['contact'] };
/** A guardian is called otherwise, and not the student. */
const GUARDIAN = { parts: ['guardian'] };

function recordChanges(
  manager: EntityManager,
  students: StudentOfSchool[],
  memberships: OwnMembership[],
  ids: Record<string, string[]> = GUARDIAN,
): void {
  const own = new Map(memberships.map((member) => [member.schoolId, member]));
  for (const member of memberships)
    record({ manager, member }, { kind: 'me.changed', id: member.membershipId, ids });
  for (const { schoolId, id } of students)
    record({ manager, schoolId, member: own.get(schoolId) ?? null }, { kind: 'student.changed', id, ids });
}
