import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { inRole, type Member, type MemberRole } from '../../platform/auth/caller.js';
import { eventId } from '../../policy/event-visibility.js';
import { restrictedStudents } from '../../policy/guardian-restriction.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName } from '../../policy/name-order.js';
import { isMemberStill } from '../../policy/organization-access.js';
import type { FeatureFlags } from '../../policy/school-feature.js';
import { AnswerLink } from './answer-link.entity.js';

/** Of a member for one item; older ones make room. */
const MAX_LINKS = 20;

/** Columns of one item; the one of the two that it is not is null. */
const IS_OF_ITEM = '(event_id = $3::uuid or notice_id = $4::uuid)';

const ADD = `
  with older as (
    delete from answer_links where school_id = $1 and digest in (
      select digest from answer_links
      where school_id = $1 and membership_id = $2 and ${IS_OF_ITEM} and ended_at is null
      order by created_at desc, digest offset ${MAX_LINKS - 1})
  )
  insert into answer_links (school_id, membership_id, event_id, notice_id, version, digest, address_digest, created_at)
  select $1, $2, $3, $4, $5, $6, $7, $8
  where not exists (
    select from answer_links where school_id = $1 and membership_id = $2 and ${IS_OF_ITEM} and ended_at is not null)
  returning digest`;

/** $1 the digest of a secret; nothing where some link of the person for the item was ended. */
const FIND = `
  select link.digest, link.address_digest as "addressDigest", link.version, link.notice_id as "noticeId",
    case when e.id is not null then ${eventId('e')} end as "eventId", ${fullName('person')} as name, u.email,
    school.name as school, school.time_zone as "timeZone", school.features, school.id as "schoolId",
    m.id as "membershipId", m.user_id as "userId", m.role,
    ${restrictedStudents({ school: 'm.school_id', membership: 'm.id', admin: "(m.role <> 'parent')" })} as "restrictedStudentIds"
  from answer_links link
  join memberships m on m.school_id = link.school_id and m.id = link.membership_id and ${isMemberStill('m', '$2')}
  join users u on u.id = m.user_id and u.email_verified_at is not null ${memberContact('null')}
  join schools school on school.id = link.school_id
  left join events e on e.school_id = link.school_id and e.id = link.event_id
  where link.digest = $1 and not exists (
    select from answer_links ended where ended.school_id = link.school_id and ended.membership_id = link.membership_id
      and (ended.event_id = link.event_id or ended.notice_id = link.notice_id) and ended.ended_at is not null)`;

interface FoundRow {
  digest: string;
  addressDigest: string;
  version: string | null;
  noticeId: string | null;
  eventId: string | null;
  name: string;
  email: string;
  school: string;
  timeZone: string;
  features: Partial<FeatureFlags>;
  schoolId: string;
  membershipId: string;
  userId: string;
  role: MemberRole;
  restrictedStudentIds: string[];
}

/** A link that is good, with whose it is. */
export interface FoundLink {
  digest: string;
  addressDigest: string;
  /** First address of the member. */
  email: string;
  member: Member;
  /** Name of the member. */
  name: string;
  school: { name: string; timeZone: string };
  /** By the id of the API. */
  item: { eventId: string } | { noticeId: string; version: string };
}

@Injectable()
export class AnswerLinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns false for a member who said that such a mail was not for them */
  async add(link: Omit<AnswerLink, 'endedAt'>): Promise<boolean> {
    const { schoolId, membershipId, eventId, noticeId, version, digest, addressDigest, createdAt } = link;
    const parameters = [schoolId, membershipId, eventId, noticeId, version, digest, addressDigest, createdAt];
    return (await this.dataSource.query<unknown[]>(ADD, parameters)).length > 0;
  }

  /** Null where it is nobody's, or of somebody who may not read any more. */
  async find(digest: string, now: Date): Promise<FoundLink | null> {
    const [row] = await this.dataSource.query<FoundRow[]>(FIND, [digest, now]);
    return row ? linkFrom(row) : null;
  }

  /** It ends every link of the member for the item, and those that would come. @returns false where it had ended before */
  async end(manager: EntityManager, { digest, member }: FoundLink, now: Date): Promise<boolean> {
    const link = { schoolId: member.schoolId, digest, endedAt: IsNull() };
    const { affected } = await manager.getRepository(AnswerLink).update(link, { endedAt: now });
    return affected === 1;
  }
}

function linkFrom(row: FoundRow): FoundLink {
  const { digest, addressDigest, email, name, noticeId, eventId: ofEvent, version } = row;
  const { userId, membershipId, schoolId, features, restrictedStudentIds } = row;
  return {
    ...{ digest, addressDigest, email, name },
    member: inRole({ userId, membershipId, schoolId, features, restrictedStudentIds }, row.role),
    school: { name: row.school, timeZone: row.timeZone },
    item: noticeId === null ? { eventId: ofEvent! } : { noticeId, version: version! },
  };
}
