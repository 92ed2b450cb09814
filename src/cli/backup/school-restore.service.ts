import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { randomSecret } from '../../features/account/secrets.js';
import { VisibilityService } from '../../features/account/profile/visibility.service.js';
import { auditSchools } from '../../platform/audit/operation.js';
import { ArchiveReader } from './archive-reader.js';
import { ArrivedContents, type SchoolFile } from './arrived-contents.service.js';
import { ArrivingObjects } from './arriving-objects.service.js';
import { ArrivingPeopleRepository, type Arrived } from './arriving-people.repository.js';
import { asHere, checkPeople, itself, rowsOf } from './arriving-rows.js';
import type { Progress } from './backup.service.js';
import {
  BrokenBackupError,
  contentsOf,
  tablesOf,
  type ArchivedSchool,
  type BackupContents,
  type SchoolArchive,
} from './backup-format.js';
import { SchoolLoadingRepository, type Arrival, type ComingSchool } from './school-loading.repository.js';
import { assertSameVersion, ofAnInstallation } from './school-refusals.js';
import { Seal } from './seal.js';
import { tablesOfSchool, type BackupTable } from './tables-of-school.js';

export interface SchoolRestoreReport extends BackupContents {
  /** UTC: when the backup was. */
  made_at: string;
  /** How many of its people had an account here before. */
  known_people: number;
}

/** A school on its way in. */
interface Coming {
  archive: SchoolArchive;
  school: ArchivedSchool;
  file: SchoolFile;
  /** It comes with its trail, its journal and its secrets, and is at this place alone from then on. */
  isMoved: boolean;
}

@Injectable()
export class SchoolRestoreService {
  constructor(
    private readonly loading: SchoolLoadingRepository,
    private readonly people: ArrivingPeopleRepository,
    private readonly contents: ArrivedContents,
    private readonly objects: ArrivingObjects,
    private readonly visibility: VisibilityService,
  ) {}

  /**
   * One school into an installation that others use meanwhile, or nothing of it. Every checksum is compared before
   * anything is written.
   * @throws BrokenBackupError
   * @throws CommandRefusedError when it is no backup of one school, the school is here, the tables are other ones, or it is
   * not said where it is from
   * @throws UnavailableError when the object store does not answer
   */
  async run(path: string, progress: Progress, file: SchoolFile): Promise<SchoolRestoreReport> {
    progress.step('checking', 0, 1);
    const seal = file.sealKey === undefined ? Seal.unkeyed : await Seal.withKeyOf(file.sealKey);
    const restore = async (archive: ArchiveReader): Promise<SchoolRestoreReport> => {
      const { school } = archive.manifest;
      if (!school) throw ofAnInstallation(path);
      this.contents.checkOrigin(archive, file);
      await this.loading.makeMonths(new Date(archive.manifest.created_at));
      const { people, added } = await this.loading.within((arrival) =>
        this.load({ archive, school, file, isMoved: false }, arrival, progress),
      );
      const { created_at: made_at } = archive.manifest;
      return { ...contentsOf(archive.manifest), made_at, known_people: people.size - added.length };
    };
    return ArchiveReader.withChecked(path, restore, file.identity, seal);
  }

  /**
   * One school that goes on here and nowhere else, or nothing of it. Its objects are here already.
   * @param last right before the commit, when nothing else can fail any more
   * @returns how many of its people had an account here before
   */
  async move(
    archive: SchoolArchive,
    progress: Progress,
    {
      source,
      last,
    }: Pick<SchoolFile, 'source'> & { last: (arrived: Arrived, manager: EntityManager) => Promise<void> },
  ): Promise<number> {
    const { school, created_at: madeAt } = archive.manifest;
    if (!school) throw new Error('A school is what moves.');
    await this.loading.makeMonths(new Date(madeAt));
    const { people, added } = await this.loading.within(async (arrival) => {
      const arrived = await this.load(
        { archive, school, file: { source }, isMoved: true },
        arrival,
        progress,
      );
      await last(arrived, arrival.runner.manager);
      return arrived;
    });
    return people.size - added.length;
  }

  private async load(
    { archive, school, file, isMoved }: Coming,
    { runner, tables: known, migrations }: Arrival,
    progress: Progress,
  ): Promise<Arrived> {
    assertSameVersion(archive, migrations);
    const { schools, users, others } = inOrder(tablesOf(archive, tablesOfSchool(known, school.id, isMoved)));
    const row = rowsOf(archive, schools, itself(schools, school));
    const check = (coming: ComingSchool): void => this.contents.checkSchool(archive, coming, file);
    await this.loading.addSchool(runner, schools, row, { check, isFed: file.source === 'keep' });
    if (isMoved) await this.loading.removeNewTrail(runner, school.id);
    return this.objects.putBefore(runner.manager, archive, progress, async () => {
      const coming = await this.people.stage(
        runner,
        users,
        rowsOf(archive, users, (values) => values),
      );
      checkPeople(archive.path, coming);
      const arrived = await this.people.add(runner, users);
      const named = new Set<string>();
      for (const [index, table] of others.entries()) {
        progress.step(table.name, index, others.length);
        // Nobody writes meanwhile, and people wait.
        if (isMoved && archive.manifest.tables[table.name]?.rows === 0) continue;
        const secret = isMoved ? {} : { newSecret: randomSecret };
        const change = asHere(table, school, arrived, { named, ...secret });
        await this.loading.add(runner, table, rowsOf(archive, table, change));
      }
      if (named.size < coming.length)
        throw new BrokenBackupError(archive.path, 'it has people whom no row of the school names');
      await this.settle(archive, school, runner, arrived);
      auditSchools([school.id]);
      return arrived;
    });
  }

  /** Once all of its rows are there. */
  private async settle(
    archive: SchoolArchive,
    school: ArchivedSchool,
    runner: Arrival['runner'],
    arrived: Arrived,
  ): Promise<void> {
    await this.contents.settle(runner.manager, archive.path, school);
    await this.objects.settle(runner.manager, archive, await this.loading.objectsOf(runner, school.id));
    for (const userId of await this.people.settle(runner, school.id, arrived))
      await this.visibility.hideInSchool({ userId }, school.id);
    await this.loading.settle(runner);
  }
}

/** Sorts tables after those that their rows refer to; a table that refers to itself is filled by one statement. */
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
