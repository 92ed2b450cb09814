import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ADA, EVERYTHING } from '../content/a-content-file.js';

const change = <Entry>(entries: Entry[] | undefined | null, ...changes: Partial<Entry>[]): Entry[] =>
  (entries ?? []).map((entry, at) => ({ ...entry, ...changes[at] }));

/** All parts in another way than `EVERYTHING`. */
export const CHANGED: ContentFile = {
  school_details: { title: 'Who we are', description: 'Three' },
  categories: change(EVERYTHING.categories, { color: '#000000' }, {}).concat({
    name: 'New',
    color: '#123456',
  }),
  students: change(
    EVERYTHING.students,
    { first_name: 'Adele', phone: '555-0199', address: null, guardians: ADA.guardians.slice(0, 1) },
    { archived: false },
  ),
  members: change(EVERYTHING.members, { students: [] }, { first_name: 'Inez' }),
  staff: change(EVERYTHING.staff, { title: 'Principal' }),
  menus: change(EVERYTHING.menus, { items: 'Soup', allergens: [] }),
  organizations: change(EVERYTHING.organizations, {
    ...{ name: 'Football', students: ['s-2'], parents: [], archived: true },
    editors: [{ email: 'maria@example.org', revoked: true }],
  }),
  events: change(EVERYTHING.events, { title: 'Big fair', end_date: '2026-10-04', category: 'Forms' }),
  series: change(EVERYTHING.series, { rrule: 'FREQ=DAILY;COUNT=2', title: 'Training' }),
  polls: change(EVERYTHING.polls, { title: 'Lunch' }),
  signups: change(EVERYTHING.signups, {
    title: 'Sale',
    items: [{ title: 'Cake', capacity: 5 }, { title: 'Pie' }],
  }),
  permission_slips: change(EVERYTHING.permission_slips, { title: 'Rides' }),
  notices: change(EVERYTHING.notices, { title: 'Dry', body: '<p>No mud.</p>', organization: null }),
  documents: change(EVERYTHING.documents, { title: 'Way' }),
};
