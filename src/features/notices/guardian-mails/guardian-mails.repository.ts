import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isTurnedOn } from '../../../policy/school-feature.js';
import { mailedAttachments } from '../../alerts/alert-audience.js';
import type { LetterContent } from '../../alerts/mails/alert-letter.js';
import { authorAddress, authorProjection } from '../../publishing/item-projection.js';
import { IS_MAILABLE, withUnregisteredGuardians } from './unregistered-guardians.sql.js';

/** The kind of a mail with a notice to a guardian who has no account; its subject is the notice. */
export const GUARDIAN_MAIL = 'guardian_notice';

/** A mail that is owed to an address. */
export interface OwedGuardianMail {
  /** Of the mail. */
  id: string;
  schoolId: string;
  noticeId: string;
  /** Normalised. */
  email: string;
}

const IS_VISIBLE = `notice.reach = 'guardians' and notice.starts_at <= $2 and notice.expires_at > $2`;

/** Addresses to which the notice $3 of the school $1 was not mailed yet. */
const UNTOLD = `
  select distinct g.email from notices notice ${withUnregisteredGuardians('notice')}
  where notice.school_id = $1 and notice.id = $3 and notice.alerted_at is not null and ${IS_VISIBLE} and ${IS_MAILABLE}
    and not exists (select from mails mail where mail.email = g.email and mail.kind = '${GUARDIAN_MAIL}'
      and mail.subject = notice.id::text and mail.school_id = notice.school_id)
  order by g.email`;

/** One row for a guardian of several students. The token of the address stands with any record of it. */
const CONTENTS = `
  select distinct on (owed.id) owed.id, owed.email, named.mail_token as token, 'notice_created' as kind,
    json_build_object('id', school.id, 'name', school.name, 'timeZone', school.time_zone, 'locale', school.locale) as school,
    json_build_object('type', 'notice', 'id', notice.id, 'title', notice.title, 'html', notice.body,
      'organization', organization.name, 'author', author.name, 'attachments', ${mailedAttachments('notice')}) as item,
    notice.starts_at as since, notice.expires_at as until,
    case when notice.reply_to_author then ${authorAddress('notice.school_id', 'notice.created_by_membership_id')} end as "replyTo"
  from unnest($1::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as owed(id, school_id, notice_id, email)
  join notices notice on notice.school_id = owed.school_id and notice.id = owed.notice_id and ${IS_VISIBLE}
  join schools school on school.id = notice.school_id and ${isTurnedOn('school', 'notices')}
  ${withUnregisteredGuardians('notice')} and g.email = owed.email and ${IS_MAILABLE}
  join guardians named on named.school_id = g.school_id and named.email = g.email and named.mail_token is not null
  left join organizations organization on organization.school_id = notice.school_id
    and organization.id = notice.organization_id
  left join lateral (${authorProjection('notice.school_id', 'notice.created_by_membership_id')}) author on true
  order by owed.id`;

type ContentRow = Omit<LetterContent, 'item'> & {
  item: Omit<LetterContent['item'], 'from' | 'until' | 'claims'>;
  since: Date;
  until: Date;
};

@Injectable()
export class GuardianMailsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Addresses of guardians on file without an account whom the notice is to reach, and has not; none before it has begun. */
  async findUntold(
    manager: EntityManager,
    { schoolId, noticeId }: Pick<OwedGuardianMail, 'schoolId' | 'noticeId'>,
    now: Date,
  ): Promise<string[]> {
    const rows = await manager.query<{ email: string }[]>(UNTOLD, [schoolId, now, noticeId]);
    return rows.map(({ email }) => email);
  }

  /** By id of the mail: the notice as a guardian sees it now. A recipient whom it does not address any more has none. */
  async read(owed: OwedGuardianMail[], now: Date): Promise<Map<string, LetterContent>> {
    const rows = await this.dataSource.query<ContentRow[]>(CONTENTS, [
      owed.map(({ id }) => id),
      now,
      owed.map(({ schoolId }) => schoolId),
      owed.map(({ noticeId }) => noticeId),
      owed.map(({ email }) => email),
    ]);
    return new Map(rows.map((row) => [row.id, toContent(row)]));
  }
}

const toContent = ({ item, since, until, ...content }: ContentRow): LetterContent => ({
  ...content,
  item: { ...item, from: since, until, claims: null },
});
