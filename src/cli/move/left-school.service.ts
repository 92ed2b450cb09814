import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AUDIT_TABLES } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { quoted } from '../../platform/database/table-copy.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import type { Destination } from './destination.js';
import type { LeavingSchool } from './leaving-school.js';
import { LeavingSchoolRepository } from './leaving-school.repository.js';
import { refused } from './move-refusals.js';

/** Rows as they were before an import: no backup has them, and they do not move. */
const OF_IMPORTS = ['import_changes', 'import_runs'];

/** What a school that has moved has left where it was. */
@Injectable()
export class LeftSchoolService {
  constructor(
    private readonly leaving: LeavingSchoolRepository,
    private readonly removals: ObjectRemovals,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes its rows and objects. The trail of what was done here stays, and so do accounts: they are of people.
   * @throws CommandRefusedError unless it is at the other installation
   */
  remove({ id, movedAt }: LeavingSchool, to: Destination): Promise<void> {
    return this.leaving.alone(id, async () => {
      if (!movedAt || !(await to.hasSchool(id)))
        throw refused('The school has not moved to the other installation.');
      const objects = await this.leaving.objectsOf(id);
      const tables = (await this.leaving.sentTables()).filter(({ name }) => !AUDIT_TABLES.includes(name));
      await this.dataSource.transaction(async (manager) => {
        await this.removals.schedule(
          manager,
          objects.map(({ key }) => key),
          this.clock.now(),
        );
        await manager.query('delete from schools where id = $1 and moved_at is not null', [id]);
        // Some name their school and do not refer to it: the journal, and who has read what.
        for (const name of [...tables.map((table) => table.name), ...OF_IMPORTS])
          await manager.query(`delete from ${quoted(name)} where school_id = $1`, [id]);
      });
    });
  }
}
