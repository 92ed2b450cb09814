import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { viewerParameters } from '../../access/viewer.js';
import type { MemberChange } from '../../database/member-change.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { ItemFeed } from '../publishing/item-feed.js';
import type { SeenItem } from '../publishing/publication.js';
import type { NoticeBody } from './notice.dto.js';
import { Notice } from './notice.entity.js';
import { ALERT, NOTICES, READ, SEEN_NOTICE } from './notices.sql.js';

@Injectable()
export class NoticesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written: one round trip, no entities. */
  async findListed(member: Member, now: Date): Promise<string> {
    const [row] = await queryPrepared<{ text: string }>(
      this.dataSource,
      NOTICES,
      viewerParameters(member, now),
    );
    return row!.text;
  }

  /** Null when it is not there for the caller. */
  async findSeen(
    member: Member,
    noticeId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SeenItem<NoticeBody> | null> {
    const parameters = [...viewerParameters(member, now), noticeId];
    const [row] = await queryPrepared<NoticeBody & { managed: boolean }>(manager, SEEN_NOTICE, parameters);
    if (!row) return null;
    const { managed, ...body } = row;
    return { body, managed };
  }

  async markRead({ membershipId }: Member, noticeId: string, now: Date): Promise<void> {
    await this.dataSource.query(READ, [membershipId, noticeId, now]);
  }

  /** Whoever else would change it, or send its alert, waits. */
  lock({ manager, member }: MemberChange, id: string): Promise<Notice | null> {
    const where = { schoolId: member.schoolId, id };
    return manager.findOne(Notice, { where, lock: { mode: 'for_no_key_update' } });
  }

  /** What a feed brought before, by source id. */
  async lockFed({ manager, schoolId, source }: ItemFeed, sourceIds: string[]): Promise<Map<string, Notice>> {
    const where = { schoolId, source, sourceId: In(sourceIds) };
    const lock = { mode: 'for_no_key_update' } as const;
    const notices = await manager.find(Notice, { where, order: { id: 'asc' }, lock });
    return new Map(notices.map((notice) => [notice.sourceId!, notice]));
  }

  async insert(manager: EntityManager, notice: Notice): Promise<void> {
    await manager.insert(Notice, notice);
  }

  async update(manager: EntityManager, { id, ...columns }: Notice): Promise<void> {
    await manager.update(Notice, { id }, columns);
  }

  /** @returns whether its one alert is due, and the caller's to send */
  async claimAlert({ manager, now }: Pick<MemberChange, 'manager' | 'now'>, id: string): Promise<boolean> {
    const [, claimed] = await manager.query<[unknown, number]>(ALERT, [id, now]);
    return claimed > 0;
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.delete(Notice, { id });
  }
}
