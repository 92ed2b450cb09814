import { isOpened } from '../../policy/answered-item.js';
import { type AudienceViewer, isAddressedToEach } from '../../policy/audience.js';
import { type AlertedType, CHANGE_ALERT_KINDS } from './alert.js';
import type { AlertKind, Schedule } from './alert-kinds.js';

/** The conditions of a read for every member `m` instead of the caller. */
export const EACH_MEMBER: AudienceViewer = {
  school: 'item.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$2',
};

/** The member of a notification whose mail is being written. */
export const RECIPIENT: AudienceViewer = { ...EACH_MEMBER, school: 'm.school_id' };

/** True where the alert is for the member now: asked of everyone when it is raised, and again when a mail is sent. */
export function isMeantFor(
  { isFor = isAddressedToEach, concerns }: AlertKind,
  item: string,
  member: AudienceViewer,
): string {
  const addressed = isFor(item, member);
  return concerns ? `(${addressed} and ${concerns(item, member)})` : addressed;
}

/** True for a row `item` until it disappears, which may be before it closes. */
export const NOT_GONE = 'coalesce(item.visible_until > $1, true)';

export const NOT_DELETED = 'item.deleted_at is null';

/** An item without an end does not end. */
const isOpen = (begins: string, ends: string): string =>
  `item.${begins} <= $1 and coalesce(item.${ends} > $1, true)`;

/**
 * True for an item that closes soon. A reminder is left out within a day of the alert, and for an item that was put off and
 * is not open yet.
 */
const IS_CLOSING = `${NOT_DELETED} and item.opens_at <= $1 and item.closes_at > $1 and item.closes_at <= $1::timestamptz + interval '24 hours'
  and item.alerted_at < item.closes_at - interval '24 hours'`;

/** Alerted when it opens. */
export const whenOpen = (begins: string, ends: string, ...conditions: string[]): Schedule => ({
  marker: 'alerted_at',
  moment: begins,
  due: [isOpen(begins, ends), ...conditions].join(' and '),
});

/** Alerted again on its last day. */
export const whenClosing = (...conditions: string[]): Schedule => ({
  marker: 'reminded_at',
  moment: 'closes_at',
  due: [IS_CLOSING, ...conditions].join(' and '),
});

/** SQL for mails: the row that a notification `n` is about, and of no other, whose ids may be no uuid. */
export const isMailedItem = (item: AlertedType): string =>
  `${item}.id = case when n.target_type = '${item}' then n.target_id::uuid end and ${item}.school_id = m.school_id`;

/** SQL for mails: an alert of one of these kinds that is for the recipient still. */
export const isMailedAlert = (item: AlertedType, kinds: AlertKind[]): string => {
  const meant = kinds.map((kind) => `when '${kind.kind}' then ${isMeantFor(kind, item, RECIPIENT)}`);
  return `${isMailedItem(item)} and case n.kind ${meant.join(' ')} else false end`;
};

export const isMailedOpen = (item: AlertedType): string =>
  `${isOpened(item, '$2')} and coalesce(${item}.closes_at > $2, true)`;

export const isMailedNotGone = (item: AlertedType): string =>
  `${item}.deleted_at is null and coalesce(${item}.visible_until > $2, true)`;

/** SQL for the body of a mail: empty in a second one about the same item. */
export const emptyWhenRepeated = ({ kind }: AlertKind, html: string): string =>
  `case when n.kind <> '${kind}' then ${html} end`;

/** SQL of a plain text as sanitised HTML, for the body of a mail; null where there is none. */
export const asMailedText = (text: string): string =>
  `'<p>' || replace(replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), e'\\n', '<br>') || '</p>'`;

export const mailedAttachments = (item: 'notice' | 'document'): string =>
  `(select coalesce(json_agg(json_build_object('name', file.file_name, 'bytes', file.size_bytes)
      order by file.position, file.id), '[]') from attachments file
    where file.school_id = ${item}.school_id and file.${item}_id = ${item}.id)`;

/** SQL for mails: the write has made other notifications of changes, which have no mail of their own. */
export const HAS_MORE_CHANGES = `(mail.details ? 'more' or exists (select from notifications other where other.school_id = n.school_id
  and other.membership_id = n.membership_id and other.created_at = n.created_at and other.id <> n.id
  and other.kind in (${CHANGE_ALERT_KINDS.map((kind) => `'${kind}'`).join(', ')})))`;
