import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { aPersonWithPassword } from '../application.factory.js';
import { EveryRow } from '../database/every-row.js';
import { rewrittenFile, type Rewriting } from '../files/rewritten-file.js';
import { FROM_THERE, Installation } from '../schools/school-moves.js';
import { aPerson, type Person, type TestMember } from '../school.factory.js';
import { WholeSchool } from '../schools/whole-school.factory.js';

export const NOBODY = '00000000-0000-4000-8000-000000000000';

/**
 * An operator of another installation who hands over a school. They have written whatever they like into its file, and
 * sealed it.
 */
export class HostileOperator {
  private readonly folder = mkdtempSync(join(tmpdir(), 'school-directory-hostile-'));
  readonly file = this.at('whole.school');
  private count = 0;

  private constructor(
    readonly there: Installation,
    readonly here: Installation,
    readonly whole: WholeSchool,
    readonly living: WholeSchool,
    /** Of the school that is here. */
    readonly victim: TestMember,
    /** Somebody whom the other operator has made up, with a password of theirs. */
    readonly made: Person,
  ) {}

  static async begin(): Promise<HostileOperator> {
    const [there, here] = [await Installation.start(), await Installation.start()];
    const [whole, living] = [await WholeSchool.begin(there), await WholeSchool.begin(here)];
    const made = await aPersonWithPassword(there.t);
    await whole.school.admin('senior_admin', made);
    const known = await aPerson(here.t, { phone: '+1 555 0111', lastName: 'Private' });
    const victim = await living.school.parent({}, known);
    await there.t.dataSource.query(`update schools set short_name = 'whole' where id = $1`, [whole.id]);
    const operator = new HostileOperator(there, here, whole, living, victim, made);
    expect(await there.types('backup', operator.file, '--school', 'whole')).toMatchObject({ status: 0 });
    return operator;
  }

  async close(): Promise<void> {
    for (const each of [this.there, this.here]) await each.close();
    rmSync(this.folder, { recursive: true });
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Buffer): string {
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  rewritten(change: Rewriting): Promise<string> {
    return rewrittenFile(this.file, this.at(`${(this.count += 1)}.school`), change);
  }

  restore(from: string, ...more: string[]) {
    return this.here.types('restore', from, ...more, '--json');
  }

  /** The reason, after which nothing is another than before. */
  async refused(from: string, ...more: string[]): Promise<string> {
    const { dataSource } = this.here.t;
    const [rows, objects] = [await EveryRow.of(dataSource), this.here.objects];
    const { status, stdout, stderr } = await this.restore(from, ...more);
    expect([status, stdout]).toEqual([1, '']);
    const after = await EveryRow.of(dataSource);
    expect([rows.lackedBy(after), after.lackedBy(rows), this.here.objects]).toEqual([{}, {}, objects]);
    return stderr;
  }

  async taken(from: string | Rewriting, ...more: string[]): Promise<void> {
    const file = typeof from === 'string' ? from : await this.rewritten(from);
    expect(await this.restore(file, ...FROM_THERE, ...more)).toMatchObject({ status: 0, stderr: '' });
  }

  /** As if the school and whom it has brought had never come. */
  async forget(): Promise<void> {
    const { dataSource } = this.here.t;
    await dataSource.query('delete from schools where id = $1', [this.whole.id]);
    await dataSource.query('delete from users where email_verified_at is null');
    await dataSource.query('delete from object_removals');
  }
}
