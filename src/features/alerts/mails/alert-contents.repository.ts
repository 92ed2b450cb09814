import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import { isNamedOn } from '../../../policy/school-feature.js';
import { authorAddress, authorProjection } from '../../publishing/item-projection.js';
import type { AlertedKind, AlertedType } from '../alert.js';
import type { AlertContent, OwnClaim } from './alert-letter.js';
import type { Occasion } from './occasion-lines.js';
import { MAIL_KIND_OF, type MailRhythms, rhythmsOf } from '../choices/mail-kinds.js';
import { MailChoicesRepository } from '../choices/mail-choices.repository.js';
import type { OwedAlert } from './owed-alert.js';
import { AlertKinds } from '../alert-kinds.js';

/**
 * Columns of the SQL that every feature registers for its items (`contents`): the item of a notification `n` as its reader,
 * the member `m`, would see it at $2; no row where they would not see it, or it does not concern them any more. `urgent`: it waits for
 * no hour; `replies`: answers go to the author; `asks`: an object (`AnswerRequest`), where the mail asks the member for something.
 */
const COLUMNS =
  'type, feature, id, title, html, organization_id, author_id, since, until, attachments, claims, urgent, replies, asks';

const contentOf = (items: string[], occasions: string[]): string => `
  select owed.id, person.id as "userId", m.id as "membershipId", person.email, choice.token, n.kind,
    json_build_object('id', school.id, 'name', school.name, 'timeZone', school.time_zone, 'locale', school.locale) as school,
    item.type, item.id as item_id, item.title, item.html, item.since, item.until, item.attachments, item.claims,
    organization.name as organization, author.name as author, choice.kinds as rhythms, item.urgent, item.asks, n.read_at is not null as "isRead",
    case when quiet.user_id is not null then json_build_object('from', quiet.begins, 'to', quiet.ends) end as quiet,
    mail.details, occasion.value as occasion, case when item.replies then ${authorAddress('m.school_id', 'item.author_id')} end as "replyTo"
  from unnest($1::uuid[], $3::uuid[], $4::uuid[]) as owed(school_id, notification_id, id)
  join notifications n on n.school_id = owed.school_id and n.id = owed.notification_id
  join mails mail on mail.school_id = owed.school_id and mail.id = owed.id
  join memberships m on m.school_id = n.school_id and m.id = n.membership_id and m.deactivated_at is null
  join users person on person.id = m.user_id and person.email_verified_at is not null
  join mail_choices choice on choice.school_id = m.school_id and choice.membership_id = m.id
    and choice.unsubscribed_at is null
  left join quiet_hours quiet on quiet.user_id = m.user_id
  join schools school on school.id = m.school_id
  join lateral (${items.join(' union all ')}) item(${COLUMNS}) on ${isNamedOn('school', 'item.feature')}
  left join lateral (${occasions.join(' union all ')}) occasion(value) on true
  left join organizations organization on organization.school_id = m.school_id
    and organization.id = item.organization_id
  left join lateral (${authorProjection('m.school_id', 'item.author_id')}) author on true`;

interface ContentRow extends Pick<
  AlertContent,
  'userId' | 'membershipId' | 'quiet' | 'isRead' | 'replyTo' | 'asks' | 'details'
> {
  id: string;
  email: string;
  token: string;
  kind: AlertedKind;
  school: AlertContent['school'];
  type: AlertedType;
  item_id: string;
  title: string;
  html: string | null;
  organization: string | null;
  author: string | null;
  since: Date | null;
  until: Date | null;
  attachments: { name: string; bytes: number }[];
  claims: OwnClaim[] | null;
  occasion: Occasion | null;
  rhythms: Partial<MailRhythms>;
  urgent: boolean;
}

/** The one reader of items for mails. */
@Injectable()
export class AlertContentsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly kinds: AlertKinds,
    private readonly choices: MailChoicesRepository,
  ) {}

  /** By id of the mail; a recipient who may not see the item now, or wants no mail, has none. Each has an address to unsubscribe by from now on. */
  async read(owed: OwedAlert[], now: Date): Promise<Map<string, AlertContent>> {
    await this.choices.open(owed);
    const content = contentOf(this.kinds.contents(), this.kinds.occasions());
    // To plan it takes 40 ms, and to read the contents 1 ms.
    const rows = await queryPrepared<ContentRow>(this.dataSource, content, [
      owed.map(({ schoolId }) => schoolId),
      now,
      owed.map(({ notificationId }) => notificationId),
      owed.map(({ id }) => id),
    ]);
    return new Map(rows.map((row) => [row.id, toContent(row)]));
  }
}

const toContent = ({ rhythms, urgent: isUrgent, ...row }: ContentRow): AlertContent => {
  const { type, item_id, title, html, organization, author, since, until, attachments, claims, ...mail } =
    row;
  const item = { type, id: item_id, title, html, organization, author, from: since, until };
  return {
    ...{ ...mail, isUrgent, rhythm: rhythmsOf(rhythms)[MAIL_KIND_OF[mail.kind]] },
    item: { ...item, attachments, claims },
  };
};
