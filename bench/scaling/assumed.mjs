/**
 * What is not measured: how a school is used, and what things cost. Change a value, run `node bench/scaling/main.mjs`,
 * and docs/scaling.md says what follows. Each as [value, unit, what it is].
 */
const TABLE = {
  students: [600, '', 'students of a school'],
  guardiansEach: [1.3, '', 'guardians of a student'],
  registered: [
    0.7,
    '',
    'share of guardians with an account (as in the bench); those of siblings are counted for each',
  ],
  visits: [1, 'a day', 'visits of a member on a school day'],
  schoolDays: [200, 'a year', 'school days'],
  busiestHour: [0.15, '', "share of a day's visits in its busiest hour, the same one for all schools"],
  peak: [3, '×', 'the busiest second of that hour against its average'],
  load: [0.5, '', 'share of what a process did in the bench that one is planned for'],
  subscribed: [0.3, '', 'share of members with the calendar in their phone'],
  polls: [6, 'a day', 'fetches of such a feed, spread over the day'],
  alerts: [
    1,
    'a day',
    'notifications, each with a mail, to every member on a school day; kept for 180 calendar days',
  ],
  burst: [60, 'minutes', "time within which a day's mails of all schools have to be out"],
  smtp: [
    0.1,
    's',
    'time that the mail server takes for a mail; a process that does the jobs sends eight at once',
  ],
  shownEach: [2.3, '', 'records (`disclosures`) that a look at one student makes; kept for a year'],
  renewals: [
    1,
    'a visit',
    'renewals of a session, each a row of `refresh_tokens`; one in use all year keeps all of them',
  ],
  otherRows: [
    1.2,
    '×',
    'all tables against those in the table of rows, without answers, polls, documents, organizations …',
  ],
  hotShare: [0.25, '', 'share of the database that is in use at one time, and should be in memory'],
  hotStudents: [0.25, '', 'share of students looked at one by one between two changes of their school'],
  photos: [0.6, '', 'share of students with a photo'],
  photoKb: [150, 'kB', 'an average photo'],
  filesMb: [150, 'MB', 'documents, attachments and pictures of menus of a school'],
  photosSeen: [5, 'a visit', 'photos that a client does not have yet'],
  poolSize: [10, '', 'connections of a process (`DATABASE_POOL_SIZE`)'],
  serverConnections: [4, '', 'connections behind PgBouncer for each core of the database'],
  webCores: [8, '', 'cores of a machine for processes, one of them for proxy and system'],
  nodeCores: [32, '', 'cores of the largest database machine that is wanted'],
  nodeTb: [2, 'TB', 'data of the largest database machine that is wanted: what can be restored in hours'],
  priceCore: [30, 'USD', 'a core with 4 GB of memory, a month'],
  priceDisk: [0.12, 'USD', 'a GB of fast disk, a month; each database is there twice'],
  priceObject: [0.025, 'USD', 'a GB in the object store, a month; a backup of each database is there, too'],
  priceEgress: [0.06, 'USD', 'a GB sent to clients'],
  priceMail: [0.1, 'USD', 'a thousand mails'],
};

export const ASSUMED = Object.entries(TABLE).map(([name, [value, unit, what]]) => ({
  name,
  value,
  unit,
  what,
}));
export const assumed = Object.fromEntries(ASSUMED.map(({ name, value }) => [name, value]));

/** What one visit asks for, and by which call of the bench it is priced. */
export const VISIT = [
  { what: 'who am I', count: 1, id: 'me' },
  { what: 'roster, unchanged since the last visit', count: 1, id: 'unchanged-600' },
  { what: 'roster, sent', count: 0.1, id: 'roster-600' },
  { what: 'full roster, sent', count: 0.1, id: 'full-600' },
  { what: 'roster, read anew after a change', count: 0.05, id: 'miss-600' },
  { what: 'a student', count: 1, id: 'student' },
  { what: 'the map', count: 0.1, id: 'markers-600' },
  { what: 'the calendar', count: 0.3, id: 'calendar-500' },
  { what: 'other lists (notices, polls, notifications …), each at the price of these', count: 3, id: 'news' },
  { what: 'a write, with the read that it makes anew', count: 0.3, id: 'mixed-600' },
];

export const STEPS = [1, 10, 100, 1_000, 10_000, 100_000];
