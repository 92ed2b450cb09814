import { isUuid } from '../../access/uuid.js';
import { NotFoundError } from '../../errors/app-error.js';
import type { OriginalStart } from './recurrence/series-times.js';

/** What the id of an event names: a single event, or an occurrence of a series. */
export type EventReference = { id: string } | OccurrenceReference;

export interface OccurrenceReference {
  seriesId: string;
  key: OriginalStart;
}

const OCCURRENCE = /^([0-9a-fA-F-]{36})_(\d{8}(?:T\d{6}Z)?)$/;

/** @throws NotFoundError for anything else: such an event does not exist (contract section 0, rule 2) */
export function existingEventId(eventId: string): EventReference {
  if (isUuid(eventId)) return { id: eventId };
  const [, seriesId, key] = OCCURRENCE.exec(eventId) ?? [];
  if (!isUuid(seriesId) || !key) throw new NotFoundError();
  return { seriesId, key };
}

/** `{seriesId}_{originalStart}` (contract section 1, CalendarEvent). */
export const occurrenceId = (seriesId: string, key: OriginalStart): string => `${seriesId}_${key}`;
