import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isAddressedToEach, type AudienceViewer } from '../../../access/audience.js';
import type { AlertedType } from '../alert.js';
import type { AlertContent } from './alert-content.js';

const RECIPIENT: AudienceViewer = {
  school: 'm.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$2',
};

/** Only of a notification that is about such an item: the ids of others may be no uuid. */
const isTarget = (item: AlertedType): string =>
  `${item}.id = case when n.target_type = '${item}' then n.target_id::uuid end and ${item}.school_id = m.school_id
    and ${isAddressedToEach(item, RECIPIENT)}`;

const attachmentsOf = (item: 'notice' | 'document'): string =>
  `(select coalesce(json_agg(json_build_object('name', file.file_name, 'bytes', file.size_bytes)
      order by file.position, file.id), '[]') from attachments file where file.${item}_id = ${item}.id)`;

/** What the recipient would see in the lists now. */
const ITEMS = `
  select 'notice' as type, 'notices' as feature, notice.id, notice.title, notice.body as html, notice.organization_id,
    notice.created_by_membership_id as author_id, notice.starts_at as since, notice.expires_at as until,
    ${attachmentsOf('notice')} as attachments
  from notices notice
  where ${isTarget('notice')} and notice.starts_at <= $2 and notice.expires_at > $2
  union all
  select 'document', 'document_library', document.id, document.title, document.description, document.organization_id,
    document.created_by_membership_id, document.created_at, null, ${attachmentsOf('document')}
  from documents document
  where ${isTarget('document')}
  union all
  select 'poll', 'polls', poll.id, poll.title, poll.description, poll.organization_id, null, poll.opens_at,
    poll.closes_at, '[]'
  from polls poll
  where ${isTarget('poll')} and poll.opens_at <= $2 and coalesce(poll.closes_at > $2, true)
  union all
  select 'signup', 'signups', signup.id, signup.title, signup.description, signup.organization_id, null, signup.opens_at,
    signup.closes_at, '[]'
  from signups signup
  where ${isTarget('signup')} and signup.opens_at <= $2 and coalesce(signup.closes_at > $2, true)`;

const CONTENT = `
  select d.id, person.email, choice.token,
    json_build_object('id', school.id, 'name', school.name, 'timeZone', school.time_zone, 'locale', school.locale) as school,
    item.type, item.id as item_id, item.title, item.html, item.since, item.until, item.attachments,
    organization.name as organization,
    nullif(concat_ws(' ', author.first_name, author.last_name), '') as author
  from mail_deliveries d
  join notifications n on n.id = d.notification_id
  join memberships m on m.id = n.membership_id and m.deactivated_at is null
  join users person on person.id = m.user_id and person.email_verified_at is not null
  join mail_choices choice on choice.membership_id = m.id and choice.unsubscribed_at is null
  join schools school on school.id = m.school_id
  join lateral (${ITEMS}) item on coalesce((school.features ->> item.feature)::boolean, true)
  left join organizations organization on organization.id = item.organization_id
  left join memberships author on author.id = item.author_id
  where d.id = any ($1::uuid[])`;

interface ContentRow {
  id: string;
  email: string;
  token: string;
  school: AlertContent['school'];
  type: AlertedType;
  item_id: string;
  title: string;
  html: string | null;
  organization: string | null;
  author: string | null;
  since: Date;
  until: Date | null;
  attachments: { name: string; bytes: number }[];
}

/** The one reader of items for mails: the items are others' to write. */
@Injectable()
export class AlertContentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By delivery; a recipient who may not see the item now, or wants no mail, has none. */
  async read(deliveryIds: string[], now: Date): Promise<Map<string, AlertContent>> {
    const rows = await this.dataSource.query<ContentRow[]>(CONTENT, [deliveryIds, now]);
    return new Map(rows.map((row) => [row.id, toContent(row)]));
  }
}

function toContent({ id, email, token, school, item_id, since, ...item }: ContentRow): AlertContent {
  const { type, title, html, organization, author, until, attachments } = item;
  return {
    id,
    email,
    token,
    school,
    item: { type, id: item_id, title, html, organization, author, from: since, until, attachments },
  };
}
