import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { outsideOperation } from '../../platform/audit/operation.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { AppSettings } from '../../platform/config/settings.js';
import { afterCommit } from '../../platform/database/ambient-transaction.js';
import type { CopiedTable } from '../../platform/database/table-copy.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import { contentsOf, type BackupContents } from '../backup/backup-format.js';
import type { Progress } from '../backup/backup.service.js';
import type { Arrived } from '../backup/arriving-people.repository.js';
import { tablesOfSchool, type BackupTable } from '../backup/tables-of-school.js';
import { carryAnsweredWrites } from './answered-writes.repository.js';
import { ClosedSchool } from './closed-school.repository.js';
import type { Destination } from './destination.repository.js';
import type { LeavingSchool } from './leaving-school.js';
import { LeavingSchoolRepository } from './leaving-school.repository.js';
import { assertAble, assertNotElsewhere, assertSameTables, refused } from './move-refusals.js';
import { MovedObjects } from './moved-objects.js';
import { MovingArchive } from './moving-archive.js';
import type { ReceivedRows } from './received-rows.repository.js';
import { ReceivingDatabase, removeReceived } from './receiving-database.repository.js';
import { differences, type RowDigest } from './row-digests.js';

const LOOK_EVERY_MS = 20;
/** Milliseconds in which the other side has to have what was written: while the school is in use, and while it is closed. */
const CATCH_UP_MS = { open: 120_000, closed: 4_000 };

export interface MoveReport extends BackupContents {
  known_people: number;
  missing_objects: number;
  /** Milliseconds for which writes were refused; 0 where an earlier move had done it. */
  closed_ms: number;
}

/** A move under way. */
interface Moving {
  school: LeavingSchool;
  to: Destination;
  source: 'keep' | 'drop' | undefined;
  progress: Progress;
  receiving: ReceivingDatabase;
  objects: MovedObjects;
  /** Hears that the school is there: people may be led there from then on. */
  arrived: () => void;
}

@Injectable()
export class SchoolMoveService {
  constructor(
    private readonly leaving: LeavingSchoolRepository,
    private readonly store: ObjectStore,
    private readonly keys: DataKeys,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: AppSettings,
  ) {}

  /**
   * Moves a school while it is in use. It is closed to writes for a moment at the end; reads go on. After a failure it is as it
   * was, and the other installation has nothing of it.
   * @throws CommandRefusedError
   */
  move(
    school: LeavingSchool,
    to: Destination,
    options: Pick<Moving, 'source' | 'progress' | 'arrived'>,
  ): Promise<MoveReport | 'moved before'> {
    return this.leaving.alone(school.id, async () => {
      await this.assertMovable(school, to, options);
      if (school.movedAt && (await to.hasSchool(school.id))) {
        await this.tidy(school.id, to);
        return 'moved before';
      }
      await this.undo(school, to);
      try {
        const report = await this.carry({ school, to, ...options });
        await this.tidy(school.id, to);
        return report;
      } catch (error) {
        // What cannot be taken back now is found by the next command, and doctor names it.
        await this.undo(school, to).catch(() => undefined);
        throw error;
      }
    });
  }

  /**
   * Takes back whatever a move that was cut off has left on both sides.
   * @throws CommandRefusedError for a school that has moved
   */
  cancel(school: LeavingSchool, to: Destination): Promise<void> {
    return this.leaving.alone(school.id, async () => {
      assertNotElsewhere(school, (await to.facts()).identity);
      await this.undo(school, to);
    });
  }

  private async undo({ id }: LeavingSchool, to: Destination): Promise<void> {
    if (await to.hasSchool(id)) throw refused('The school is at the other installation.');
    await this.leaving.reopen(id, (await to.facts()).identity);
    const keys = await removeReceived(to.databaseUrl, id);
    for (const key of keys) await to.store.remove(key);
    await this.leaving.unpublish(id);
  }

  /** Once the school is at the other side. */
  private async tidy(id: string, to: Destination): Promise<void> {
    await outsideOperation(() => this.leaving.removeWaiting(id));
    await removeReceived(to.databaseUrl, id);
    await this.leaving.unpublish(id);
  }

  private async assertMovable(
    school: LeavingSchool,
    to: Destination,
    { source }: Pick<Moving, 'source'>,
  ): Promise<void> {
    const [here, there] = [await this.leaving.facts(), await to.facts()];
    assertAble(here, there);
    assertNotElsewhere(school, there.identity);
    assertSameTables(await this.leaving.migrations(), there.migrations);
    if (!to.opens(this.keys.currentPrefix))
      throw refused(
        'The other installation could not open what is sealed here: name the DATA_KEY of this one there, behind its own.',
      );
    if (school.movedAt) return;
    if (await to.hasSchool(school.id)) throw refused('The school is at the other installation already.');
    if (await to.hasName(school.shortName))
      throw refused(
        `Another school at the other installation has the short name ${school.shortName}: one of the two needs another one first.`,
      );
    if (school.source !== null && !source)
      throw refused(
        'The school is fed by imports of a source: say --source keep if imports there should go on with it, or --source drop.',
      );
  }

  private async carry(given: Omit<Moving, 'receiving' | 'objects'>): Promise<MoveReport> {
    const { school, to, progress } = given;
    await this.leaving.publish(school.id, await this.leaving.sentTables());
    const months = { now: this.clock.now(), span: await this.leaving.months(school.id) };
    const receiving = await outsideOperation(() =>
      ReceivingDatabase.create(to.databaseUrl, school.id, months),
    );
    try {
      await receiving.subscribe(this.settings.databaseUrl);
      await receiving.untilCopied(progress);
      const objects = new MovedObjects(this.store, to.store, (keys) => receiving.noteObjects(keys));
      await objects.copy(await this.leaving.objectsOf(school.id), progress);
      await this.untilCaughtUp(school.id, receiving, CATCH_UP_MS.open);
      return await this.switchOver({ ...given, receiving, objects });
    } finally {
      await receiving.close();
    }
  }

  /** Everything while nobody writes, from the first write that is refused until the school is there. */
  private async switchOver(moving: Moving): Promise<MoveReport> {
    const { school, receiving } = moving;
    const { identity, migrations } = await moving.to.facts();
    const known = { tables: await this.leaving.tables(), migrations, identity };
    const begun = performance.now();
    const { isThereAt, ...report } = await this.leaving.within(async (runner) => {
      const closed = await ClosedSchool.close(runner, school.id);
      await this.untilCaughtUp(school.id, receiving, CATCH_UP_MS.closed);
      return receiving.within((received) => this.load(moving, known, { closed, received }));
    });
    return { ...report, closed_ms: Math.round(isThereAt - begun) };
  }

  private async load(
    { school, to, source, progress, objects, arrived: isThere }: Moving,
    known: { tables: BackupTable[]; migrations: string[]; identity: string },
    { closed, received }: { closed: ClosedSchool; received: ReceivedRows },
  ): Promise<Omit<MoveReport, 'closed_ms'> & { isThereAt: number }> {
    const tables = tablesOfSchool(known.tables, school.id, true);
    const digests = await this.compared(tables, closed, received);
    await objects.copy(await this.leaving.objectsOf(school.id), progress);
    const archived = { id: school.id, short_name: school.shortName, name: school.name };
    const now = this.clock.now();
    const { migrations } = known;
    const archive = new MovingArchive(
      { school: archived, tables, digests, migrations, now },
      closed,
      received,
    );
    let isThereAt = 0;
    const last = async (arrived: Arrived, manager: EntityManager): Promise<void> => {
      await to.keepObjects(manager, objects.keys);
      await carryAnsweredWrites(closed, manager, arrived);
      record({ manager, schoolId: school.id }, { kind: 'school.changed', id: school.id });
      await afterCommit(async () => {
        isThereAt = performance.now();
        isThere();
      });
      await closed.leave(known.identity, now);
    };
    const known_people = await to.restore.move(archive, progress, { source, last });
    const contents = { ...contentsOf(archive.manifest), objects: objects.count };
    return { ...contents, known_people, missing_objects: objects.missing, isThereAt };
  }

  /** @throws CommandRefusedError unless every row has come as it is */
  private async compared(
    tables: CopiedTable[],
    closed: ClosedSchool,
    received: ReceivedRows,
  ): Promise<RowDigest[]> {
    const sent = tables.filter(({ columns }) => columns.includes('school_id'));
    const [digests, there] = await Promise.all([closed.digests(tables), received.digests(sent)]);
    const ofSent = digests.filter(({ table }) => sent.some(({ name }) => name === table));
    const apart = differences(ofSent, there);
    if (apart.length > 0) throw refused(`The rows of ${apart.join(', ')} did not come as they are.`);
    return digests;
  }

  private async untilCaughtUp(
    schoolId: string,
    receiving: ReceivingDatabase,
    withinMs: number,
  ): Promise<void> {
    const lsn = await this.leaving.position();
    for (const begun = performance.now(); !(await this.leaving.isConfirmed(schoolId, lsn));) {
      if (performance.now() - begun > withinMs) {
        await receiving.assertHealthy();
        throw refused('The other database server does not keep up with what is written here.');
      }
      await delay(LOOK_EVERY_MS);
    }
  }
}
