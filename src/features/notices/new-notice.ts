import { createHash, randomUUID } from 'node:crypto';
import { audienceFrom } from '../../policy/audience.dto.js';
import { invalidField } from '../../platform/errors/app-error.js';
import { merged } from '../../platform/text/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import type { DetailsOf, Origin } from '../publishing/publication.js';
import type { NoticeChanges, NoticeInput } from './notice.dto.js';
import type { Notice } from './notice.entity.js';

/** @throws ValidationFailedError */
export function newNotice(input: NoticeInput, origin: Origin, now: Date): Notice {
  return {
    ...detailsFrom(input, null, now),
    ...origin,
    id: randomUUID(),
    lastReminderAt: null,
    alertedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws ValidationFailedError */
export const changedNotice = (notice: Notice, input: NoticeChanges, now: Date): Notice => ({
  ...notice,
  ...detailsFrom(input, notice, now),
  updatedAt: now,
});

/**
 * A new notice is one that will be shown.
 * @throws ValidationFailedError
 */
export function assertWillBeVisible({ startsAt, expiresAt }: Notice, now: Date): void {
  if (expiresAt <= now) throw invalidField('expires_at', 'expires_at must be later than now');
  if (expiresAt <= startsAt) throw invalidField('expires_at', 'expires_at must be later than starts_at');
}

/**
 * One that has ended may have ended before it began; any other has a time in which it is shown.
 * @throws ValidationFailedError
 */
export function assertEndsAfterItStarts(
  { startsAt, expiresAt }: Notice,
  input: NoticeChanges,
  now: Date,
): void {
  const moves = input.starts_at !== undefined || input.expires_at !== undefined;
  if (moves && expiresAt > now && expiresAt <= startsAt)
    throw invalidField('expires_at', 'expires_at must be later than starts_at');
}

function detailsFrom(input: NoticeChanges, present: Notice | null, now: Date): DetailsOf<Notice> {
  const organizationId = merged(input.organization_id, present?.organizationId);
  const title = input.title ?? present?.title ?? '';
  const body = input.body === undefined ? (present?.body ?? '') : storedBody(input.body);
  const asks = merged(input.acknowledge, present && present.acknowledgeVersion !== null) ?? false;
  return {
    title,
    body,
    acknowledgeVersion: asks ? textVersion(title, body) : null,
    startsAt: input.starts_at === undefined && present ? present.startsAt : instant(input.starts_at, now),
    expiresAt: instant(input.expires_at, present?.expiresAt ?? now),
    pinned: merged(input.pinned, present?.pinned) ?? false,
    urgent: merged(input.urgent, present?.urgent) ?? false,
    replyToAuthor: merged(input.reply_to_author, present?.replyToAuthor) ?? false,
    reach: merged(input.reach, present?.reach) ?? 'members',
    categoryId: merged(input.category_id, present?.categoryId),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
  };
}

/** What a person acknowledges: SHA-256 of the title, a line break and the body as HTML, in hex. */
export const textVersion = (title: string, body: string): string =>
  createHash('sha256').update(`${title}\n${body}`).digest('hex');

/** A body that shows nothing is none. */
function storedBody(given: string): string {
  const html = storedRichText('body', given);
  if (html === null) throw invalidField('body', 'body should not be empty');
  return html;
}

const instant = (given: string | null | undefined, fallback: Date): Date =>
  given ? new Date(given) : fallback;
