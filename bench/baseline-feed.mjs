import ical from 'ical-generator';

const DAY_MS = 86_400_000;

/** What most write who need a calendar feed: the library's own text of the rows. */
export function feedOf({ name, school_id: schoolId }, rows, siteUrl) {
  return ical({
    name,
    prodId: { company: 'School Directory', product: 'Calendar', language: 'EN' },
    ttl: 3600,
    events: rows.map((row) => entryOf(row, `${siteUrl}/schools/${schoolId}/events`, siteUrl)),
  }).toString();
}

function entryOf(row, events, siteUrl) {
  return {
    id: `${row.id}@${new URL(siteUrl).hostname}`,
    sequence: row.sequence,
    stamp: row.updated_at,
    lastModified: row.updated_at,
    ...timesOf(row),
    summary: row.title,
    location: row.location,
    description: row.description?.replace(/<[^>]*>/g, ''),
    categories: [...(row.category ? [row.category] : []), ...row.tags].map((label) => ({ name: label })),
    url: `${events}/${row.id}`,
    status: row.status.toUpperCase(),
  };
}

/** The end of whole days is the day after. */
function timesOf({
  all_day: allDay,
  starts_at: startsAt,
  ends_at: endsAt,
  start_date: first,
  end_date: last,
}) {
  if (!allDay) return { start: startsAt, end: endsAt };
  return { allDay, start: new Date(first), end: new Date(Date.parse(last) + DAY_MS) };
}
