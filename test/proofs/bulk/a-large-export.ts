import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { District, type Version } from './a-district.js';

export { District } from './a-district.js';

/** @returns the folder, with one file of the export at a time written into it and none held in memory */
export async function asFolder(district: District, version: Version, path: string): Promise<string> {
  await mkdir(path);
  for (const [name, rows] of filesOf(district, version)) {
    await pipeline(text(rows), createWriteStream(join(path, name)));
  }
  return path;
}

export async function asZip(district: District, version: Version, path: string): Promise<string> {
  const zip = new ZipFile();
  for (const [name, rows] of filesOf(district, version)) zip.addReadStream(text(rows), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

type Row = (string | number)[];

function filesOf(district: District, version: Version): [string, Iterable<Row>][] {
  const files: [string, Iterable<Row>][] = [
    ['orgs.csv', district.orgs()],
    ['academicSessions.csv', district.sessions()],
    ['users.csv', district.users(version)],
    ...(version === '1.2' ? ([['roles.csv', district.roles()]] as [string, Iterable<Row>][]) : []),
    ['courses.csv', district.courses()],
    ['classes.csv', district.classes()],
    ['enrollments.csv', district.enrollments()],
  ];
  const modes = files.map(([name]): Row => [`file.${name.replace('.csv', '')}`, 'bulk']);
  return [['manifest.csv', [['propertyName', 'value'], ['oneroster.version', version], ...modes]], ...files];
}

const ROWS_AT_ONCE = 500;

function text(rows: Iterable<Row>): Readable {
  const pieces = function* (): Generator<string> {
    let piece = '';
    let held = 0;
    for (const row of rows) {
      piece += `${row.map(cell).join(',')}\r\n`;
      if (++held % ROWS_AT_ONCE === 0) {
        yield piece;
        piece = '';
      }
    }
    yield piece;
  };
  return Readable.from(pieces(), { objectMode: false });
}

const cell = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;
