import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isAddressedToEach } from '../../policy/audience.js';
import { isRestrictedStudent } from '../../policy/guardian-restriction.js';
import { MAX_BOUNCES } from '../../platform/mail/bounced-addresses.repository.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../policy/name-order.js';
import { isMemberStill } from '../../policy/organization-access.js';
import type { Viewer } from '../../policy/privacy-mask.js';
import { EACH_MEMBER } from '../alerts/alert-audience.js';
import { GUARDIAN_MAIL } from './guardian-mails/guardian-mails.repository.js';
import { withUnregisteredGuardians } from './guardian-mails/unregistered-guardians.sql.js';
import type { NoticeDelivery } from './notice-delivery.dto.js';

/** The last mail about the notice `item` to the member `m`. */
const MAIL = `
  left join lateral (
    select mail.state from notifications n
    join mails mail on mail.school_id = n.school_id and mail.notification_id = n.id
    where n.school_id = item.school_id and n.membership_id = m.id and n.target_type = 'notice' and n.target_id = item.id::text
    order by mail.created_at desc limit 1
  ) mail on true`;

/** The audience of the notice $3 of the school $1; $2 is now. */
const MEMBERS = `
  select m.id as membership_id, ${fullName('person')} as name, ${nameSortKey('person', [], 'm.id')} as sort_key,
    case when reading.membership_id is not null then 'read' when mail.state = 'sent' then 'mailed'
      when mail.state = 'dead' or bounced.bounces >= ${MAX_BOUNCES} then 'bounced'
      when mail.state = 'dropped' or u.email_verified_at is null or choice.unsubscribed_at is not null then 'no_address'
      else 'waiting' end as state
  from notices item
  join memberships m on m.school_id = item.school_id and m.id is distinct from item.created_by_membership_id
    and ${isMemberStill('m', EACH_MEMBER.now)}
  join users u on u.id = m.user_id ${memberContact('null')}
  left join notice_readings reading on reading.school_id = item.school_id and reading.notice_id = item.id
    and reading.membership_id = m.id
  left join mail_choices choice on choice.school_id = m.school_id and choice.membership_id = m.id
  left join bounced_addresses bounced on bounced.email = u.email
  ${MAIL}
  where item.school_id = $1 and item.id = $3 and ${isAddressedToEach('item', EACH_MEMBER)}`;

/** Who looks. */
const READER: Viewer = { school: '$1', membership: '$4', admin: '$5' };

/**
 * A guardian of several students is on file with each, under the same id of the source. One of a student from whom the reader is kept
 * apart would say what that student belongs to.
 */
const UNREGISTERED = `
  select distinct on (coalesce(g.source || ' ' || g.source_id, g.id::text)) null::uuid as membership_id,
    ${fullName('g')} as name, ${nameSortKey('g')} as sort_key,
    case mail.state when 'sent' then 'mailed' when 'dead' then 'bounced' when 'waiting' then 'waiting'
      else 'not_registered' end as state
  from notices item ${withUnregisteredGuardians('item')}
  left join mails mail on mail.email = g.email and mail.kind = '${GUARDIAN_MAIL}' and mail.subject = item.id::text
    and mail.school_id = item.school_id
  where item.school_id = $1 and item.id = $3 and not ${isRestrictedStudent('s', READER)}
  order by coalesce(g.source || ' ' || g.source_id, g.id::text), g.id`;

const DELIVERIES = `
  select coalesce(json_agg(person), '[]') as people, ${schoolLocale('$1')} as locale
  from ((${MEMBERS}) union all (${UNREGISTERED})) person`;

@Injectable()
export class NoticeDeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whom the notice is addressed to now, by name. */
  async findPeople(
    { schoolId, membershipId, isAdmin }: Member,
    noticeId: string,
    now: Date,
  ): Promise<NoticeDelivery[]> {
    const rows = await this.dataSource.query<{ people: NoticeDelivery[]; locale: string }[]>(DELIVERIES, [
      schoolId,
      now,
      noticeId,
      membershipId,
      isAdmin,
    ]);
    return inSchoolOrder(rows)[0]!.people;
  }
}
