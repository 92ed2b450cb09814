import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startGatedApp, type GatedApp } from '../../support/gated-app.factory.js';

const CALLERS = 64;

let t: GatedApp;
let school: TestSchool;
let callers: TestMember[];
beforeAll(async () => {
  t = await startGatedApp();
  school = await aSchool(t);
  callers = await Promise.all(Array.from({ length: CALLERS }, () => school.parent()));
  await everyone(() => '/me');
});
afterAll(() => t.close());

const everyone = (path: (caller: TestMember) => string) =>
  Promise.all(callers.map((caller) => t.api.get(path(caller), { token: caller.token })));

/** Does something while others ask the same all the time, so that whatever is asked meanwhile is asked along with them. */
async function inTheCrowd<T>(path: string, act: () => Promise<T>): Promise<T> {
  let isOver = false;
  const others = callers.slice(0, 12).map(async ({ token }) => {
    while (!isOver) await t.api.get(path, { token });
  });
  try {
    return await act();
  } finally {
    isOver = true;
    await Promise.all(others);
  }
}

describe('Callers who ask at the same time', () => {
  it('get each their own answer', async () => {
    t.gate.statements = 0;
    for (let round = 0; round < 3; round += 1) {
      const answers = await everyone(() => '/me');
      expect(answers.map(({ status }) => status)).toEqual(callers.map(() => 200));
      expect(answers.map(({ body }) => body.user.id)).toEqual(callers.map(({ userId }) => userId));
      expect(answers.map(({ body }) => body.memberships[0].membership_id)).toEqual(
        callers.map(({ membershipId }) => membershipId),
      );
    }
    // Otherwise this would not have tested anything.
    expect(t.gate.statements).toBeLessThan(3 * CALLERS);
  });

  it('get each their own refusal', async () => {
    const elsewhere = await aSchool(t);
    const strangers = callers.map((_, index) => index % 3 === 0);
    const targetOf = (caller: TestMember) => (strangers[callers.indexOf(caller)] ? elsewhere.id : school.id);
    const answers = await everyone((caller) => `/schools/${targetOf(caller)}/features`);
    expect(answers.map(({ status }) => status)).toEqual(strangers.map((isOne) => (isOne ? 403 : 200)));
  });

  it('get 503 together when the database goes away, and answers again once it is back', async () => {
    await t.gate.shut();
    const answers = await everyone(() => '/me').finally(() => t.gate.open());
    for (const answer of answers) expectError(answer, 503, 'unavailable');
    let served = 0;
    const deadline = performance.now() + 5_000;
    while (served < CALLERS && performance.now() < deadline)
      served = (await everyone(() => '/me')).filter(({ status }) => status === 200).length;
    expect(served).toBe(CALLERS);
  });
});

describe('In the middle of it, the next request knows of', () => {
  const FEATURES = () => `/schools/${school.id}/features`;
  const next = ({ token }: TestMember, path = FEATURES()) => t.api.get(path, { token });

  it('a revoked session', async () => {
    await inTheCrowd(FEATURES(), async () => {
      const caller = await school.parent();
      expect((await next(caller)).status).toBe(200);
      await t.dataSource.query('update user_sessions set revoked_at = $2 where user_id = $1', [
        caller.userId,
        t.clock.now(),
      ]);
      expectError(await next(caller), 401, 'not_authenticated');
    });
  });

  it('a deactivated membership', async () => {
    await inTheCrowd(FEATURES(), async () => {
      const caller = await school.parent();
      expect((await next(caller)).status).toBe(200);
      await school.deactivate(caller);
      expectError(await next(caller), 403, 'not_authorized');
    });
  });

  it('another role', async () => {
    await inTheCrowd(FEATURES(), async () => {
      const caller = await school.parent();
      expect((await next(caller)).body.role).toBe('parent');
      await t.dataSource.query(`update memberships set role = 'senior_admin' where id = $1`, [
        caller.membershipId,
      ]);
      expect((await next(caller)).body.role).toBe('senior_admin');
    });
  });

  it('a feature that is turned off', async () => {
    const polls = `/schools/${school.id}/polls`;
    await inTheCrowd(polls, async () => {
      const caller = await school.parent();
      expect((await next(caller, polls)).status).toBe(200);
      await school.setFeatures({ polls: false });
      expectError(await next(caller, polls), 404, 'not_found');
      await school.setFeatures({ polls: true });
      expect((await next(caller, polls)).status).toBe(200);
    });
  });
});
