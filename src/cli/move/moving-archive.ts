import { PRODUCT_VERSION } from '../../platform/config/product-version.js';
import type { CopiedTable } from '../../platform/database/table-copy.js';
import {
  FORMAT_VERSION,
  tableEntry,
  type ArchivedSchool,
  type Manifest,
  type SchoolArchive,
} from '../backup/backup-format.js';
import type { ClosedSchool } from './closed-school.repository.js';
import type { ReceivedRows } from './received-rows.repository.js';
import type { RowDigest } from './row-digests.js';

/** Rows that no condition on the school alone finds: they are read where they are, while nobody writes to the school. */
const READ_THERE = ['schools', 'users'];

interface Moving {
  school: ArchivedSchool;
  tables: CopiedTable[];
  digests: RowDigest[];
  migrations: string[];
  now: Date;
}

/** A closed school, as what is loaded into the other installation. */
export class MovingArchive implements SchoolArchive {
  readonly path: string;
  readonly manifest: Manifest;

  constructor(
    private readonly moving: Moving,
    private readonly closed: ClosedSchool,
    private readonly received: ReceivedRows,
  ) {
    const { school, tables, digests, migrations, now } = moving;
    this.path = school.short_name;
    const rows = new Map(digests.map((each) => [each.table, each.rows]));
    this.manifest = {
      format_version: FORMAT_VERSION,
      school,
      product_version: PRODUCT_VERSION,
      created_at: now.toISOString(),
      migrations,
      tables: Object.fromEntries(
        tables.map(({ name, columns }) => [
          name,
          { columns, rows: rows.get(name) ?? 0, bytes: 0, sha256: '' },
        ]),
      ),
      objects: {},
      missing_objects: [],
    };
  }

  content(name: string): AsyncGenerator<Buffer> {
    const table = this.moving.tables.find((each) => tableEntry(each.name) === name);
    if (!table) throw new Error(`${name} does not move.`);
    return READ_THERE.includes(table.name) ? this.closed.rowsOf(table) : this.received.rowsOf(table);
  }
}
