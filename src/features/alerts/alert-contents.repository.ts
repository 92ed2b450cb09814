import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isNamedOn } from '../../policy/school-feature.js';
import { authorProjection } from '../publishing/item-projection.js';
import type { Alert, AlertedKind, AlertedType } from './alert.js';
import type { AlertContent, OwnClaim } from './alert-letter.js';
import { type AudienceViewer, isAddressedToEach } from '../../policy/audience.js';
import { isMeantFor } from './alert-audience.js';

const RECIPIENT: AudienceViewer = {
  school: 'm.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$2',
};

/** Only of a notification that is about such an item: the ids of others may be no uuid. */
const isTarget = (item: AlertedType): string =>
  `${item}.id = case when n.target_type = '${item}' then n.target_id::uuid end and ${item}.school_id = m.school_id`;

/** An alert of one of these kinds that is for the recipient still. */
const isAlert = (item: AlertedType, ...kinds: Alert['kind'][]): string => {
  const meant = kinds.map((kind) => `when '${kind}' then ${isMeantFor(kind, item, RECIPIENT)}`);
  return `${isTarget(item)} and case n.kind ${meant.join(' ')} else false end`;
};

const isOpen = (item: AlertedType): string =>
  `${item}.opens_at <= $2 and coalesce(${item}.closes_at > $2, true)`;

const isNotGone = (item: AlertedType): string => `coalesce(${item}.visible_until > $2, true)`;

/** What is told a second time is not written out again. */
const unless = (kind: Alert['kind'], html: string): string =>
  `case when n.kind <> '${kind}' then ${html} end`;

const attachmentsOf = (item: 'notice' | 'document'): string =>
  `(select coalesce(json_agg(json_build_object('name', file.file_name, 'bytes', file.size_bytes)
      order by file.position, file.id), '[]') from attachments file where file.${item}_id = ${item}.id)`;

const NOTICE = `
  select 'notice' as type, 'notices' as feature, notice.id, notice.title, notice.body as html, notice.organization_id,
    notice.created_by_membership_id as author_id, notice.starts_at as since, notice.expires_at as until,
    ${attachmentsOf('notice')} as attachments, null::json as claims
  from notices notice
  where ${isAlert('notice', 'notice_created')} and notice.starts_at <= $2 and notice.expires_at > $2`;

const DOCUMENT = `
  select 'document', 'document_library', document.id, document.title, document.description, document.organization_id,
    document.created_by_membership_id, document.created_at, null, ${attachmentsOf('document')}, null
  from documents document
  where ${isAlert('document', 'document_created')}`;

const POLL = `
  select 'poll', 'polls', poll.id, poll.title, ${unless('poll_closing', 'poll.description')}, poll.organization_id, null,
    poll.opens_at, poll.closes_at, '[]', null
  from polls poll
  where ${isAlert('poll', 'poll_opened', 'poll_closing')} and ${isOpen('poll')}`;

const SIGNUP = `
  select 'signup', 'signups', signup.id, signup.title, signup.description, signup.organization_id, null, signup.opens_at,
    signup.closes_at, '[]', null
  from signups signup
  where ${isAlert('signup', 'signup_opened')} and ${isOpen('signup')} and ${isNotGone('signup')}`;

/** No student is named: whose answers are asked for is seen where one has to sign in. */
const SLIP = `
  select 'permission_slip', 'signups', permission_slip.id, permission_slip.title,
    ${unless('slip_reminder', 'permission_slip.body')}, permission_slip.organization_id, null, permission_slip.opens_at,
    permission_slip.closes_at, '[]', null
  from permission_slips permission_slip
  where ${isAlert('permission_slip', 'slip_opened', 'slip_reminder')} and ${isOpen('permission_slip')}
    and ${isNotGone('permission_slip')}`;

/** Also for those for whom the sign-up is not meant any more: it is about what they had in it. */
const OWN_CLAIMS = `
  select 'signup', 'signups', signup.id, signup.title, null, signup.organization_id, null, null, null, '[]', own.claims
  from signups signup cross join lateral (
    select coalesce(json_agg(json_build_object('title', item.title, 'quantity', claim.quantity,
        'waits', claim.status = 'waitlisted', 'startsAt', item.starts_at, 'location', signup.location)
        order by item.starts_at nulls last, item.position, claim.id), '[]') as claims,
      coalesce(bool_or(claim.status = 'confirmed'), false) as has_place
    from signup_claims claim join signup_items item on item.id = claim.item_id
    where claim.signup_id = signup.id and claim.membership_id = m.id and claim.status <> 'withdrawn') own
  where ${isTarget('signup')} and case n.kind when 'signup_changed' then true when 'signup_promoted' then own.has_place
    else false end`;

/** Of what was taken back since, or who is no guardian any more, there is nothing to tell. */
const ANSWERED_SLIP = `
  select 'permission_slip', 'signups', permission_slip.id, permission_slip.title, null, permission_slip.organization_id,
    null, null, null, '[]', null
  from permission_slips permission_slip
  where ${isTarget('permission_slip')} and n.kind = 'slip_answered_by_other_guardian'
    and ${isNotGone('permission_slip')} and ${isAddressedToEach('permission_slip', RECIPIENT)} and exists (
      select from permission_slip_response_students given
      join permission_slip_responses response on response.id = given.response_id
        and response.signed_by_membership_id is distinct from m.id
      join guardians family on family.student_id = given.student_id and family.membership_id = m.id
      where given.slip_id = permission_slip.id and given.is_current)`;

/**
 * SQL of the item of a notification `n` as its reader, the member `m`, would see it at $2; none where they would not see
 * it, or it does not concern them any more.
 */
export const ALERTED_ITEM = [NOTICE, DOCUMENT, POLL, SIGNUP, SLIP, OWN_CLAIMS, ANSWERED_SLIP].join(
  ' union all ',
);

const CONTENT = `
  select d.id, person.email, choice.token, n.kind,
    json_build_object('id', school.id, 'name', school.name, 'timeZone', school.time_zone, 'locale', school.locale) as school,
    item.type, item.id as item_id, item.title, item.html, item.since, item.until, item.attachments, item.claims,
    organization.name as organization, author.name as author
  from mail_deliveries d
  join notifications n on n.id = d.notification_id
  join memberships m on m.id = n.membership_id and m.deactivated_at is null
  join users person on person.id = m.user_id and person.email_verified_at is not null
  join mail_choices choice on choice.membership_id = m.id and choice.unsubscribed_at is null
  join schools school on school.id = m.school_id
  join lateral (${ALERTED_ITEM}) item on ${isNamedOn('school', 'item.feature')}
  left join organizations organization on organization.id = item.organization_id
  left join lateral (${authorProjection('item.author_id')}) author on true
  where d.id = any ($1::uuid[])`;

interface ContentRow {
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

const toContent = ({
  id,
  email,
  token,
  kind,
  school,
  item_id,
  since,
  ...item
}: ContentRow): AlertContent => ({
  ...{ id, email, token, kind, school },
  item: { ...item, id: item_id, from: since },
});
