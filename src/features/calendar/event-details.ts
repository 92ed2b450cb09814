import { audienceFrom } from '../../access/audience-input.js';
import { kept } from '../../http/kept.js';
import { storedRichText } from '../../rich-text/stored-rich-text.js';
import type { CalendarEvent } from './calendar-event.entity.js';
import type { EventFields } from './event-fields.dto.js';

/** What an event and a series have in common, by the name under which an occurrence may differ from its series. */
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
} as const satisfies Record<string, readonly (keyof CalendarEvent)[]>;

export type DetailName = keyof typeof COLUMNS;
export type EventDetails = Pick<CalendarEvent, (typeof COLUMNS)[DetailName][number]>;

export const DETAIL_NAMES = Object.keys(COLUMNS) as DetailName[];

/** The columns of one detail, as this event or series has them. */
export const detailOf = (name: DetailName, { ...of }: EventDetails): Partial<EventDetails> =>
  Object.fromEntries(COLUMNS[name].map((column) => [column, of[column]]));

export const detailsOf = (of: EventDetails): EventDetails =>
  Object.assign({}, ...DETAIL_NAMES.map((name) => detailOf(name, of))) as EventDetails;

type DetailInput = EventFields & { title?: string };

export const givenDetails = (input: DetailInput): DetailName[] =>
  DETAIL_NAMES.filter((name) => input[name] !== undefined);

/**
 * As they are stored: what is given, else what is there, else the default (contract section 14, rule 1).
 * @throws ValidationFailedError for a description that is too long
 */
export function detailsFrom(input: DetailInput, present: EventDetails | null): EventDetails {
  const organizationId = kept(input.organization_id, present?.organizationId);
  return {
    title: input.title ?? present?.title ?? '',
    description:
      input.description === undefined
        ? (present?.description ?? null)
        : storedRichText('description', input.description),
    location: kept(input.location, present?.location),
    categoryId: kept(input.category_id, present?.categoryId),
    tags: (input.tags === undefined ? present?.tags : input.tags) ?? [],
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
    eventType: (input.event_type === undefined ? present?.eventType : input.event_type) ?? 'other',
    homeAway: kept(input.home_away, present?.homeAway),
    opponent: kept(input.opponent, present?.opponent),
    uniform: kept(input.uniform, present?.uniform),
  };
}
