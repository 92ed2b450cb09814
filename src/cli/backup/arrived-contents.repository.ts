import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RICH_TEXT_COLUMNS } from '../../policy/rich-text-columns.js';
import { quoted } from '../../platform/database/table-copy.js';

/** An object that a row has by a name of its own, and not by the row's id. */
export interface NamedFile {
  table: string;
  key: string;
  contentType: string;
}

/** A rich text, as a file brings it. */
export interface ArrivedText {
  row: string;
  html: string;
}

/** The words of what was signed beside the items themselves. */
const TEXTS: [table: string, column: string][] = [
  ...Object.entries(RICH_TEXT_COLUMNS),
  ['permission_slip_versions', 'body'],
];

/** Rows at once: texts are of 50,000 characters at most where they were written here. */
const BATCH = 100;

const ZONES = `
  select distinct time_zone as zone from events where school_id = $1 and time_zone is not null
  union select time_zone from event_series where school_id = $1`;

/** Checks of the rows of a school beyond the constraints of the database. */
@Injectable()
export class ArrivedContentsRepository {
  readonly texts = TEXTS;

  filesOf(manager: EntityManager, schoolId: string): Promise<NamedFile[]> {
    return manager.query<NamedFile[]>(
      `select 'attachments' as table, key, content_type as "contentType" from attachments where school_id = $1
       union all select 'embedded_images', key, content_type from embedded_images where school_id = $1`,
      [schoolId],
    );
  }

  /** Names of pictures of menus, with whether another school has the picture. */
  menuPicturesOf(manager: EntityManager, schoolId: string): Promise<{ name: string; isTaken: boolean }[]> {
    return manager.query(
      `select m.image_name as name, exists (select from menu_entries other
         where other.school_id <> $1 and other.image_name = m.image_name) as "isTaken"
       from menu_entries m where m.school_id = $1 and m.image_name is not null`,
      [schoolId],
    );
  }

  async zonesOf(manager: EntityManager, schoolId: string): Promise<string[]> {
    const rows = await manager.query<{ zone: string }[]>(ZONES, [schoolId]);
    return rows.map(({ zone }) => zone);
  }

  /** Addresses of pages that are none of the web. */
  async strangeWebsites(manager: EntityManager, schoolId: string): Promise<number> {
    const [counted] = await manager.query<{ n: number }[]>(
      `select count(*)::int as n from organizations where school_id = $1 and website !~* '^https?://'`,
      [schoolId],
    );
    return counted!.n;
  }

  /** Batch by batch. */
  async *textsOf(
    manager: EntityManager,
    [table, column]: [string, string],
    schoolId: string,
  ): AsyncGenerator<ArrivedText[]> {
    for (let last = '(0,0)', texts: ArrivedText[] = []; ; last = texts.at(-1)!.row) {
      texts = await manager.query<ArrivedText[]>(
        `select ctid::text as row, ${quoted(column)} as html from ${quoted(table)}
         where school_id = $1 and ${quoted(column)} is not null and ctid > $2::tid order by ctid limit ${BATCH}`,
        [schoolId, last],
      );
      yield texts;
      if (texts.length < BATCH) return;
    }
  }

  async setText(
    manager: EntityManager,
    [table, column]: [string, string],
    schoolId: string,
    { row, html }: { row: string; html: string | null },
  ): Promise<void> {
    await manager.query(
      `update ${quoted(table)} set ${quoted(column)} = $3 where school_id = $1 and ctid = $2::tid`,
      [schoolId, row, html],
    );
  }
}
