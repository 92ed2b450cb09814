import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { AlertsService } from '../../../src/features/alerts/alerts.service.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { factsOf, HAS_PDF_READER } from '../../support/files/pdf-reader.js';
import { aSignatureInput } from '../../support/permission-slip.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../../imports/a-fed-app.js';
import {
  BAKE_SALE,
  CAR_POOL,
  CATEGORIES,
  CLUB,
  contentOf,
  DETAILS,
  EDITOR,
  EXCURSION,
  FIRST_RIDE,
  LUNCHES,
  OFFICE,
  parentOf,
  POLL,
  POLL_QUESTIONS,
  rosterOf,
  SEPTEMBER,
  TRIP,
  TRIP_QUESTION,
} from './an-office.js';
import { HAS_OFFICE, openedByLibreOffice } from './libre-office.js';

/*
 * The year of one office over HTTP alone, from a school whose roster was imported; another school is fed with the same by a
 * content file, and all that people read of both has to be the same but for ids.
 */

const STUDENTS = Number(process.env.OFFICE_STUDENTS ?? 8);
let t: ImportApp;
/** The school that its office feeds, and the one that is fed by a file. */
let ours: string;
let theirs: string;
const tokens = new Map<string, string>();
beforeAll(async () => {
  t = await startImportApp();
  t.clock.stopAt(SEPTEMBER);
  [ours, theirs] = [(await aSchool(t, { name: 'North' })).id, (await aSchool(t, { name: 'North' })).id];
  for (const school of [ours, theirs]) {
    const { errors } = await t.bring(school, rosterOf(STUDENTS));
    expect(errors).toEqual([]);
  }
  for (const email of [OFFICE, EDITOR, ...[...Array(STUDENTS).keys()].map(parentOf)]) {
    const { accessToken } = await t.app.get(OperatorTokensService).issue(email, 400 * 86_400);
    tokens.set(email, accessToken);
  }
}, 120_000);
afterAll(() => t.close());

async function send(by: string, method: string, path: string, body?: object): Promise<ApiAnswer> {
  const answer = await t.api.send(method, path, { token: tokens.get(by)!, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}
const get = async (by: string, path: string): Promise<ApiAnswer['body']> =>
  (await send(by, 'GET', path)).body;
const make = async (by: string, path: string, body: object): Promise<string> =>
  (await send(by, 'POST', path, body)).body.id;
const inSchool = (path: string, school = ours): string => `/schools/${school}${path}`;

/** What the office sends in September. */
async function begin(): Promise<void> {
  for (const category of CATEGORIES) await send(OFFICE, 'POST', inSchool('/categories'), category);
  const { categories } = await get(OFFICE, inSchool('/categories'));
  await send(OFFICE, 'PUT', inSchool('/categories/order'), { ids: idsOf(categories, CATEGORIES, 'name') });
  await send(OFFICE, 'PUT', inSchool('/school-details'), DETAILS);
  await send(OFFICE, 'POST', inSchool('/menus'), { menus: LUNCHES });
  const club = await make(OFFICE, inSchool('/organizations'), CLUB);
  // Access stays with the operator [specification 1.6].
  await t.bring(ours, { organizations: [contentOf().organizations![0]!] });
  const trips = categories.find(({ name }: { name: string }) => name === 'Trips').id;
  const event_id = await make(OFFICE, inSchool('/calendar/events'), { ...EXCURSION, category_id: trips });
  const questions = POLL_QUESTIONS.map(({ text, choices }) => ({
    text,
    choices: choices.map((choice) => ({ text: choice })),
  }));
  await make(OFFICE, inSchool('/polls'), { ...POLL, questions });
  await make(EDITOR, inSchool('/polls'), { ...POLL, title: 'Evening', organization_id: club, questions });
  await make(OFFICE, inSchool('/signups'), BAKE_SALE);
  const slots = { local_start: FIRST_RIDE, duration_minutes: 20, rrule: 'FREQ=WEEKLY;COUNT=26' };
  await make(OFFICE, inSchool('/signups'), { ...CAR_POOL, items: [{ title: 'Ride', capacity: 3, slots }] });
  await make(OFFICE, inSchool('/permission-slips'), { ...TRIP, event_id, questions: [TRIP_QUESTION] });
}

const idsOf = <Item extends Record<string, unknown>>(
  found: Item[],
  order: Record<string, unknown>[],
  by: string,
): unknown[] => order.map((wanted) => found.find((item) => item[by] === wanted[by])!.id);

/** Every list that people read, and every item in it. */
async function everythingOf(school: string, by: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const read = async (name: string, path: string): Promise<ApiAnswer['body']> =>
    (answers[name] = await get(by, path));
  for (const list of ['/categories', '/documents', '/notices', '/organizations', '/features', '/staff'])
    await read(list, inSchool(list, school));
  await read('menus', inSchool('/menus?start=2026-09-01&end=2026-09-30', school));
  await read('events', inSchool('/calendar?start=2026-09-01&end=2026-12-31', school));
  await read('notifications', inSchool('/notifications', school));
  for (const [kind, root] of [
    ['polls', '/polls'],
    ['signups', '/signups'],
    ['permission_slips', '/permission-slips'],
  ] as const) {
    const lists = by === OFFICE || by === EDITOR ? [root, `${root}/managed`] : [root];
    for (const list of lists) {
      const body = await read(list, inSchool(list, school));
      const detail = list === root ? '' : '/management';
      for (const { id, title } of body[kind] as { id: string; title: string }[])
        await read(`${root} ${title}${detail}`, `${root}/${id}${detail}`);
    }
  }
  return answers;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** In a content file each ride has a title of its own; what was made in one moment is in no order. */
const comparable = (answers: Record<string, unknown>): string[] =>
  Object.entries(answers)
    .map(([name, body]) => {
      const inOrder = /managed|notifications/.test(name)
        ? Object.values(body as object)
            .flat()
            .map(withoutIds)
            .sort()
            .join()
        : withoutIds(body);
      return `${name} ${inOrder}`;
    })
    .sort();

const withoutIds = (body: unknown): string =>
  JSON.stringify(body)
    .replace(UUID, 'id')
    .replace(/"Ride \d+"/g, '"Ride"');

async function findOne(root: string, title: string, by = OFFICE): Promise<string> {
  const [items] = Object.values(await get(by, inSchool(root))) as [{ id: string; title: string }[]];
  return items.find((item) => item.title === title)!.id;
}

describe("the office's year", () => {
  it('reads the same whether the office has sent it or a content file has brought it', async () => {
    await begin();
    const { errors } = await t.bring(theirs, contentOf());
    expect(errors).toEqual([]);
    while (await t.app.get(AlertsService).recordNextDue());
    let answers = 0;
    for (const by of [OFFICE, EDITOR, parentOf(0)]) {
      const [sent, brought] = [await everythingOf(ours, by), await everythingOf(theirs, by)];
      expect(comparable(sent)).toEqual(comparable(brought));
      answers += Object.keys(sent).length;
    }
    figure('Answers that a school reads, sent by the office and brought by a content file', answers);
    figure('Of them different but for ids', 0, '0');
  }, 120_000);

  it('shows an editor the things of their organization alone', async () => {
    const { polls } = await get(EDITOR, inSchool('/polls/managed'));
    expect(polls.map(({ title }: { title: string }) => title)).toEqual(['Evening']);
    for (const [list, name] of [
      ['/signups/managed', 'signups'],
      ['/permission-slips/managed', 'permission_slips'],
    ] as const)
      expect((await get(EDITOR, inSchool(list)))[name]).toEqual([]);
  });

  it('keeps half past seven on the clock of the school over both of its changes', async () => {
    const { items } = await get(parentOf(0), `/signups/${await findOne('/signups', 'Car pool')}`);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
    const starts = items.map(({ starts_at: at }: { starts_at: string }) => new Date(at));
    expect(new Set(starts.map((at: Date) => clock.format(at)))).toEqual(new Set(['07:30']));
    expect(new Set(starts.map((at: Date) => at.getUTCHours()))).toEqual(new Set([11, 12]));
  });

  it('asks, reminds, records and prints until the trip', async () => {
    const poll = await findOne('/polls', 'Picnic');
    const { questions } = await get(parentOf(0), `/polls/${poll}`);
    for (const at of [0, 1]) {
      const answers = [{ question_id: questions[0].id, choice_id: questions[0].choices[at].id }];
      await send(parentOf(at), 'POST', `/polls/${poll}/respond`, { answers });
    }
    expect((await send(OFFICE, 'POST', `/polls/${poll}/reminders`)).body.recipients).toBe(STUDENTS);
    const sale = await findOne('/signups', 'Bake sale');
    const [cake] = (await get(parentOf(0), `/signups/${sale}`)).items;
    for (const at of [0, 1])
      await make(parentOf(at), `/signups/${sale}/claims`, { item_id: cake.id, accept_waitlist: true });
    const trip = await findOne('/permission-slips', 'Museum trip');
    const { students } = await get(OFFICE, `/permission-slips/${trip}/management`);
    expect(students).toHaveLength(STUDENTS);
    const [paper, ...online] = [...Array(STUDENTS).keys()];
    for (const at of online) {
      const [mine] = (await get(parentOf(at), `/permission-slips/${trip}`)).my_students;
      await make(parentOf(at), `/permission-slips/${trip}/responses`, {
        ...{ student_id: mine.student_id, decision: 'granted', signature: aSignatureInput() },
      });
    }
    expect((await send(OFFICE, 'POST', `/permission-slips/${trip}/reminders`)).body.recipients).toBe(1);
    const [last] = (await get(parentOf(paper!), `/permission-slips/${trip}`)).my_students;
    await make(OFFICE, `/permission-slips/${trip}/paper-responses`, {
      ...{ student_id: last.student_id, decision: 'granted', signed_by_name: '=Ann', relation: 'aunt' },
      signed_on: '2026-09-07',
    });
    expect((await get(OFFICE, `/permission-slips/${trip}/management`)).totals).toMatchObject({
      ...{ students: STUDENTS, granted: STUDENTS, outstanding: 0 },
    });
    const printed = await fetch(`${t.url}/api/v1/permission-slips/${trip}/responses.pdf`, {
      headers: { authorization: `Bearer ${tokens.get(OFFICE)}` },
    });
    const pdf = Buffer.from(await printed.arrayBuffer());
    if (HAS_PDF_READER) expect(factsOf(pdf)).toMatchObject({ Pages: String(STUDENTS), Tagged: 'yes' });
    figure('Signed slips in one PDF', STUDENTS);
  }, 300_000);

  (HAS_OFFICE ? it : it.skip)(
    'writes tables in which LibreOffice finds no formula',
    async () => {
      expect(openedByLibreOffice('=1+1')).toContain('table:formula');
      for (const [path, cell] of [
        [`/polls/${await findOne('/polls', 'Picnic')}/results.csv`, '=Saturday'],
        [`/signups/${await findOne('/signups', 'Bake sale')}/claims.csv`, '+Cake'],
        [`/permission-slips/${await findOne('/permission-slips', 'Museum trip')}/responses.csv`, '=Ann'],
      ] as const) {
        const opened = openedByLibreOffice((await send(OFFICE, 'GET', path)).text);
        expect(opened).toContain(cell);
        expect(opened).not.toContain('table:formula');
      }
    },
    120_000,
  );
});
