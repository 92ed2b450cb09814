import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { rowsOf } from '../../database/row-cursor.js';
import type { ImageType } from '../../images/image-type.js';
import type { ExportedPhoto } from './exported-records.dto.js';
import type { PersonExport } from './person-export.dto.js';
import { ON_FILE } from './on-file.sql.js';
import { HELD, HELD_ONCE, heldList, type HeldList } from './person-export.sql.js';

/** A photo before its key is put together: the folder, and the id that the file is named after. */
export type HeldPhoto = Omit<ExportedPhoto, 'key'> & { folder: string; of: string; content_type: ImageType };

export type Held = Omit<PersonExport, 'exported_at' | 'linked_students' | 'disclosures' | 'photos'> & {
  photos: HeldPhoto[];
};

/** What schools have under an address, beside what hangs on an account. */
export type OnFile = Record<
  'guardian_records' | 'student_records' | 'staff_records' | 'invitations',
  Record<string, unknown>[]
>;

@Injectable()
export class PersonExportRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What the tables hold on the person, in the shapes of the document; null when there is no such account. */
  async findHeld(userId: string): Promise<Held | null> {
    const [row] = await this.dataSource.query<Held[]>(HELD, [userId]);
    return row ?? null;
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

  async getHeldOnce(manager: EntityManager, userId: string): Promise<Pick<Held, 'account' | 'contact'>> {
    const [row] = await manager.query<Held[]>(HELD_ONCE, [userId]);
    return row!;
  }

  /** One list of what is held, record by record; to be read to its end before the next one is. */
  async *recordsOf<Name extends HeldList>(
    manager: EntityManager,
    name: Name,
    userId: string,
  ): AsyncGenerator<Held[Name][number]> {
    const rows = rowsOf<{ record: Held[Name][number] }>(manager, heldList(name), [userId]);
    for await (const { record } of rows) yield record;
  }
}
