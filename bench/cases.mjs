/** The calls that are measured: what is sent to the service and what to the baseline. */

/** A server that does less than the service, and is measured beside it. */
const CEILINGS = ['socket'];

/** Those whose answers are the same text, whoever asks. */
export function plainCases({ small, large }) {
  const [inSmall, inLarge] = [small, large].map((school) => (path) => ({
    path: `/api/v1/schools/${school.id}/${path}`,
    school,
  }));
  return [
    { id: 'roster-600', title: 'roster, 600 students', ...inSmall('students'), ceilings: CEILINGS },
    {
      id: 'roster-5000',
      title: 'roster, 5,000 students',
      ...inLarge('students'),
      ceilings: CEILINGS,
      slow: true,
    },
    { id: 'full-600', title: 'full roster, 600', ...inSmall('students?full=true') },
    { id: 'full-5000', title: 'full roster, 5,000', ...inLarge('students?full=true'), slow: true },
    { id: 'me', title: '/me', path: '/api/v1/me', school: small, ceilings: CEILINGS },
    { id: 'student', title: '/students/{id}', path: `/api/v1/students/${small.studentId}`, school: small },
    { id: 'markers-600', title: 'map markers, 600', ...inSmall('map-markers') },
    { id: 'calendar-500', title: 'calendar, 500 events', ...inSmall('calendar'), busyOnly: true },
    { id: 'staff-60', title: 'staff, 60 people', ...inSmall('staff'), busyOnly: true },
    { id: 'menus-360', title: 'menus, 360 meals', ...inSmall('menus'), busyOnly: true },
  ];
}

/**
 * All cases. `requests` makes what one measurement sends; `stamp` is another number each time.
 * @returns {{ id: string, title: string, requests: (server: string, stamp: number) => object[] }[]} with `slow` where
 *   an answer takes long, `busyOnly` where one connection says nothing, `ceilings` naming the servers that do less and
 *   are measured too, `unchanged` where the caller has the answer already, `each` where every request is sent once before
 *   any counts, and `missed` where all that is remembered is outdated before each pass
 */
export function speedCases(schools) {
  const [roster, ...others] = plainCases(schools).map((call) => ({ ...call, requests: () => [read(call)] }));
  return [roster, ...rosterAsked(roster), ...others, feedCase(schools), ...rostersInMotion(roster, schools)];
}

/** The same roster, asked for in other ways. */
const rosterAsked = (roster) => [
  {
    id: 'compressed-600',
    title: 'roster, 600, gzip or brotli accepted',
    requests: (server) => [read(roster, server === 'baseline' ? {} : { 'Accept-Encoding': 'gzip, br' })],
    busyOnly: true,
  },
  {
    ...roster,
    id: 'unchanged-600',
    title: 'roster, 600, unchanged (304)',
    unchanged: true,
    ceilings: [],
  },
];

const feedCase = ({ small }) => ({
  id: 'feed-500',
  title: 'feed of 500 events',
  requests: () => [feed(small)],
  busyOnly: true,
  slow: true,
});

/** Other schools, or another roster, each time. */
function rostersInMotion(roster, { small, many }) {
  const everywhere = many.map((school) => read({ path: `/api/v1/schools/${school.id}/students`, school }));
  return [
    {
      id: 'in-turn-600',
      title: `roster, 600, ${many.length} schools in turn`,
      requests: () => everywhere,
      each: true,
      busyOnly: true,
    },
    { id: 'miss-600', title: 'roster, 600, each read a miss', requests: () => everywhere, missed: true },
    {
      id: 'mixed-600',
      title: 'roster, 600, one write for 20 reads',
      requests: (_server, stamp) => withWrites(read(roster), small.writers, stamp),
    },
  ];
}

export const headersOf = ({ token }) => ({ Authorization: `Bearer ${token}` });

const read = ({ path, school }, more = {}) => ({
  path,
  headers: { ...headersOf(school.parent), ...more },
  status: 200,
});

/** The token in the address is all that a calendar app has. */
export const feed = ({ feedToken }) => ({
  path: `/api/calendar/subscribe/${feedToken}/feed.ics`,
  headers: {},
  status: 200,
});

/** A parent's new name, which the roster shows. No write of a measurement says what was there already. */
export const write = (writer, stamp) => ({
  method: 'PATCH',
  path: '/api/v1/me/contact',
  headers: headersOf(writer),
  body: JSON.stringify({ first_name: 'Wren', last_name: `Writer ${stamp}`, phone: '+1 555 010-0123' }),
  status: 200,
  beside: true,
});

const READS_A_WRITE = 20;

/** The writers in turn, twice with other names: two parents who write at once do not wait for each other. */
const withWrites = (roster, writers, stamp) =>
  [`${stamp} a`, `${stamp} b`].flatMap((name) =>
    writers.flatMap((writer) => [...Array(READS_A_WRITE).fill(roster), write(writer, name)]),
  );
