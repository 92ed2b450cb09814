import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { IdempotencyKey } from '../../../src/features/idempotency/idempotency-key.entity.js';
import { StudentList } from '../../../src/features/lists/student-list.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aList } from '../../support/list.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
let school: TestSchool;
let maria: TestMember;
let key: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  maria = await school.parent();
  key = randomUUID();
});

const send = (path: string, token: string, body: unknown, sent = key): Promise<ApiAnswer> =>
  t.api.post(path, { token, body, headers: { 'idempotency-key': sent } });
const make = (body: unknown = { name: 'Bus' }, sent = key, { token } = maria): Promise<ApiAnswer> =>
  send(`/schools/${school.id}/lists`, token, body, sent);
const lists = (owner = maria): Promise<StudentList[]> =>
  t.dataSource.manager.findBy(StudentList, { ownerMembershipId: owner.membershipId });
const remembered = (sent = key): Promise<IdempotencyKey[]> =>
  t.dataSource.manager.findBy(IdempotencyKey, { key: sent });

const expectReused = (answer: ApiAnswer): void =>
  expectError(answer, 409, 'conflict', 'idempotency_key_reused');
function expectSame(answer: ApiAnswer, first: ApiAnswer): void {
  const told = ({ status, text, headers }: ApiAnswer) => ({
    status,
    text,
    type: headers.get('content-type'),
    cache: headers.get('cache-control'),
    tag: headers.get('etag'),
  });
  expect(told(answer)).toEqual(told(first));
}

describe('Idempotency-Key is refused', () => {
  it.each([
    ['when it is blank', ''],
    ['when it is spaces', '   '],
    ['over 200 characters', 'x'.repeat(201)],
  ])('%s', async (_what, sent) => {
    expectError(await make(undefined, sent), 400, 'validation_failed');
    expect(await lists()).toEqual([]);
  });

  it('with another body, of which nothing is kept', async () => {
    const first = await make();
    for (const body of [
      { name: 'Car' },
      { name: ' Bus ' },
      { name: 'Bus', description: null },
      { name: 'Bus', unknown: 1 },
      {},
      [],
    ])
      expectReused(await make(body));
    expect((await lists()).map(({ name }) => name)).toEqual(['Bus']);
    expectSame(await make(), first);
  });

  it('not by operations that make nothing', async () => {
    const sent = { headers: { 'idempotency-key': 'x'.repeat(201) }, token: maria.token };
    expect((await t.api.get('/me', sent)).status).toBe(200);
    expect((await t.api.post(`/students/${(await school.student()).id}/star`, sent)).status).toBe(204);
  });
});

describe('A repetition is asked first', () => {
  it('who is speaking, and for the second step', async () => {
    await make();
    expectError(
      await t.api.post(`/schools/${school.id}/lists`, { headers: { 'idempotency-key': key } }),
      401,
      'not_authenticated',
    );
    const token = await tokenOf(t, maria, { secondStepPending: true });
    expectError(await make(undefined, key, { ...maria, token }), 401, 'mfa_required');
  });

  it('whether the caller may still do it', async () => {
    await make();
    await school.deactivate(maria);
    expectError(await make(), 403, 'not_authorized');
  });

  it('whether the item is still there', async () => {
    const list = await aList(t, school, maria);
    const body = { guardian_membership_id: (await school.parent()).membershipId };
    const add = () => send(`/lists/${list.id}/guardians`, maria.token, body);
    expect((await add()).status).toBe(201);
    await t.api.delete(`/lists/${list.id}`, { token: maria.token });
    expectError(await add(), 404, 'not_found');
  });

  it('whether the feature is still on', async () => {
    const admin = await school.admin();
    const subscribe = () => send(`/schools/${school.id}/calendar/subscriptions`, admin.token, {});
    expect((await subscribe()).status).toBe(201);
    await t.dataSource.query(`update schools set features = '{"calendar": false}' where id = $1`, [
      school.id,
    ]);
    expectError(await subscribe(), 404, 'not_found');
  });
});

describe('A refusal', () => {
  it('leaves the key free: it may come back with another body', async () => {
    for (const body of [{ name: 5 }, '{"name":', {}]) expect((await make(body)).status).toBe(400);
    expect(await remembered()).toEqual([]);
    expect((await make()).status).toBe(201);
  });

  it('follows the state of now when the same is asked again', async () => {
    const list = await aList(t, school, maria);
    const [father, student] = [await school.parent(), await school.student()];
    const body = { guardian_membership_id: father.membershipId, linked_student_id: student.id };
    const add = () => send(`/lists/${list.id}/guardians`, maria.token, body);
    const refused = await add();
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'not_linked']);
    await school.guardian(student, { membershipId: father.membershipId, email: father.email });
    expect((await add()).status).toBe(201);
  });
});

describe('The same request again', () => {
  it('gets the first answer, and makes nothing', async () => {
    const first = await make();
    expect(first.status).toBe(201);
    for (let again = 0; again < 3; again += 1) expectSame(await make(), first);
    expect(await lists()).toHaveLength(1);
  });

  it('gets byte for byte the answer of one without a key', async () => {
    const { headers, text } = await t.api.post(`/schools/${school.id}/lists`, {
      token: maria.token,
      body: { name: 'Ünïcödé 🚌 "\\' },
    });
    const keyed = [await make({ name: 'Ünïcödé 🚌 "\\' }), await make({ name: 'Ünïcödé 🚌 "\\' })];
    for (const answer of keyed) {
      expect(answer.headers.get('content-type')).toBe(headers.get('content-type'));
      const ids = /[0-9a-f-]{36}|[\d-]{10}T[\d:.]+Z/g;
      expect(answer.text.replace(ids, '')).toBe(text.replace(ids, ''));
    }
    expectSame(keyed[1]!, keyed[0]!);
  });

  it('counts as the same in another order and spelling of JSON', async () => {
    const first = await make({ name: 'Bus', description: 'To school' });
    expectSame(await make('{ "description" : "To school",\n "name": "\\u0042us" }'), first);
  });

  it('counts as the same with a new token of the caller', async () => {
    const first = await make();
    expectSame(await make(undefined, key, { ...maria, token: await tokenOf(t, maria) }), first);
  });

  it('gets what it made as that is by now, and 404 when it is gone', async () => {
    const first = await make();
    await t.api.patch(`/lists/${first.body.id}`, { token: maria.token, body: { name: 'Train' } });
    const again = await make();
    expect([again.status, again.body.id, again.body.name]).toEqual([201, first.body.id, 'Train']);
    await t.api.delete(`/lists/${first.body.id}`, { token: maria.token });
    expectError(await make(), 404, 'not_found');
    expect(await lists()).toEqual([]);
  });

  it('takes a key of 200 characters', async () => {
    const long = 'x'.repeat(200);
    expectSame(await make(undefined, long), await make(undefined, long));
    expect(await lists()).toHaveLength(1);
  });

  it('without a key is another request', async () => {
    await make();
    await t.api.post(`/schools/${school.id}/lists`, { token: maria.token, body: { name: 'Bus' } });
    expect(await lists()).toHaveLength(2);
  });
});

describe('One key', () => {
  it('counts as another one for another caller', async () => {
    const other = await school.parent();
    const first = await make();
    const others = await make({ name: 'Car' }, key, other);
    expect([first.status, others.status]).toEqual([201, 201]);
    expectSame(await make(), first);
    expectSame(await make({ name: 'Car' }, key, other), others);
    expect([(await lists()).length, (await lists(other)).length]).toEqual([1, 1]);
  });

  it('counts as another one for another operation, and for another item', async () => {
    const elsewhere = await aSchool(t);
    await elsewhere.parent({}, maria);
    const guardian = { guardian_membership_id: (await school.parent()).membershipId };
    const [one, two] = [await aList(t, school, maria), await aList(t, school, maria)];
    const answers = [
      await make(),
      await send(`/schools/${elsewhere.id}/lists`, maria.token, { name: 'Bus' }),
      await send(`/lists/${one.id}/guardians`, maria.token, guardian),
      await send(`/lists/${two.id}/guardians`, maria.token, guardian),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
  });
});
