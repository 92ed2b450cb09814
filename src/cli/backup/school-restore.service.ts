import { Injectable } from '@nestjs/common';
import { auditSchools } from '../../platform/audit/operation.js';
import { VisibilityService } from '../../features/profile/profile.service.js';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ArchiveReader } from './archive-reader.js';
import type { Progress } from './backup.service.js';
import {
  BrokenBackupError,
  contentsOf,
  tableEntry,
  tablesOf,
  type ArchivedSchool,
  type BackupContents,
} from './backup-format.js';
import { ReturningObjects } from './returning-objects.service.js';
import { SchoolLoadingRepository, type Arrival, type Arrived } from './school-loading.repository.js';
import { tablesOfSchool, type BackupTable } from './snapshot.repository.js';

export interface SchoolRestoreReport extends BackupContents {
  /** UTC: when the backup was. */
  made_at: string;
  /** How many of its people had an account here before. */
  known_people: number;
}

/** What becomes of the values of a row: null where it is left out, undefined where it is none that the file may have. */
type Change = (values: string[]) => string[] | null | undefined;

/** Milliseconds. */
const UNUSED_FOR = 24 * 60 * 60 * 1000;

/** As COPY writes a value that is none. */
const NULL = String.raw`\N`;

@Injectable()
export class SchoolRestoreService {
  constructor(
    private readonly loading: SchoolLoadingRepository,
    private readonly objects: ReturningObjects,
    private readonly removals: ObjectRemovals,
    private readonly visibility: VisibilityService,
    private readonly clock: Clock,
  ) {}

  /**
   * One school into an installation that others use meanwhile, or nothing of it. Every checksum is compared before
   * anything is written.
   * @param identity path of the file with the key, where it is encrypted
   * @throws BrokenBackupError
   * @throws CommandRefusedError when it is no backup of one school, the school is here, or the tables are other ones
   * @throws UnavailableError when the object store does not answer
   */
  run(path: string, progress: Progress, identity?: string): Promise<SchoolRestoreReport> {
    progress.step('checking', 0, 1);
    const restore = async (archive: ArchiveReader): Promise<SchoolRestoreReport> => {
      const { school } = archive.manifest;
      if (!school) throw ofAnInstallation(path);
      await this.loading.makeMonths(new Date(archive.manifest.created_at));
      const { people, added } = await this.loading.within((arrival) =>
        this.load(archive, school, arrival, progress),
      );
      const { created_at: made_at } = archive.manifest;
      return { ...contentsOf(archive.manifest), made_at, known_people: people.size - added.length };
    };
    return ArchiveReader.withChecked(path, restore, identity);
  }

  /** Objects come before the people: whoever has an account at both places need not wait for them. */
  private async load(
    archive: ArchiveReader,
    school: ArchivedSchool,
    { runner, tables: known, migrations }: Arrival,
    progress: Progress,
  ): Promise<Arrived> {
    assertSameVersion(archive, migrations);
    const { schools, users, others } = inOrder(tablesOf(archive, tablesOfSchool(known, school.id)));
    await this.loading.addSchool(runner, schools, rowsOf(archive, schools, itself(schools, school)));
    await this.removals.keep(runner.manager, Object.keys(archive.manifest.objects));
    return this.objects.putBefore(archive, progress, async () => {
      const arrived = await this.loading.addPeople(
        runner,
        users,
        rowsOf(archive, users, (values) => values),
      );
      await this.hide(arrived.hidden);
      for (const [index, table] of others.entries()) {
        progress.step(table.name, index, others.length);
        await this.loading.add(runner, table, rowsOf(archive, table, asHere(table, school, arrived)));
      }
      await this.settleObjects(archive, school, runner);
      await this.hide(await this.loading.rememberChoices(runner, school.id, arrived));
      await this.loading.settle(runner);
      auditSchools([school.id]);
      return arrived;
    });
  }

  /** One choice across schools, and the more private one where two meet. */
  private async hide(people: string[]): Promise<void> {
    for (const userId of people)
      await this.visibility.setProfile({ userId }, { profile_visibility: 'name_only' });
  }

  /** Every object of the file is one that its rows name; what nothing uses yet goes, as it would have done there. */
  private async settleObjects(
    { path, manifest }: ArchiveReader,
    { id }: ArchivedSchool,
    runner: Arrival['runner'],
  ): Promise<void> {
    const named = await this.loading.objectsOf(runner, id);
    const keys = new Set(named.map(({ key }) => key));
    if (!Object.keys(manifest.objects).every((key) => keys.has(key)))
      throw new BrokenBackupError(path, 'it has objects that none of its rows names');
    const unused = named.filter(({ required }) => !required).map(({ key }) => key);
    await this.removals.schedule(runner.manager, unused, new Date(this.clock.now().getTime() + UNUSED_FOR));
  }
}

/** Each after those that its rows refer to; a table that refers to itself is filled by one statement. */
function inOrder(
  tables: BackupTable[],
): Record<'schools' | 'users', BackupTable> & { others: BackupTable[] } {
  const ordered: BackupTable[] = [];
  const isMet = (name: string): boolean =>
    ordered.some((table) => table.name === name) || !tables.some((table) => table.name === name);
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      (table) =>
        !ordered.includes(table) && table.refers_to.every((name) => name === table.name || isMet(name)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...ready);
  }
  const [schools, users] = ['schools', 'users'].map((name) => ordered.find((table) => table.name === name));
  if (!schools || !users) throw new Error('These tables are there in every version.');
  return { schools, users, others: ordered.filter((table) => table !== schools && table !== users) };
}

/** Row by row as it is to be here, and nothing gathered. */
async function* rowsOf(
  archive: ArchiveReader,
  { name }: BackupTable,
  change: Change,
): AsyncGenerator<Buffer> {
  const asHere = (line: string): string => {
    const values = change(line.split('\t'));
    if (values === undefined)
      throw new BrokenBackupError(archive.path, `a row of ${name} is not the school’s`);
    return values === null ? '' : `${values.join('\t')}\n`;
  };
  let rest = '';
  for await (const chunk of archive.content(tableEntry(name))) {
    // A character a byte: what is not changed stays as it is.
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield Buffer.from(lines.map(asHere).join(''), 'latin1');
  }
}

const itself =
  ({ columns }: BackupTable, { id }: ArchivedSchool): Change =>
  (values) =>
    values[columns.indexOf('id')] === id ? values : undefined;

/** Of the school alone, and everyone by the id that they have here. Who has signed in here before goes on as before. */
function asHere(
  { columns, people: who }: BackupTable,
  school: ArchivedSchool,
  { people, added }: Arrived,
): Change {
  const ofSchool = columns.indexOf('school_id');
  const ofPeople = who.map((column) => columns.indexOf(column));
  const isNew = new Set(added);
  return (values) => {
    if (ofSchool >= 0 && values[ofSchool] !== school.id) return undefined;
    for (const at of ofPeople) {
      if (values[at] === NULL) continue;
      const here = people.get(values[at] ?? '');
      if (here === undefined) return undefined;
      if (ofSchool < 0 && !isNew.has(here)) return null;
      values[at] = here;
    }
    return values;
  };
}

const ofAnInstallation = (path: string): Error =>
  new CommandRefusedError(
    `${path} is of a whole installation, and --school adds one school to what is here. Nothing was changed: restore it with --into-empty into an empty database, or make one of the school alone where it is (backup FILE --school S).`,
  );

const lacks = (known: string[], wanted: string[]): boolean => wanted.some((name) => !known.includes(name));

/** @throws CommandRefusedError unless the tables here are what they were there */
function assertSameVersion({ path, manifest }: ArchiveReader, here: string[]): void {
  const isOlderHere = lacks(here, manifest.migrations);
  const isOlderThere = lacks(manifest.migrations, here);
  if (!isOlderHere && !isOlderThere) return;
  const [which, way] = !isOlderThere
    ? ['this installation is older', 'Bring this one to that version (db migrate), and restore then.']
    : !isOlderHere
      ? [
          'it is older than this installation',
          'Bring the other one to the version of this one (db migrate), and make the backup again.',
        ]
      : [
          'each of the two has tables that the other one does not know',
          'Bring both to one version (db migrate), and make the backup again.',
        ];
  throw new CommandRefusedError(
    `${path} was made by version ${manifest.product_version}, and ${which}. Nothing was changed. ${way}`,
  );
}
