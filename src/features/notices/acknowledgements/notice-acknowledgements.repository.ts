import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { utcText } from '../../../platform/database/utc-text.js';
import {
  isAddressedToMember,
  isManagedBy,
  membersOfSchool,
  VIEWER,
  viewerParameters,
} from '../../../policy/audience.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import { isNoticeListed, isNoticeVisible } from '../../../policy/notice-visibility.js';
import type { NoticeAcknowledger } from './notice-acknowledgement.dto.js';

/** A notice that asks to be acknowledged. */
export interface AcknowledgedNotice {
  title: string;
  /** IANA name, of the school. */
  time_zone: string;
  /** SHA-256 of its title and body. */
  version: string;
  /** Whether the list shows it to the caller. */
  listed: boolean;
  managed: boolean;
}

/** $5, after the viewer's parameters. */
const FIND = `
  select n.title, school.time_zone, n.acknowledge_version as version, ${isNoticeListed('n', VIEWER)} as listed, ${isManagedBy('n', VIEWER)} as managed
  from notices n join schools school on school.id = n.school_id
  where n.school_id = $1 and n.id = $5::uuid and n.acknowledge_version is not null and ${isNoticeVisible('n', VIEWER)}`;

/** Once for each text; a notice or a member that is gone meanwhile has nothing acknowledged. */
const ACKNOWLEDGE = `
  insert into notice_acknowledgements (membership_id, notice_id, version, school_id, acknowledged_at)
  select m.id, n.id, $4, n.school_id, $5
  from memberships m, notices n
  where m.school_id = $1 and m.id = $2 and n.school_id = $1 and n.id = $3
  for key share on conflict do nothing
  returning notice_id`;

/** $1: the school, $2: now, $3: the notice. */
const PEOPLE = `
  with member as materialized (${membersOfSchool('$1', '$2')})
  select m.id as membership_id, ${fullName('person')} as name, ${nameSortKey('person', [], 'm.id')} as sort_key,
    case when given.version = n.acknowledge_version then ${utcText('given.acknowledged_at')} end as acknowledged_at, given.version,
    ${schoolLocale('$1')} as locale
  from notices n
  join member on ${isAddressedToMember('n', 'member')} and member.id is distinct from n.created_by_membership_id
  join memberships m on m.school_id = n.school_id and m.id = member.id
  join users u on u.id = m.user_id ${memberContact('null')}
  left join lateral (
    select acknowledged.version, acknowledged.acknowledged_at from notice_acknowledgements acknowledged
    where acknowledged.school_id = n.school_id and acknowledged.notice_id = n.id and acknowledged.membership_id = m.id
    order by acknowledged.version = n.acknowledge_version desc, acknowledged.acknowledged_at desc limit 1
  ) given on true
  where n.school_id = $1 and n.id = $3`;

@Injectable()
export class NoticeAcknowledgementsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when it is not there for the caller, or does not ask. */
  async find(
    member: Member,
    noticeId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<AcknowledgedNotice | null> {
    const parameters = [...viewerParameters(member, now), noticeId];
    const [row] = await manager.query<AcknowledgedNotice[]>(FIND, parameters);
    return row ?? null;
  }

  /** @returns false when the member had acknowledged this text before */
  async insert(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    { noticeId, version }: { noticeId: string; version: string },
    now: Date,
  ): Promise<boolean> {
    const parameters = [schoolId, membershipId, noticeId, version, now];
    return (await manager.query<unknown[]>(ACKNOWLEDGE, parameters)).length > 0;
  }

  /** Whom the notice is addressed to now, without its author, in the order of the school. */
  async findPeople(
    schoolId: string,
    noticeId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<NoticeAcknowledger[]> {
    const rows = await manager.query<(NoticeAcknowledger & { locale: string })[]>(PEOPLE, [
      schoolId,
      now,
      noticeId,
    ]);
    return inSchoolOrder(rows);
  }
}
