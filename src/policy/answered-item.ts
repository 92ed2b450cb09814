import { type AudienceViewer, isManagedBy } from './audience.js';

/*
 * Conditions for what a school asks for answers to: rows of `polls`, `signups` and `permission_slips`. A draft has no opens_at;
 * a deleted row stays, for the answers that people have given (contract section 15, rule 3).
 */

export const ANSWERED_STATES = ['draft', 'upcoming', 'open', 'closed', 'deleted'] as const;
export type AnsweredState = (typeof ANSWERED_STATES)[number];

/** Days in which its managers still see a deleted row, and may bring it back. */
export const UNDO_DAYS = 30;

/** True for a row from its opens_at on, unless it was deleted. */
export const isOpened = (item: string, now: string): string =>
  `(${item}.opens_at <= ${now}::timestamptz and ${item}.deleted_at is null)`;

/** True for a row that is there, or was deleted so short a time ago that the deletion can be undone. */
export const isRetained = (item: string, now: string): string =>
  `coalesce(${item}.deleted_at > ${now}::timestamptz - interval '${UNDO_DAYS} days', true)`;

/** True for a row that the caller may see and change as its manager, at any time. */
export const isManageable = (item: string, viewer: AudienceViewer): string =>
  `(${isManagedBy(item, viewer)} and ${isRetained(item, viewer.now)})`;

/** SQL for its AnsweredState. @param ends SQL of the moment from which on it is closed */
export const answeredState = (item: string, now: string, ends = `${item}.closes_at`): string => `
  case when ${item}.deleted_at is not null then 'deleted' when ${item}.opens_at is null then 'draft'
    when ${item}.opens_at > ${now}::timestamptz then 'upcoming'
    when ${ends} <= ${now}::timestamptz then 'closed' else 'open' end`;
