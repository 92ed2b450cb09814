import type { MailDetails } from '../../../platform/mail/queued-mail.entity.js';
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
  created_at: 'timestamptz',
  school_id: 'uuid',
  organization_id: 'uuid',
  audience_type: 'text',
  audience_years: 'int[]',
  audience_organization_ids: 'uuid[]',
} as const;

type StoredEvent = Record<keyof typeof COLUMNS, unknown>;

/** SQL of the row `was` of a row `mail`; one without values where the mail is about no change. */
export const FORMER_EVENT = `jsonb_to_record(coalesce(mail.details -> 'was', '{}')) as was(${Object.entries(
  COLUMNS,
)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`;

/** `more`: other dates of the series have changed as well. */
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
  created_at: event.createdAt,
  school_id: event.schoolId,
  organization_id: event.organizationId,
  audience_type: event.audienceType,
  audience_years: event.audienceYears,
  audience_organization_ids: event.audienceOrganizationIds,
});
