import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CalendarImportService } from '../../../src/imports/calendar/calendar-import.service.js';
import { MenuImportService } from '../../../src/imports/menus/menu-import.service.js';
import type { UndoReport } from '../../../src/imports/undo/undo-report.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import type { ImportApp } from '../../imports/a-fed-app.js';
import { temporaryFolder } from '../../imports/temporary-folder.js';
import { empty } from '../../support/database/test-database.js';
import { District } from '../../support/schools/district.factory.js';
import { TestSchool } from '../../support/school.factory.js';
import { Chance } from '../imports/chance.js';
import type { Run } from './judge.js';
import { KeyedDump } from './keyed-dump.js';
import { randomCalendar, randomContent, randomMenus, randomRoster } from './random-files.js';
import { RandomPeople } from './random-people.js';

type Import = () => Promise<ImportReport>;
const KINDS = ['oneroster', 'content', 'calendar', 'menus'] as const;

/** Some days of two schools of a district. */
export class History {
  readonly runs: Run[] = [];

  private constructor(
    private readonly t: ImportApp,
    private readonly chance: Chance,
    private readonly name: string,
    private readonly district: District,
    readonly people: RandomPeople,
  ) {}

  /** The schools are there, with an admin, a parent and what a content file brings. */
  static async begin(t: ImportApp, number: number): Promise<History> {
    await empty(t.dataSource);
    await t.dataSource.query('truncate import_runs, import_changes, object_removals');
    t.clock.stopAt('2026-10-01T12:00:00Z');
    const chance = new Chance(number);
    const name = `history-${number}-${Date.now() % 1_000_000}`;
    const district = new District(t, name);
    await district.bring(randomRoster(chance, name));
    const school = new TestSchool(t, await district.schoolId('north'));
    const [admin, parent] = [await school.admin(), await school.parent()];
    await t.bring(school.id, randomContent(chance, name));
    const account = (email: string) => district.account(email);
    const people = new RandomPeople(t, chance, school.id, admin, parent, account);
    return new History(t, chance, name, district, people);
  }

  async go(): Promise<void> {
    const steps = this.chance.between(8, 16);
    for (let step = 0; step < steps || this.runs.length === 0; step += 1) {
      this.t.clock.stopAt(new Date(this.t.clock.now().getTime() + 60_000).toISOString());
      if (this.chance.is(0.4)) await this.import(this.chance.of(KINDS));
      else await this.people.act();
    }
  }

  /** The one that is undone: often one of the last, under which little lies. */
  choose(): Run {
    return this.chance.is(0.4) ? this.runs.at(-1)! : this.chance.of(this.runs);
  }

  /**
   * Imports the file of the run once more, and then again, which changes nothing. @returns whether all that it has brought is as it
   * was before the undo, where that can be: nothing stayed, and no file of the kind has come since
   */
  async bringsAgain(run: Run, before: KeyedDump, { conflict_count }: UndoReport): Promise<boolean> {
    const report = await run.again();
    if (report.errors.length > 0) return false;
    const { run_id } = await run.again();
    if (run_id !== undefined)
      throw new Error(`${this.name}: the second import after the undo changes something`);
    if (conflict_count > 0 || !run.isLast) return false;
    const is = new Set((await KeyedDump.of(this.t.dataSource)).contents());
    // A file says again what somebody has written otherwise since, undone or not.
    const brought = new Set(run.after.contents());
    const missing = before.contents().filter((row) => brought.has(row) && !is.has(row));
    if (missing.length > 0) throw new Error(`${this.name}: not there again: ${missing.join('\n')}`);
    return true;
  }

  private async import(kind: (typeof KINDS)[number]): Promise<void> {
    const bring = await this.imports[kind]();
    const before = await KeyedDump.of(this.t.dataSource);
    const { run_id: id } = await bring();
    if (!id) return;
    for (const run of this.runs) if (run.kind === kind) run.isLast = false;
    this.runs.push({
      id,
      kind,
      before,
      after: await KeyedDump.of(this.t.dataSource),
      again: bring,
      isLast: true,
    });
  }

  private readonly imports: Record<(typeof KINDS)[number], () => Promise<Import>> = {
    oneroster: () => {
      const files = randomRoster(this.chance, this.name);
      return Promise.resolve(() => this.district.bring(files));
    },
    content: () => {
      const content = randomContent(this.chance, this.name);
      return Promise.resolve(() => this.t.bring(this.people.schoolId, content));
    },
    calendar: async () => {
      const path = await written('c.ics', randomCalendar(this.chance));
      const options = { calendar: 'club', removeMissing: this.chance.is(0.7), archiveLimitPercent: 100 };
      return () =>
        this.t.services.get(CalendarImportService).run({ path, school: this.people.schoolId, ...options });
    },
    menus: async () => {
      const path = await written('m.csv', randomMenus(this.chance));
      return () =>
        this.t.services.get(MenuImportService).run({ path, school: this.people.schoolId, dryRun: false });
    },
  };
}

async function written(name: string, text: string): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, text);
  return path;
}
