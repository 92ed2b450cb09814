import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aList } from '../../support/list.factory.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aDocumentRow, aNoticeRow } from '../../support/publication.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { expectError } from '../../support/errors.js';
import { rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBeside } from '../../support/processes/two-processes.js';

const ROUNDS = rounds(6);
const WRITERS = 4;

let t: TestApp;
let there: ServiceProcess;
let school: TestSchool;
let admin: TestMember;
let ada: Student;
let calendar: TestCalendar;
beforeAll(async () => {
  t = await startTestApp();
  there = await startBeside(t);
  school = await aSchool(t);
  admin = await school.admin();
  ada = await school.student();
  await school.guardian(ada, { membershipId: admin.membershipId });
  calendar = new TestCalendar(t, school, admin.token);
}, 90_000);
afterAll(async () => {
  await there.stop();
  await t.close();
});

/** A person has 200 at most: those of the rounds before go. */
const list = async (): Promise<string> => {
  await t.dataSource.query('delete from lists where owner_membership_id = $1', [admin.membershipId]);
  return `/lists/${(await aList(t, school, admin)).id}`;
};
const event = async (): Promise<string> => `${calendar.path}/events/${await calendar.anEvent()}`;
const series = async (): Promise<string> => `${calendar.path}/series/${await calendar.aSeries()}`;
const occurrence = async (): Promise<string> => {
  const { body } = await calendar.send('GET', `/series/${await calendar.aSeries()}/occurrences`);
  return `${calendar.path}/events/${body.events[3].id}`;
};

const document = async (): Promise<string> =>
  `/schools/${school.id}/documents/${(await aDocumentRow(t, school)).id}`;
const notice = async (): Promise<string> =>
  `/schools/${school.id}/notices/${(await aNoticeRow(t, school)).id}`;
/** A claim has no address to be read at: it is changed as one of the sign-up that its author has read. */
const claim = async (): Promise<{ read: string; write: string }> => {
  const signup = await aSignup(t, school, { Cake: {} });
  const id = await signup.claimed(admin, 'Cake');
  return { read: `/signups/${signup.id}`, write: `/signups/${signup.id}/claims/${id}` };
};
/** No more has an answer: it is one of the slip that its guardian has read. */
const answer = async (): Promise<{ read: string; write: string }> => {
  const slip = await aPermissionSlip(t, school);
  const client = new SlipClient(t, slip.id);
  const { body } = await client.answer(admin, { student_id: ada.id, decision: 'granted' });
  return { read: `/permission-slips/${slip.id}`, write: `/permission-slips/${slip.id}/responses/${body.id}` };
};

type Kind = [
  what: string,
  method: 'PATCH' | 'PUT' | 'DELETE',
  item: () => Promise<string | { read: string; write: string }>,
  body: ((at: number) => object) | null,
];
const KINDS: Kind[] = [
  ['a list', 'PATCH', list, (at) => ({ name: `Bus ${at}` })],
  ['a list', 'DELETE', list, null],
  [
    'a note',
    'PUT',
    async () => `/students/${ada.id}/note`,
    (at) => ({ body: `Writer ${at}, ${Math.random()}` }),
  ],
  [
    'the own contact',
    'PATCH',
    async () => '/me/contact',
    (at) => ({ first_name: `Iris ${at}, ${Math.random()}`, last_name: 'Park', phone: '+1 555 0177' }),
  ],
  [
    'an organization',
    'PATCH',
    async () => `/organizations/${(await anOrganization(t, school)).id}`,
    (at) => ({ meeting_info: `Room ${at}` }),
  ],
  ['a document', 'PATCH', document, (at) => ({ title: `Handbook ${at}` })],
  ['a document', 'DELETE', document, null],
  ['a notice', 'PATCH', notice, (at) => ({ title: `Snow day ${at}` })],
  ['a notice', 'DELETE', notice, null],
  ['a claim', 'PATCH', claim, (at) => ({ quantity: at + 2 })],
  ['a claim', 'DELETE', claim, null],
  ['an answer to a slip', 'PATCH', answer, (at) => ({ decision: 'granted', note: `Writer ${at}` })],
  ['an event', 'PATCH', event, (at) => ({ title: `Picnic ${at}` })],
  ['an event', 'DELETE', event, null],
  ['an occurrence', 'PATCH', occurrence, (at) => ({ title: `Practice ${at}` })],
  ['a series', 'PATCH', series, (at) => ({ title: `Practice ${at}` })],
  ['a series', 'DELETE', series, null],
];

describe(`${WRITERS} at once, at two processes, who have all seen the same state of`, () => {
  it.each(KINDS)(
    '%s: one %s is done, the others are told',
    async (_what, method, item, body) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const made = await item();
        const { read, write } = typeof made === 'string' ? { read: made, write: made } : made;
        const { headers } = await t.api.get(read, { token: admin.token });
        const answers = await Promise.all(
          Array.from({ length: WRITERS }, (_, at) =>
            (at % 2 ? t : there).api.send(method, write, {
              token: admin.token,
              headers: { 'if-match': headers.get('etag') ?? '' },
              ...(body && { body: body(at) }),
            }),
          ),
        );
        const others = answers.filter(({ status }) => status !== 200 && status !== 204);
        expect(others).toHaveLength(WRITERS - 1);
        for (const other of others) {
          // What is gone is gone: there is no state left to differ from.
          if (method === 'DELETE' && other.status === 404) expectError(other, 404, 'not_found');
          else expectError(other, 409, 'conflict', 'stale');
        }
      }
    },
    timeFor(ROUNDS),
  );
});
