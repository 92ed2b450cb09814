import { audienceFrom } from '../../../policy/audience.dto.js';
import { merged } from '../../../platform/text/merged.js';
import { storedRichText } from '../../../platform/rich-text/rich-text.js';
import type { CalendarEvent } from './calendar-event.entity.js';
import type { EventFields } from './event-input.dto.js';
import { rsvpTermsFrom } from '../rsvp/rsvp-terms.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import type { ListedItem } from '../../publishing/publication.js';
import type { OriginalStart } from '../recurrence/series-times.js';

/** Columns that an event and a series have in common, by the name under which an occurrence may differ from its series. */
const COLUMNS = {
  title: ['title'],
  description: ['description'],
  location: ['location'],
  category_id: ['categoryId'],
  tags: ['tags'],
  organization_id: ['organizationId'],
  audience: ['audienceType', 'audienceYears', 'audienceOrganizationIds'],
  event_type: ['eventType'],
  home_away: ['homeAway'],
  opponent: ['opponent'],
  uniform: ['uniform'],
  rsvp: ['rsvpBy', 'rsvpLeadSeconds', 'rsvpCapacity'],
} as const satisfies Record<string, readonly (keyof CalendarEvent)[]>;

export type DetailName = keyof typeof COLUMNS;
export type EventDetails = Pick<CalendarEvent, (typeof COLUMNS)[DetailName][number]>;

export const DETAIL_NAMES = Object.keys(COLUMNS) as DetailName[];

/** The columns of one detail, as this event or series has them. */
export const detailOf = (name: DetailName, { ...of }: EventDetails): Partial<EventDetails> =>
  Object.fromEntries(COLUMNS[name].map((column) => [column, of[column]]));

export const detailsOf = (of: EventDetails): EventDetails =>
  Object.assign({}, ...DETAIL_NAMES.map((name) => detailOf(name, of))) as EventDetails;

/** What an event adds to the calendar. */
export const listedEvent = ({ organizationId, description }: EventDetails): ListedItem => ({
  organizationId,
  text: description,
});

type DetailInput = EventFields & { title?: string };

export const givenDetails = (input: DetailInput): DetailName[] =>
  DETAIL_NAMES.filter((name) => input[name] !== undefined);

/**
 * Details as they are stored: the given value, else the present one, else the default (contract section 14, rule 1).
 * @param begins the instant at which the event, or the first of the series, begins
 * @throws ValidationFailedError for a description that is too long, and answers that end after the start
 */
export function detailsFrom(
  input: DetailInput,
  present: EventDetails | null,
  begins: () => Date,
): EventDetails {
  const organizationId = merged(input.organization_id, present?.organizationId);
  return {
    title: input.title ?? present?.title ?? '',
    description:
      input.description === undefined
        ? (present?.description ?? null)
        : storedRichText('description', input.description),
    location: merged(input.location, present?.location),
    categoryId: merged(input.category_id, present?.categoryId),
    tags: (input.tags === undefined ? present?.tags : input.tags) ?? [],
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    eventType: (input.event_type === undefined ? present?.eventType : input.event_type) ?? 'other',
    homeAway: merged(input.home_away, present?.homeAway),
    opponent: merged(input.opponent, present?.opponent),
    uniform: merged(input.uniform, present?.uniform),
    ...rsvpTermsFrom(input.rsvp, present, begins),
  };
}

/** The target of an event's id: a single event, or an occurrence of a series. */
export type EventReference = { id: string } | OccurrenceReference;

export interface OccurrenceReference {
  seriesId: string;
  key: OriginalStart;
}

const OCCURRENCE = /^([0-9a-fA-F-]{36})_(\d{8}(?:T\d{6}Z)?)$/;

/** @throws NotFoundError for anything else: such an event does not exist (contract section 0, rule 2) */
export function parseEventId(eventId: string): EventReference {
  if (isUuid(eventId)) return { id: eventId };
  const [, seriesId, key] = OCCURRENCE.exec(eventId) ?? [];
  if (!isUuid(seriesId) || !key) throw new NotFoundError();
  return { seriesId, key };
}

/** The same of an input that may leave it out, or clear it. */
export function parseGivenEventId(eventId: string | null | undefined): EventReference | null | undefined {
  return eventId ? parseEventId(eventId) : eventId === undefined ? undefined : null;
}

/** `{seriesId}_{originalStart}` (contract section 1, CalendarEvent). */
export const occurrenceId = (seriesId: string, key: OriginalStart): string => `${seriesId}_${key}`;
