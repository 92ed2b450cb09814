import type { MailDetails } from '../../../platform/mail/queued-mail.entity.js';
import type { FeedTimes } from '../feed/feed-content.js';
import type { CalendarEvent } from '../events/calendar-event.entity.js';
import type { EventNotification } from './notifications-of-write.js';

/**
 * The event before the change, as the mail stores it until it is sent: an occurrence may be gone from its table by then, and its
 * audience with it.
 */
const COLUMNS = {
  title: 'text',
  location: 'text',
  all_day: 'boolean',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  start_date: 'date',
  end_date: 'date',
  arrival_at: 'timestamptz',
  cancelled: 'boolean',
  time_zone: 'text',
  sequence: 'int',
  created_at: 'timestamptz',
  school_id: 'uuid',
  organization_id: 'uuid',
  audience_type: 'text',
  audience_years: 'int[]',
  audience_organization_ids: 'uuid[]',
} as const;

type StoredEvent = Record<keyof typeof COLUMNS, unknown>;

/** What of it is read again from the JSON of the mail. */
export interface FormerEvent extends FeedTimes {
  title: string;
  location: string | null;
  time_zone: string;
  sequence: number;
  /** UTC. */
  created_at: string;
}

export interface ChangeDetails {
  was: FormerEvent;
  /** Other dates of the series have changed as well. */
  more?: true;
}

/** SQL of the row `was` of a row `mail`; one without values where the mail is about no change. */
export const FORMER_EVENT = `jsonb_to_record(coalesce(mail.details -> 'was', '{}')) as was(${Object.entries(
  COLUMNS,
)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`;

export const changeDetails = ({ was, hasMore }: EventNotification): MailDetails => ({
  was: stored(was),
  ...(hasMore && { more: true }),
});

const stored = (event: CalendarEvent): StoredEvent => ({
  title: event.title,
  location: event.location,
  all_day: event.allDay,
  starts_at: event.startsAt,
  ends_at: event.endsAt,
  start_date: event.startDate,
  end_date: event.endDate,
  arrival_at: event.arrivalAt,
  cancelled: event.status === 'cancelled',
  time_zone: event.timeZone,
  sequence: event.sequence,
  created_at: event.createdAt,
  school_id: event.schoolId,
  organization_id: event.organizationId,
  audience_type: event.audienceType,
  audience_years: event.audienceYears,
  audience_organization_ids: event.audienceOrganizationIds,
});
