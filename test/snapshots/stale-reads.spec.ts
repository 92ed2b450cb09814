import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { TestCalendar } from '../support/calendar.factory.js';
import type { ApiAnswer, ApiClient } from '../support/api-client.js';
import { aSchool, type TestGuardian, type TestMember, type TestSchool } from '../support/school.factory.js';
import { anOrganization, aStaffMember, type TestOrganization } from '../support/organization.factory.js';
import { aMenu } from '../support/menu.factory.js';
import { figure } from '../support/proofs/figures.js';
import { startServiceProcess, type ServiceProcess } from '../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** Reads after a committed write on another process, and as many while writes go on; `STALE_READS=10000` for all. */
const READS = Number(process.env.STALE_READS ?? 80);
const WHOLE_MS = 60_000 + READS * 200;

let t: TestApp;
let there: ServiceProcess;
let processes: ApiClient[];
let school: TestSchool;
let ada: Student;
let ben: Student;
let parent: TestGuardian;
let stranger: TestMember;
let admin: TestMember;
let club: TestOrganization;
/** Events. */
let picnic: string;
let ofClub: string;

beforeAll(async () => {
  t = await startTestApp();
  there = await startServiceProcess({
    DATABASE_URL: t.databaseUrl,
    AUTH_SIGNING_KEY: t.settings.signingKey ?? '',
    SITE_URL: t.settings.siteUrl,
    LOG_LEVEL: 'silent',
  });
  processes = [t.api, there.api];
  school = await aSchool(t);
  [ada, ben] = [await school.studentAtHome(), await school.student({ firstName: 'Ben' })];
  parent = await school.parentOf(ada);
  [stranger, admin] = [await school.parent(), await school.admin()];
  await aStaffMember(t, school);
  await (await anOrganization(t, school, {})).enroll(ada);
  club = await anOrganization(t, school, {});
  const calendar = new TestCalendar(t, school, admin.token);
  [picnic, ofClub] = [await calendar.anEvent(), await calendar.anEvent({ organization_id: club.id })];
  await aMenu(t, school);
}, 90_000);
afterAll(async () => {
  await there.stop();
  await t.close();
});

const sql = (text: string, ...parameters: unknown[]): Promise<unknown> =>
  t.dataSource.query(text, parameters);
const read = (api: ApiClient, path: string, { token }: TestMember = stranger): Promise<ApiAnswer> =>
  api.get(`/schools/${school.id}/${path}`, { token });

interface Shown {
  id: string;
  first_name: string;
  latitude: number | null;
  note: string | null;
  guardians: { id: string; membership_id: string; phone: string | null }[];
}
const studentsFor = async (
  api: ApiClient,
  viewer = stranger,
  path = 'students?full=true',
): Promise<Shown[]> => (await read(api, path, viewer)).body.students;
const adaFor = async (api: ApiClient, viewer = stranger): Promise<Shown> =>
  (await studentsFor(api, viewer)).find(({ id }) => id === ada.id)!;
const guardianFor = async (api: ApiClient, viewer = stranger) =>
  (await adaFor(api, viewer)).guardians.find(({ id }) => id === parent.guardianId);
const eventsFor = async (api: ApiClient, viewer: TestMember): Promise<string[]> =>
  (await read(api, 'calendar', viewer)).body.events.map(({ id }: { id: string }) => id);
const setOwn = (api: ApiClient, what: string, body: object): Promise<ApiAnswer> =>
  api.patch(`/me/${what}`, { token: parent.token, body });

let newcomer: TestGuardian;

/** What is written, by one process where it has an operation, and whether a reader of another one sees it. */
const CHANGES: Record<
  string,
  {
    write: (n: number, api: ApiClient) => Promise<unknown>;
    isSeen: (n: number, api: ApiClient) => Promise<boolean>;
  }
> = {
  'a name': {
    write: (n) => sql('update students set first_name = $2 where id = $1', ada.id, `Ada ${n}`),
    isSeen: async (n, api) =>
      (await studentsFor(api, stranger, 'students')).some(({ first_name }) => first_name === `Ada ${n}`),
  },
  'a contact': {
    write: (n, api) =>
      setOwn(api, 'contact', { first_name: 'Iris', last_name: 'Vale', phone: `+1 555 ${n}` }),
    isSeen: async (n, api) => (await guardianFor(api, admin))?.phone === `+1 555 ${n}`,
  },
  'a hidden or shown contact': {
    write: (n, api) =>
      setOwn(api, 'profile-visibility', { profile_visibility: n % 2 ? 'name_only' : 'full' }),
    isSeen: async (n, api) => ((await guardianFor(api))?.phone === null) === (n % 2 === 1),
  },
  'a hidden or shown address': {
    write: (n, api) => setOwn(api, 'address-visibility', { address_visible: n % 2 === 0 }),
    isSeen: async (n, api) => ((await adaFor(api)).latitude === null) === (n % 2 === 1),
  },
  'a hidden or shown marker': {
    write: (n, api) => setOwn(api, 'address-visibility', { address_visible: n % 2 === 1 }),
    isSeen: async (n, api) => (await read(api, 'map-markers')).body.markers.length === n % 2,
  },
  'a note': {
    write: (n, api) =>
      api.put(`/students/${ada.id}/note`, { token: parent.token, body: { body: `Note ${n}` } }),
    isSeen: async (n, api) => (await adaFor(api, parent)).note === `Note ${n}`,
  },
  'what one is told of oneself': {
    write: (n) => sql('update users set last_name = $2 where id = $1', parent.userId, `Vale ${n}`),
    isSeen: async (n, api) => (await api.get('/me', parent)).body.user.last_name === `Vale ${n}`,
  },
  'a student who is archived or comes back': {
    write: (n) =>
      sql('update students set archived_at = $2 where id = $1', ben.id, n % 2 ? new Date() : null),
    isSeen: async (n, api) =>
      (await studentsFor(api, stranger, 'students')).some(({ id }) => id === ben.id) === (n % 2 === 0),
  },
  'whom an event is for': {
    write: (n) =>
      sql('update events set audience_type = $2 where id = $1', picnic, n % 2 ? 'admins' : 'school'),
    isSeen: async (n, api) => (await eventsFor(api, parent)).includes(picnic) === (n % 2 === 0),
  },
  'who is in an organization with an event': {
    write: (n) => (n % 2 ? club.addParent(parent) : sql('delete from organization_parents')),
    isSeen: async (n, api) => (await eventsFor(api, parent)).includes(ofClub) === (n % 2 === 1),
  },
  'a member who joins': {
    write: async () => (newcomer = await school.parentOf(ada)),
    isSeen: async (_, api) =>
      (await adaFor(api)).guardians.some(({ membership_id }) => membership_id === newcomer.membershipId),
  },
  'a member who leaves': {
    write: (_, api) => api.post(`/me/leave-school/${newcomer.membershipId}`, { token: newcomer.token }),
    isSeen: async (_, api) =>
      (await read(api, 'students', newcomer)).status === 403 &&
      !(await adaFor(api)).guardians.some(({ membership_id }) => membership_id === newcomer.membershipId),
  },
  'a membership that is turned off or on': {
    write: (n) =>
      sql(
        'update memberships set deactivated_at = $2 where id = $1',
        parent.membershipId,
        n % 2 ? new Date() : null,
      ),
    isSeen: async (n, api) => (await read(api, 'students', parent)).status === (n % 2 ? 403 : 200),
  },
  'a feature that is turned off or on': {
    write: (n) => school.setFeatures({ staff_directory: n % 2 === 0 }),
    isSeen: async (n, api) => (await read(api, 'staff')).status === (n % 2 ? 404 : 200),
  },
  'an organization of a student': {
    write: (n) => sql('update organizations set name = $2 where school_id = $1', school.id, `Team ${n}`),
    isSeen: async (n, api) =>
      (await api.get(`/students/${ada.id}`, { token: stranger.token })).body.organizations[0].name ===
      `Team ${n}`,
  },
  'a star': {
    write: (n, api) =>
      api.send(n % 2 ? 'POST' : 'DELETE', `/students/${ada.id}/star`, { token: admin.token }),
    isSeen: async (n, api) =>
      (await api.get(`/students/${ada.id}`, { token: admin.token })).body.starred === (n % 2 === 1),
  },
  'a member of staff': {
    write: async (n) => {
      await school.setFeatures({});
      await sql('update staff_members set title = $2 where school_id = $1', school.id, `Title ${n}`);
    },
    isSeen: async (n, api) => (await read(api, 'staff')).body.staff[0].title === `Title ${n}`,
  },
  'a menu': {
    write: (n) => sql('update menu_entries set items = $2 where school_id = $1', school.id, `Soup ${n}`),
    isSeen: async (n, api) => (await read(api, 'menus')).body.menus[0].items === `Soup ${n}`,
  },
};

describe('two processes', () => {
  it(
    'show each change at the next read, whichever of them has made it',
    async () => {
      const stale: string[] = [];
      let reads = 0;
      for (let n = 1; reads < READS; n += 1) {
        // Nobody who is turned off can change anything.
        await sql('update memberships set deactivated_at = null where id = $1', parent.membershipId);
        for (const [what, { write, isSeen }] of Object.entries(CHANGES)) {
          const [writer, reader] = n % 2 ? processes : processes.toReversed();
          await write(n, writer!);
          for (const api of [reader!, writer!]) {
            reads += 1;
            if (!(await isSeen(n, api))) stale.push(what);
          }
        }
      }
      figure('Stale reads after a commit, over two processes', `${stale.length} of ${reads}`, '0 of 10,000');
      expect(stale).toEqual([]);
    },
    WHOLE_MS,
  );

  it(
    'show nothing older than what was committed before a request, however many read while it is written',
    async () => {
      await sql('update memberships set deactivated_at = null where id = $1', parent.membershipId);
      let committed = 0;
      let reads = 0;
      const stale: string[] = [];
      const readOn = async (api: ApiClient, viewer: TestMember, path: string): Promise<void> => {
        while (reads < READS) {
          reads += 1;
          const before = committed;
          const shown = await studentsFor(api, viewer, path);
          const name = shown.find(({ id }) => id === ada.id)!.first_name;
          if (!(Number(name) >= before)) stale.push(`${path}: ${name} after ${before}`);
        }
      };
      const rename = (): Promise<unknown> =>
        sql('update students set first_name = $2 where id = $1', ada.id, String(committed + 1));
      await rename();
      const readers = processes.flatMap((api) => [
        readOn(api, stranger, 'students'),
        readOn(api, admin, 'students?full=true'),
        readOn(api, parent, 'students?full=true'),
        readOn(api, stranger, 'students?full=true'),
      ]);
      while (reads < READS) {
        await rename();
        committed += 1;
      }
      await Promise.all(readers);
      figure(
        'Stale reads while writes go on, over two processes',
        `${stale.length} of ${reads}`,
        '0 of 10,000',
      );
      expect(stale).toEqual([]);
    },
    WHOLE_MS,
  );
});
