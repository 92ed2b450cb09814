import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isManagedBy, VIEWER, viewerParameters } from '../../policy/audience.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import type { VisibleItem } from '../publishing/publication.js';
import type { NoticeBody } from './notice.dto.js';
import { Notice } from './notice.entity.js';
import { isTurnedOn } from '../../policy/school-feature.js';
import { utcText } from '../../platform/database/utc-text.js';
import { itemProjection, withItem } from '../publishing/item-projection.js';
import { isNoticeListed, isNoticeRead, isNoticeVisible } from '../../policy/notice-visibility.js';

const NOTICE = `
  n.id, n.title, n.body, ${utcText('n.starts_at')} as starts_at, ${utcText('n.expires_at')} as expires_at, n.pinned, n.urgent,
  n.reply_to_author, ${isNoticeRead('n', VIEWER)} as read,
  n.acknowledge_version is not null as acknowledge_required,
  (select ${utcText('given.acknowledged_at')} from notice_acknowledgements given
    where given.school_id = n.school_id and given.notice_id = n.id and given.membership_id = $2
      and given.version = n.acknowledge_version) as acknowledged_at,
  ${itemProjection('n', 'notice')}`;

export const NOTICES = `
  select '{"notices":' || coalesce(json_agg(notice), '[]')::text || '}' as text from (
    select ${NOTICE} from notices n ${withItem('n')}
    where ${isNoticeListed('n', VIEWER)}
    order by n.pinned desc, n.starts_at desc, n.id) notice`;

/** $5, after the viewer's parameters. */
const VISIBLE_NOTICE = `
  select ${NOTICE}, coalesce(${isManagedBy('n', VIEWER)}, false) as managed
  from notices n ${withItem('n')}
  where n.school_id = $1 and n.id = $5 and ${isNoticeVisible('n', VIEWER)}`;

/** Once; a notice or a member that is gone meanwhile is not read. */
export const READ = `
  insert into notice_readings (membership_id, notice_id, school_id, read_at)
  select m.id, n.id, n.school_id, $4
  from memberships m, notices n
  where m.school_id = $1 and m.id = $2 and n.school_id = $1 and n.id = $3
  for key share on conflict do nothing
  returning notice_id`;

/**
 * Marks notices as alerted: the statement that changes a row sends its alert. While the school has turned notices off, it
 * waits for the job.
 */
export const ALERT = `
  update notices n set alerted_at = $3
  from schools school
  where n.school_id = $1 and n.id = $2 and n.alerted_at is null and n.starts_at <= $3 and n.expires_at > $3
    and school.id = n.school_id and ${isTurnedOn('school', 'notices')}`;

@Injectable()
export class NoticesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Ids of what a member has made. */
  async findAuthored(
    manager: EntityManager,
    { schoolId, membershipId }: Pick<Member, 'schoolId' | 'membershipId'>,
  ): Promise<string[]> {
    const where = { schoolId, createdByMembershipId: membershipId };
    const found = await manager
      .getRepository(Notice)
      .find({ select: { id: true }, where, order: { id: 'ASC' } });
    return found.map(({ id }) => id);
  }

  /** The notices as text that the database has written: one round trip, no entities. */
  async findListed(member: Member, now: Date): Promise<string> {
    const [row] = await queryPrepared<{ text: string }>(
      this.dataSource,
      NOTICES,
      viewerParameters(member, now),
    );
    return row!.text;
  }

  /** Null when it is not there for the caller. */
  async findVisibleNotice(
    member: Member,
    noticeId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<VisibleItem<NoticeBody> | null> {
    const parameters = [...viewerParameters(member, now), noticeId];
    const [row] = await queryPrepared<NoticeBody & { managed: boolean }>(manager, VISIBLE_NOTICE, parameters);
    if (!row) return null;
    const { managed, ...body } = row;
    return { body, managed };
  }

  /** @returns false when the member had read it before */
  async markRead(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    noticeId: string,
    now: Date,
  ): Promise<boolean> {
    const read = await manager.query<unknown[]>(READ, [schoolId, membershipId, noticeId, now]);
    return read.length > 0;
  }

  /** Locks the notice: another change of it, and its alert, wait. */
  lock({ manager, member }: WriteContext, id: string): Promise<Notice | null> {
    const where = { schoolId: member.schoolId, id };
    return manager.getRepository(Notice).findOne({ where, lock: { mode: 'for_no_key_update' } });
  }

  async insert(manager: EntityManager, notice: Notice): Promise<void> {
    await manager.getRepository(Notice).insert(notice);
  }

  async update(manager: EntityManager, { id, ...columns }: Notice): Promise<void> {
    await manager.getRepository(Notice).update({ schoolId: columns.schoolId, id }, columns);
  }

  /** @returns whether its one alert is due, and the caller's to send */
  async claimAlert(
    { manager, now }: Pick<WriteContext, 'manager' | 'now'>,
    { schoolId, id }: Notice,
  ): Promise<boolean> {
    const [, claimed] = await manager.query<[unknown, number]>(ALERT, [schoolId, id, now]);
    return claimed > 0;
  }

  async remove(manager: EntityManager, { schoolId, id }: Notice): Promise<void> {
    await manager.getRepository(Notice).delete({ schoolId, id });
  }
}
