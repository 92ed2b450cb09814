import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { aCalendar, PICNIC, type TestCalendar } from '../../support/calendar.factory.js';
import { expectError } from '../../support/errors.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
let editors: TestCalendar;
let club: TestOrganization;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  calendar = await aCalendar(t);
  club = await anOrganization(t, calendar.school);
  const editor = await calendar.school.parent();
  await club.grant(editor);
  editors = calendar.as(editor);
});

/** The club has as many events as its editors may add, but for some. */
async function fillUpTo(left: number): Promise<void> {
  await editors.createEvent({ ...PICNIC, organization_id: club.id });
  await t.dataSource.query(
    `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
     from events e, generate_series(1, $2::integer) where e.organization_id = $1`,
    [club.id, 1999 - left],
  );
}
const create = () => editors.createEvent({ ...PICNIC, organization_id: club.id });

it('refuses one more event than an organization may have, however many are added at once', async () => {
  await fillUpTo(3);
  const answers = await Promise.all(Array.from({ length: 10 }, create));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expectError(await create(), 409, 'conflict', 'limit_reached');
});

it('takes another event in the place of one that is deleted', async () => {
  await fillUpTo(1);
  const { body } = await create();
  expectError(await create(), 409, 'conflict', 'limit_reached');
  await editors.remove(body.id);
  expect((await create()).status).toBe(201);
});
