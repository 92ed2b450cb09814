import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ImageEmbeddingService } from '../../features/embedded-images/image-embedding.service.js';
import { Clock } from '../../platform/clock/clock.js';
import { embeddedImageIds } from '../../platform/rich-text/rich-text.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ADDRESS_OUTLIVED_MS } from '../../platform/storage/object-store.js';
import { RICH_TEXTS } from './undo-rules.js';

const isRichText = Object.entries(RICH_TEXTS)
  .map(([table, column]) => `when '${table}' then '${column}'`)
  .join(' ');

/** Rich texts of rows, as they were after the run and as they are to be. */
const TEXTS = `
  select place, after ->> col as before, target ->> col as after from (
    select place, after, target, conflict, case table_name ${isRichText} end as col from undo_rows) texts
  where conflict is null and (after ->> col like '%<img src="image:%' or target ->> col like '%<img src="image:%')`;

const KEYS = `select place, target ->> 'key' as key from undo_rows
  where table_name = 'attachments' and op = 'return' and conflict is null`;

const LEAVE = `update undo_rows set conflict = $1 where place = any ($2::bigint[])`;

interface Text {
  place: string;
  before: string | null;
  after: string | null;
}

/** Files and images that rows name: what is put back must not name one that is gone, and what goes leaves none behind. */
@Injectable()
export class UndoObjects {
  constructor(
    private readonly removals: ObjectRemovals,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  /** Marks rows that would name an object that is no longer there. */
  async markGone(manager: EntityManager, schoolId: string): Promise<void> {
    const files = await manager.query<{ place: string; key: string }[]>(KEYS);
    const pending = new Set(
      await this.removals.findPending(
        manager,
        files.map(({ key }) => key),
      ),
    );
    await keep(
      manager,
      'file_gone',
      files.filter(({ key }) => !pending.has(key)),
    );
    const texts = await manager.query<Text[]>(TEXTS);
    const ids = embeddedImageIds(texts.map(({ after }) => after ?? '').join(''));
    const there = new Set(await this.images.findNotExpired(manager, schoolId, ids));
    const isBroken = ({ after }: Text): boolean => embeddedImageIds(after ?? '').some((id) => !there.has(id));
    await keep(manager, 'image_gone', texts.filter(isBroken));
  }

  /** Once the rows are put back. */
  async settle(manager: EntityManager, schoolId: string): Promise<void> {
    const returned = await manager.query<{ key: string }[]>(KEYS);
    await this.removals.keep(
      manager,
      returned.map(({ key }) => key),
    );
    const removed = await manager.query<{ key: string }[]>(
      `select after ->> 'key' as key from undo_rows where table_name = 'attachments' and op = 'remove' and conflict is null`,
    );
    const goesAt = new Date(this.clock.now().getTime() + ADDRESS_OUTLIVED_MS);
    if (removed.length > 0)
      await this.removals.schedule(
        manager,
        removed.map(({ key }) => key),
        goesAt,
      );
    const texts = await manager.query<Text[]>(TEXTS);
    await this.images.changeByImport(
      manager,
      schoolId,
      texts.flatMap(({ before, after }) => [before, after]),
    );
  }
}

async function keep(manager: EntityManager, reason: string, rows: { place: string }[]): Promise<void> {
  if (rows.length > 0) await manager.query(LEAVE, [reason, rows.map(({ place }) => place)]);
}
