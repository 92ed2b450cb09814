import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import type { RowCounts } from '../../platform/import-report.js';
import { type ImportedMenu, MenuEntriesRepository } from './menu-entries.repository.js';
import { record } from '../../platform/journal/recorded-changes.js';

export type { ImportedMenu } from './menu-entries.repository.js';

const CHUNK = 2_000;

/** The way in for menus from outside, in sets and inside the caller's transaction. It never makes a picture. */
@Injectable()
export class MenuImporter {
  constructor(
    private readonly menus: MenuEntriesRepository,
    private readonly clock: Clock,
  ) {}

  /** Creates and changes entries by (school, date, meal type). The caller has locked the school for imports. */
  async importMenus(manager: EntityManager, schoolId: string, menus: ImportedMenu[]): Promise<RowCounts> {
    const counts: RowCounts = { created: 0, updated: 0, archived: 0, unchanged: 0 };
    const now = this.clock.now();
    const ids: string[] = [];
    for (let from = 0; from < menus.length; from += CHUNK) {
      const written = await this.menus.writeMenus(manager, schoolId, menus.slice(from, from + CHUNK), now);
      counts.created += written.created;
      counts.updated += written.updated;
      counts.unchanged += written.unchanged;
      ids.push(...written.ids);
    }
    if (ids.length > 0)
      record({ manager, schoolId }, { kind: 'menu.changed', id: schoolId, ids: { menus: ids } });
    return counts;
  }
}
