import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AlertsService } from '../../../src/features/alerts/alerts.service.js';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import { Poll } from '../../../src/features/polls/poll.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  [admin, parent] = [await school.admin(), await school.parent()];
});

const WHEN = { text: 'When?', choices: [{ text: 'May' }, { text: 'June' }] };
const WHERE = { text: 'Where?', choices: [{ text: 'Park' }, { text: 'Hall' }, { text: 'Gym' }] };
const PICNIC = {
  ...{ title: 'Picnic', results_visibility: 'always', anonymous: false },
  questions: [WHEN, WHERE],
};

interface Sent {
  by?: TestMember;
  ifMatch?: string;
  key?: string;
}
const send = (method: string, path: string, body: unknown, { by = admin, ifMatch, key }: Sent = {}) =>
  t.api.send(method, path, {
    ...{ token: by.token, body },
    headers: { ...(ifMatch && { 'if-match': ifMatch }), ...(key && { 'idempotency-key': key }) },
  });
const create = (given: object = {}, sent?: Sent): Promise<ApiAnswer> =>
  send('POST', `/schools/${school.id}/polls`, { ...PICNIC, ...given }, sent);
const anId = async (given: object = {}, sent?: Sent): Promise<string> => (await create(given, sent)).body.id;
const opened = (given: object = {}): Promise<string> => anId({ opens_at: inHours(-1), ...given });
const managed = (id: string, sent?: Sent) => send('GET', `/polls/${id}/management`, undefined, sent);
const change = (id: string, body: object, sent?: Sent) =>
  send('PATCH', `/polls/${id}/management`, body, sent);
const remove = (id: string, sent?: Sent) => send('DELETE', `/polls/${id}/management`, undefined, sent);
const inHours = (hours: number): string =>
  new Date(t.clock.now().getTime() + hours * 3_600_000).toISOString();
const answer = async (id: string, by: TestMember = parent): Promise<ApiAnswer> => {
  const { body } = await t.api.get(`/polls/${id}`, { token: by.token });
  const answers = body.questions.map((question: { id: string; choices: { id: string }[] }) => ({
    question_id: question.id,
    choice_id: question.choices[0]!.id,
  }));
  return t.api.post(`/polls/${id}/respond`, { token: by.token, body: { answers } });
};
const listed = async (by: TestMember = parent): Promise<string[]> =>
  (await t.api.get(`/schools/${school.id}/polls`, { token: by.token })).body.polls.map(
    ({ title }: { title: string }) => title,
  );
const anEditor = async (): Promise<{ editor: TestMember; chess: TestOrganization }> => {
  const [editor, chess] = [await school.parent(), await anOrganization(t, school)];
  await chess.grant(editor);
  return { editor, chess };
};

describe('POST /schools/{schoolId}/polls', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'POST', path: (id) => `/schools/${id}/polls` });

  it('refuses who publishes nothing, whatever they send', async () => {
    expectError(await create({ title: 7 }, { by: parent }), 403, 'not_authorized');
  });

  it.each([
    [{ title: ' ' }, ['title']],
    [{ title: 'x'.repeat(201) }, ['title']],
    [{ results_visibility: 'sometimes' }, ['results_visibility']],
    [{ anonymous: 'yes' }, ['anonymous']],
    [{ opens_at: '2026-09-07T15:30:00' }, ['opens_at']],
    [{ opens_at: '2026-09-07T15:30:00Z', closes_at: '2026-09-07T15:30:00Z' }, ['closes_at']],
    [{ questions: [] }, ['questions']],
    [{ questions: [{ ...WHEN, text: '' }] }, ['questions.0.text']],
    [{ questions: [{ text: 'When?', choices: [{ text: 'May' }] }] }, ['questions.0.choices']],
    [{ questions: [{ text: 'When?', choices: [{ text: 'May' }, {}] }] }, ['questions.0.choices.1.text']],
    [{ questions: Array.from({ length: 51 }, () => WHEN) }, ['questions']],
    [{ audience: { type: 'organizations' } }, ['audience.organization_ids']],
    [{ description: '<img src="image:6f2d4e6e-5b7c-4a53-9d4c-0f6a0f3b1c2d" alt="">' }, ['description']],
  ])('refuses %j', async (given, paths) => {
    expectInvalid(await create(given), ...paths);
    expect(await t.dataSource.manager.countBy(Poll, { schoolId: school.id })).toBe(0);
  });

  it('refuses an editor for the school, for others and for another organization', async () => {
    const [{ editor, chess }, other] = [await anEditor(), await anOrganization(t, school)];
    const ofChess = { organization_id: chess.id };
    for (const given of [{}, { organization_id: other.id }, { ...ofChess, audience: { type: 'school' } }])
      expectError(await create(given, { by: editor }), 403, 'not_authorized');
    expectError(await create({ organization_id: randomUUID() }), 404, 'not_found');
    expect((await create(ofChess, { by: editor })).status).toBe(201);
  });

  it('makes a draft that nobody but its managers sees', async () => {
    const id = await anId();
    expect([await listed(), await listed(admin)]).toEqual([[], []]);
    for (const by of [parent, admin])
      expectError(await t.api.get(`/polls/${id}`, { token: by.token }), 404, 'not_found');
    expectError(await managed(id, { by: parent }), 404, 'not_found');
    expect((await managed(id)).body).toMatchObject({ state: 'draft', opens_at: null, audience_count: 2 });
  });

  it('makes one that its audience answers from its opening on', async () => {
    const id = await opened({ description: '<p>Rain or <b>shine</b></p>' });
    expect(await listed()).toEqual(['Picnic']);
    expect((await answer(id)).status).toBe(200);
    const { body } = await t.api.get(`/polls/${id}`, { token: parent.token });
    expect(body).toMatchObject({
      description: '<p>Rain or <strong>shine</strong></p>',
      questions: [{ text: 'When?' }, { text: 'Where?' }],
      already_responded: true,
    });
  });

  it('refuses more of an organization than an editor may add, deleted ones included', async () => {
    const { editor, chess } = await anEditor();
    await t.dataSource.query(
      `insert into polls (school_id, organization_id, title, audience_type, results_visibility, source, created_at,
         updated_at, deleted_at)
       select $1, $2, 'Poll ' || n, 'school', 'always', 'api', $3, $3, case when n % 2 = 0 then $3::timestamptz end
       from generate_series(1, 2000) n`,
      [school.id, chess.id, t.clock.now()],
    );
    expectError(
      await create({ organization_id: chess.id }, { by: editor }),
      ...([409, 'conflict', 'limit_reached'] as const),
    );
    expect((await create({ organization_id: chess.id })).status).toBe(201);
  });

  it('makes one of two that are sent at the same time with the same key', async () => {
    const key = randomUUID();
    const made = await Promise.all([create({}, { key }), create({}, { key })]);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(await t.dataSource.manager.countBy(Poll, { schoolId: school.id })).toBe(1);
  });
});

describe('PATCH /polls/{pollId}/management', () => {
  it('refuses whoever is no manager, without saying more than they see', async () => {
    const [id, draft] = [await opened(), await anId()];
    expectError(await change(id, { title: 7 }, { by: parent }), 403, 'not_authorized');
    expectError(await change(draft, { title: 7 }, { by: parent }), 404, 'not_found');
    expectError(await change(randomUUID(), { title: 'A' }), 404, 'not_found');
    expectError(await change('picnic', { title: 'A' }), 404, 'not_found');
  });

  it('lets an editor change what is their organization’s alone, and hand nothing over', async () => {
    const [{ editor, chess }, other] = [await anEditor(), await anOrganization(t, school)];
    const [own, everyones] = [await opened({ organization_id: chess.id }), await opened()];
    expect((await change(own, { title: 'Chess' }, { by: editor })).body.title).toBe('Chess');
    expectError(await change(everyones, { title: 'Chess' }, { by: editor }), 403, 'not_authorized');
    for (const organization_id of [other.id, null])
      expectError(await change(own, { organization_id }, { by: editor }), 403, 'not_authorized');
  });

  it('changes what is given, and keeps the rest', async () => {
    const id = await opened({ closes_at: inHours(5) });
    const { body } = await change(id, {
      closes_at: null,
      questions: [WHERE],
      audience: { type: 'admins' },
    });
    expect(body).toMatchObject({
      title: 'Picnic',
      closes_at: null,
      question_count: 1,
      questions: [{ text: 'Where?', choices: [{ text: 'Park' }, { text: 'Hall' }, { text: 'Gym' }] }],
      audience: { type: 'admins', graduation_years: [], organization_ids: [] },
      audience_count: 1,
    });
    expect([await listed(), await listed(admin)]).toEqual([[], ['Picnic']]);
  });

  it.each([false, true])('keeps what it asks once it is answered, anonymous: %j', async (anonymous) => {
    const id = await opened({ anonymous });
    expect((await answer(id)).status).toBe(200);
    for (const given of [
      { questions: [WHEN] },
      { questions: [{ ...WHEN, text: 'At what time?' }, WHERE] },
      { anonymous: !anonymous },
      { opens_at: null },
      { opens_at: inHours(2) },
    ])
      expectError(await change(id, { title: 'New', ...given }), 409, 'conflict', 'has_answers');
    expect(await listed()).toEqual(['Picnic']);
    const same = { questions: [WHEN, WHERE], anonymous };
    const { status } = await change(id, { ...same, title: 'New', description: null, closes_at: inHours(1) });
    expect([status, await listed()]).toEqual([200, ['New']]);
  });

  it('makes a draft again of what nobody has answered', async () => {
    const id = await opened();
    expect((await change(id, { opens_at: null })).body.state).toBe('draft');
    expect(await listed()).toEqual([]);
  });

  it('refuses a change of what has changed since', async () => {
    const id = await opened();
    const ifMatch = (await managed(id)).headers.get('etag')!;
    await change(id, { title: 'Other' }, { ifMatch });
    expectError(await change(id, { title: 'Mine' }, { ifMatch }), 409, 'conflict', 'stale');
    expectError(await remove(id, { ifMatch }), 409, 'conflict', 'stale');
  });

  it('never changes questions under an answer that comes at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await opened();
      const [answered, changed] = await Promise.all([answer(id), change(id, { questions: [WHERE, WHEN] })]);
      expect([answered.status, changed.status]).toEqual(
        changed.status === 200 ? [expect.any(Number), 200] : [200, 409],
      );
      const { body } = await managed(id);
      const counts = body.questions.map(({ choices }: { choices: { count: number }[] }) =>
        choices.reduce((sum, { count }) => sum + count, 0),
      );
      expect(counts).toEqual([body.response_count, body.response_count]);
    }
  });
});

describe('DELETE /polls/{pollId}/management', () => {
  it('refuses whoever is no manager', async () => {
    expectError(await remove(await opened(), { by: parent }), 403, 'not_authorized');
  });

  it('hides it at once from everybody, and keeps its answers', async () => {
    const id = await opened();
    await answer(id);
    expect((await remove(id)).status).toBe(204);
    expect(await listed()).toEqual([]);
    expectError(await t.api.get(`/polls/${id}`, { token: parent.token }), 404, 'not_found');
    const { token } = await school.parent();
    expectError(await t.api.post(`/polls/${id}/respond`, { token, body: { answers: [] } }), 404, 'not_found');
    expectError(await remove(id), 404, 'not_found');
    expectError(await change(id, { title: 'New' }), 404, 'not_found');
    expect((await managed(id)).body).toMatchObject({ state: 'deleted', response_count: 1 });
    const { text } = await t.api.get('/me/export', { token: parent.token });
    expect(text).toContain(id);
  });

  it('comes back within 30 days, and not later', async () => {
    const [one, other] = [await opened(), await opened({ title: 'Trip' })];
    for (const id of [one, other]) await remove(id);
    await t.dataSource.manager.update(Poll, { id: other }, { deletedAt: new Date(inHours(-30 * 24)) });
    expectInvalid(await change(one, { deleted: true }), 'deleted');
    expect((await change(one, { deleted: false })).body).toMatchObject({ state: 'open', deleted_at: null });
    expectError(await change(other, { deleted: false }), 404, 'not_found');
    expectError(await managed(other), 404, 'not_found');
    expect(await listed()).toEqual(['Picnic']);
  });
});

describe('An alert of a poll that was made by the API', () => {
  it('comes when it opens, and never for one that asked for none', async () => {
    await opened({ send_alert: false, title: 'Silent' });
    await aPoll(t, school, { deletedAt: t.clock.now(), title: 'Gone' });
    await opened({ title: 'Loud' });
    await anId({ title: 'Draft' });
    while (await t.app.get(AlertsService).recordNextDue());
    const told = await t.dataSource.manager.findBy(Notification, {
      schoolId: school.id,
      kind: 'poll_opened',
    });
    expect([...new Set(told.map(({ title }) => title))]).toEqual(['Loud']);
  });
});
