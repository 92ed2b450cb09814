import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.js';

type Row = Record<string, string>;

const MANIFEST = { orgs: 'bulk', academicSessions: 'bulk', users: 'bulk' };
const YEAR = { sourcedId: 'fy', type: 'schoolYear', startDate: '2026-08-20', endDate: '2027-06-20' };

/** An invented OneRoster export, told row by row. A school year that covers the test's day is in it. */
export class OneRosterFiles {
  readonly orgs: Row[] = [];
  readonly users: Row[] = [];
  readonly roles: Row[] = [];
  readonly relationships: Row[] = [];
  readonly courses: Row[] = [];
  readonly classes: Row[] = [];
  readonly enrollments: Row[] = [];
  sessions: Row[] = [YEAR];
  private modes: Record<string, string> = MANIFEST;
  private readonly others = new Map<string, string | Buffer>();

  school(sourcedId: string, row: Row = {}): this {
    this.orgs.push({ sourcedId, name: `School ${sourcedId}`, type: 'school', ...row });
    return this;
  }

  /** At school `north`, unless said otherwise. */
  student(sourcedId: string, row: Row = {}): this {
    return this.user(sourcedId, { role: 'student', orgSourcedIds: 'north', grades: '04', ...row });
  }

  parent(sourcedId: string, row: Row = {}): this {
    return this.user(sourcedId, { role: 'parent', ...row });
  }

  teacher(sourcedId: string, row: Row = {}): this {
    return this.user(sourcedId, { role: 'teacher', orgSourcedIds: 'north', ...row });
  }

  user(sourcedId: string, row: Row = {}): this {
    this.users.push({
      sourcedId,
      givenName: `Given ${sourcedId}`,
      familyName: `Family ${sourcedId}`,
      ...row,
    });
    return this;
  }

  role(userSourcedId: string, row: Row = {}): this {
    this.roles.push({ userSourcedId, roleType: 'primary', role: 'student', orgSourcedId: 'north', ...row });
    return this;
  }

  relationship(userSourcedId: string, relationshipUserSourcedId: string, relationshipRole: string): this {
    this.relationships.push({ userSourcedId, relationshipUserSourcedId, relationshipRole });
    return this;
  }

  /** At school `north` and in the school year of the test's day, unless said otherwise. */
  class(sourcedId: string, row: Row = {}): this {
    this.classes.push({
      sourcedId,
      title: `Class ${sourcedId}`,
      schoolSourcedId: 'north',
      termSourcedIds: 'fy',
      ...row,
    });
    return this;
  }

  /** A student, unless said otherwise. */
  enroll(classSourcedId: string, userSourcedId: string, row: Row = {}): this {
    const sourcedId = `${classSourcedId}-${userSourcedId}`;
    this.enrollments.push({ sourcedId, classSourcedId, userSourcedId, role: 'student', ...row });
    return this;
  }

  teach(classSourcedId: string, userSourcedId: string, row: Row = {}): this {
    return this.enroll(classSourcedId, userSourcedId, { role: 'teacher', ...row });
  }

  /** What the manifest says of single files. */
  mode(modes: Record<string, string>): this {
    this.modes = { ...this.modes, ...modes };
    return this;
  }

  delta(): this {
    return this.mode({ orgs: 'delta', users: 'delta', academicSessions: 'delta' });
  }

  /** A file as it stands, in place of what was told; null leaves it out. */
  file(name: string, content: string | Buffer | null): this {
    this.others.set(name, content ?? '');
    if (content === null) this.left.add(name);
    return this;
  }

  private readonly left = new Set<string>();

  contents(): Map<string, string | Buffer> {
    const modes = { ...this.modes };
    if (this.roles.length > 0) modes.roles ??= 'bulk';
    const manifest = Object.entries(modes).map(([file, mode]) => `file.${file},${mode}\n`);
    const files = new Map<string, string | Buffer>([
      ['manifest.csv', `propertyName,value\noneroster.version,1.1\n${manifest.join('')}`],
      ['orgs.csv', csv(this.orgs, ['sourcedId', 'name', 'type'])],
      ['academicSessions.csv', csv(this.sessions)],
      ['users.csv', csv(this.users)],
    ]);
    for (const [name, rows] of this.tables()) files.set(`${name}.csv`, csv(rows));
    for (const [name, content] of this.others) files.set(name, content);
    for (const name of this.left) files.delete(name);
    return files;
  }

  /** Those of which something was told. */
  private tables(): [string, Row[]][] {
    const { roles, relationships, courses, classes, enrollments } = this;
    return Object.entries({ roles, relationships, courses, classes, enrollments }).filter(
      ([, rows]) => rows.length > 0,
    );
  }

  /** @returns the folder's path */
  async inFolder(inside = ''): Promise<string> {
    const folder = await temporaryFolder();
    for (const [name, content] of this.contents()) {
      const path = join(folder, inside, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    return folder;
  }
}

export function csv(rows: Row[], columns = ['sourcedId']): string {
  const header = [...new Set([...columns, ...rows.flatMap((row) => Object.keys(row))])];
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  return [header, ...rows.map((row) => header.map((name) => quoted(row[name] ?? '')))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}
