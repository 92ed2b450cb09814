import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exportedColumns } from '../../platform/database/row-columns.js';
import { rowsOf } from '../../platform/database/row-cursor.js';
import { extensionOf, type ImageType } from '../../platform/images/image-type.js';
import { GUARDIAN_COLUMNS } from '../directory/guardians/guardian.columns.js';
import { STUDENT_COLUMNS } from '../directory/students/student.columns.js';
import { addressesWith } from '../../policy/same-person.js';
import { STAFF_COLUMNS } from '../staff/staff-member.columns.js';
import type { ExportedMembership } from './exported-person.dto.js';
import type { ExportedPhoto } from './exported-records.dto.js';
import type { PersonExport } from './person-export.dto.js';
import { STORED_ONCE, storedList, type StoredList } from './person-export.sql.js';
import { utcText } from '../../platform/database/utc-text.js';

const list = (rows: string): string => `select coalesce(json_agg(one), '[]') from (${rows}) one`;

const GUARDIANS = list(`
  select ${exportedColumns(GUARDIAN_COLUMNS, 'g')}
  from guardians g where g.email = any (${addressesWith('$1')}) and g.membership_id is null order by g.school_id, g.student_id, g.id`);

const STUDENTS = list(`
  select ${exportedColumns(STUDENT_COLUMNS, 's')} from students s where lower(s.email) = any (${addressesWith('$1')}) order by s.school_id, s.id`);

const STAFF = list(`
  select ${exportedColumns(STAFF_COLUMNS, 's')}
  from staff_members s where lower(s.email) = any (${addressesWith('$1')}) order by s.school_id, s.id`);

const INVITATIONS = list(`
  select i.id, i.school_id, i.role, ${utcText('i.created_at')} as created_at, ${utcText('i.consumed_at')} as consumed_at
  from invitations i where i.email = any (${addressesWith('$1')}) order by i.created_at, i.id`);

/** $1: an email, normalised. What schools have under it or another of the account that has proven it, whoever has proven that it is theirs. */
export const ON_FILE = `
  select (select user_id from user_addresses where email = $1) as "userId", (${GUARDIANS}) as guardian_records,
    (${STUDENTS}) as student_records, (${STAFF}) as staff_records, (${INVITATIONS}) as invitations`;

/** A photo before its key is put together: the folder, and the id that the file is named after. */
export type StoredPhoto = Omit<ExportedPhoto, 'key'> & {
  folder: string;
  of: string;
  content_type: ImageType;
};

export const isActive = ({ status }: ExportedMembership): boolean => status === 'active';

export const asMember = ({ membership_id, school_id, role }: ExportedMembership) => ({
  membershipId: membership_id,
  schoolId: school_id,
  role,
  isAdmin: role !== 'parent',
});

export const withKey = ({ folder, of, ...photo }: StoredPhoto): ExportedPhoto => ({
  key: `${folder}/${of}.${extensionOf(photo.content_type)}`,
  ...photo,
});

/** Rows of the tables about a person, in the shapes of the document. */
export type Stored = Omit<PersonExport, 'exported_at' | 'linked_students' | 'disclosures' | 'photos'> & {
  photos: StoredPhoto[];
};

/** Records that schools have under an address, beside those of an account. */
export type OnFile = Record<
  'guardian_records' | 'student_records' | 'staff_records' | 'invitations',
  Record<string, unknown>[]
>;

@Injectable()
export class PersonExportRepository {
  async hasAccount(manager: EntityManager, userId: string): Promise<boolean> {
    const [row] = await manager.query<[{ exists: boolean }]>(
      'select exists (select from users where id = $1)',
      [userId],
    );
    return row.exists;
  }

  /**
   * @param manager of a transaction
   * @param email normalised
   */
  async findOnFile(
    manager: EntityManager,
    email: string,
  ): Promise<{ userId: string | null; onFile: OnFile }> {
    const [row] = await manager.query<(OnFile & { userId: string | null })[]>(ON_FILE, [email]);
    const { userId, ...onFile } = row!;
    return { userId, onFile };
  }

  async getStoredOnce(manager: EntityManager, userId: string): Promise<Pick<Stored, 'account' | 'contact'>> {
    const [row] = await manager.query<Stored[]>(STORED_ONCE, [userId]);
    return row!;
  }

  /** One list of what is held, record by record; to be read to its end before the next one is. */
  async *recordsOf<Name extends StoredList>(
    manager: EntityManager,
    name: Name,
    userId: string,
  ): AsyncGenerator<Stored[Name][number]> {
    const rows = rowsOf<{ record: Stored[Name][number] }>(manager, storedList(name), [userId]);
    for await (const { record } of rows) yield record;
  }
}
