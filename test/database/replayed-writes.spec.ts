import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReplayedWrites1796300200000 } from '../../migrations/1796300200000-replayed-writes.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let maria: TestMember;
beforeAll(async () => (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  maria = await school.parent();
});

const make = () =>
  t.api.post(`/schools/${school.id}/lists`, {
    token: maria.token,
    body: { name: 'Bus' },
    headers: { 'idempotency-key': 'once' },
  });

/** As the release before has stored it. */
const storeAnswer = (answer: object): Promise<unknown> =>
  t.dataSource.query('update idempotency_keys set answer = $2 where user_id = $1', [
    maria.userId,
    JSON.stringify(answer),
  ]);

describe('What the release before has remembered of a write', () => {
  it('replays after the upgrade, of which no answer is left', async () => {
    const { body } = await make();
    const [migration, runner] = [new ReplayedWrites1796300200000(), t.dataSource.createQueryRunner()];
    await migration.down(runner);
    await storeAnswer(body);
    await migration.up(runner).finally(() => runner.release());
    const [row] = await t.dataSource.query<{ created_id: string; answer: unknown }[]>(
      'select created_id, answer from idempotency_keys where user_id = $1',
      [maria.userId],
    );
    expect(row).toEqual({ created_id: body.id, answer: null });
    expect(await make()).toMatchObject({ status: 201, body });
  });

  it('replays where a process of it runs beside this one', async () => {
    const { body } = await make();
    await storeAnswer({ ...body, name: 'As it was' });
    await t.dataSource.query('update idempotency_keys set created_id = null where user_id = $1', [
      maria.userId,
    ]);
    expect(await make()).toMatchObject({ status: 201, body });
  });
});
