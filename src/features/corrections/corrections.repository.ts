import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { studentsOfFamily } from '../../policy/confirmation-visibility.js';
import { isCorrectionVisible, isOwnCorrection } from '../../policy/correction-visibility.js';
import { isMemberStill } from '../../policy/organization-access.js';
import type { CorrectionBody } from './correction.dto.js';
import type { CorrectionField, CorrectionState } from './correction-field.js';
import { Correction } from './correction.entity.js';
import { CORRECTION, PRESENT, WITH_PEOPLE } from './corrections.sql.js';

/** $1: the person, $2: a school or null, $3: now. */
const MINE = `
  select ${CORRECTION} from memberships reader
  join corrections c on c.school_id = reader.school_id and c.membership_id = reader.id ${WITH_PEOPLE}
  where reader.user_id = $1 and ($2::uuid is null or reader.school_id = $2) and ${isMemberStill('reader', '$3')}
    and ${isOwnCorrection('c', { school: 'reader.school_id', membership: 'reader.id' })}
  order by c.created_at desc, c.id`;

/** $1: the school, $2: a state or null. */
const OF_SCHOOL = `
  select ${CORRECTION} from corrections c ${WITH_PEOPLE}
  where c.school_id = $1 and s.archived_at is null and ($2::text is null or c.state = $2)
  order by c.created_at desc, c.id`;

/** $1: the school, $2: the reader, $3: whether they are an admin, $4: the correction. */
const ONE = `
  select ${CORRECTION} from corrections c ${WITH_PEOPLE}
  where c.school_id = $1 and c.id = $4 and ${isCorrectionVisible('c', { school: '$1', membership: '$2', admin: '$3' })}`;

/** $1: the school, $2: the author, $3: the student, $4: the field. */
const PRESENT_VALUE = `
  select ${PRESENT} as present from students s join schools school on school.id = s.school_id
  where s.school_id = $1 and s.id = $3
    and s.id = any(${studentsOfFamily({ school: '$1', membership: '$2' })})`;

export type NewCorrection = Pick<Correction, 'studentId' | 'field' | 'present' | 'proposed' | 'comment'>;

@Injectable()
export class CorrectionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isMember(userId: string, schoolId: string, now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from memberships m where m.user_id = $1 and m.school_id = $2 and ${isMemberStill('m', '$3')}`,
      [userId, schoolId, now],
    );
    return rows.length > 0;
  }

  findMine(userId: string, schoolId: string | null, now: Date): Promise<CorrectionBody[]> {
    return this.dataSource.query(MINE, [userId, schoolId, now]);
  }

  findOfSchool(schoolId: string, state: CorrectionState | null): Promise<CorrectionBody[]> {
    return this.dataSource.query(OF_SCHOOL, [schoolId, state]);
  }

  /** Null where the reader may not see it. */
  async findOne(
    { schoolId, membershipId, isAdmin }: Member,
    correctionId: string,
    manager = this.dataSource.manager,
  ): Promise<CorrectionBody | null> {
    const parameters = [schoolId, membershipId, isAdmin, correctionId];
    const [correction] = await manager.query<CorrectionBody[]>(ONE, parameters);
    return correction ?? null;
  }

  /** One writer at a time: the corrections of a person are counted and added behind it. */
  async lockAuthor(manager: EntityManager, { schoolId, membershipId }: Member): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `select 1 from memberships where school_id = $1 and id = $2 and deactivated_at is null for no key update`,
      [schoolId, membershipId],
    );
    return rows.length > 0;
  }

  /** What the roster says of a field to the student's own guardian; null where the member is none. */
  async findPresent(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    studentId: string,
    field: CorrectionField,
  ): Promise<{ present: string | null } | null> {
    const parameters = [schoolId, membershipId, studentId, field];
    const [row] = await manager.query<{ present: string | null }[]>(PRESENT_VALUE, parameters);
    return row ?? null;
  }

  countOpen(manager: EntityManager, { schoolId, membershipId }: Member, studentId: string): Promise<number> {
    const where = { schoolId, membershipId, studentId, state: 'open' } as const;
    return manager.getRepository(Correction).countBy(where);
  }

  async insertCorrection(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    correction: NewCorrection,
    createdAt: Date,
  ): Promise<string> {
    const row = { ...correction, schoolId, membershipId, createdAt, state: 'open' as const };
    const { identifiers } = await manager.getRepository(Correction).insert(row);
    return (identifiers[0] as { id: string }).id;
  }
}
