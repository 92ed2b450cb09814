import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aPoll, type TestPoll } from '../support/poll.factory.js';
import { types } from '../support/processes/operator.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)] as const;

let t: TestApp;
let school: TestSchool;
let people: TestMember[];
// The settings of the service are read at each use: the test changes its keys as an operator does.
const dataKeys = [OLD];
beforeAll(async () => {
  t = await startTestApp({ dataKeys });
  school = await aSchool(t);
  people = [];
  for (let n = 0; n < 4; n += 1) people.push(await school.parent());
  Object.assign(process.env, { DATABASE_URL: t.databaseUrl, AUTH_SIGNING_KEY: t.settings.signingKey });
});
afterEach(async () => {
  dataKeys.splice(0, 1, OLD);
  delete process.env.DATA_KEY;
  await t.dataSource.query('delete from poll_tallies');
});
afterAll(() => t.close());

const commandWith = (keys: Buffer[], ...argv: string[]) => {
  process.env.DATA_KEY = keys.map((key) => key.toString('base64')).join(',');
  return types([...argv, '--json']);
};

async function answeredByThree(): Promise<TestPoll> {
  const poll = await aPoll(t, school, { anonymous: true });
  for (const person of people.slice(0, 3)) await poll.respond(person, poll.answers([1, 0]));
  return poll;
}

describe('an anonymous poll with answers that wait', () => {
  it('counts them though DATA_KEY was changed meanwhile, as the guide says, and the old key is gone', async () => {
    const poll = await answeredByThree();
    const rotated = await commandWith([NEW, OLD], 'secrets', 'rotate');
    expect(rotated).toMatchObject({ status: 0, json: { sealed: 1, unopenable: 0 } });
    expect((await commandWith([NEW], 'secrets', 'rotate')).json).toEqual({ sealed: 0, unopenable: 0 });
    dataKeys.splice(0, 1, NEW);
    await t.dataSource.query('update polls set closes_at = $2 where id = $1', [poll.id, t.clock.now()]);
    expect((await poll.get(people[3]!)).body.results.respondent_count).toBe(3);
  });

  it('counts in doctor while a former key, or none, opens them and it is open', async () => {
    const poll = await answeredByThree();
    const told = async (...keys: Buffer[]): Promise<string> => {
      const { json } = await commandWith(keys, 'doctor');
      return (json as { checks: { name: string; message: string }[] }).checks.find(
        ({ name }) => name === 'DATA_KEY',
      )!.message;
    };
    expect(await told(NEW, OLD)).toContain('by a former key: 1, opened by no key: 0');
    expect(await told(NEW)).toContain('by a former key: 0, opened by no key: 1');
    expect((await commandWith([NEW], 'secrets', 'rotate')).json).toEqual({ sealed: 0, unopenable: 1 });
    await t.dataSource.query('update polls set closes_at = now() where id = $1', [poll.id]);
    expect(await told(NEW)).toContain('by a former key: 0, opened by no key: 0');
    expect((await commandWith([NEW], 'secrets', 'rotate')).json).toEqual({ sealed: 0, unopenable: 0 });
  });

  it('keeps them as they are in a school that has moved away, whose rows nobody writes any more', async () => {
    await answeredByThree();
    await t.dataSource.query('update schools set moved_at = now() where id = $1', [school.id]);
    const rotated = await commandWith([NEW, OLD], 'secrets', 'rotate');
    expect(rotated).toMatchObject({ status: 0, json: { sealed: 0, unopenable: 0 } });
  });
});
