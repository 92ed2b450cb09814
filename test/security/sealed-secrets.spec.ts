import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { generateSync } from 'otplib';
import { examineDatabase } from '../../src/cli/doctor/database.check.js';
import { AuthenticatorSecrets } from '../../src/features/account/two-step/authenticator-secrets.service.js';
import { anApplication, aPersonWithTwoStep, type TestApplication } from '../support/application.factory.js';
import { types } from '../support/processes/operator.js';
import { startTestApp, testSigningKey, type TestApp } from '../support/test-app.js';

const HOUR = 60 * 60_000;
const signingKey = testSigningKey();
const oldKey = randomBytes(32);
const newKey = randomBytes(32);

let t: TestApp;
let app: TestApplication;

beforeAll(async () => {
  t = await startTestApp({ signingKey, dataKeys: [newKey, oldKey] });
  app = await anApplication(t);
  Object.assign(process.env, { DATABASE_URL: t.databaseUrl, AUTH_SIGNING_KEY: signingKey });
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.DATA_KEY;
});
afterAll(() => t.close());

type Stored = { totp_secret: string | null; totp_sealed: string | null };

async function stored(userId: string): Promise<Stored> {
  const sql = 'select totp_secret, totp_sealed from user_credentials where user_id = $1';
  return (await t.dataSource.query<[Stored]>(sql, [userId]))[0];
}

/** As a release before this one has written it. */
const storeReadable = (userId: string, secret: string): Promise<unknown> =>
  t.dataSource.query('update user_credentials set totp_secret = $2, totp_sealed = null where user_id = $1', [
    userId,
    secret,
  ]);

const storeSealed = (userId: string, sealed: string): Promise<unknown> =>
  t.dataSource.query('update user_credentials set totp_secret = null, totp_sealed = $2 where user_id = $1', [
    userId,
    sealed,
  ]);

type Someone = Awaited<ReturnType<typeof aPersonWithTwoStep>>;

/** @returns the method that is offered, and the status of a right code */
async function secondStep(person: Someone): Promise<[string, number]> {
  const token = (await app.signIn(person)).body.access_token as string;
  const { body: challenge } = await t.api.post('/auth/two-step/challenge', { token });
  if (challenge.method !== 'totp') return [challenge.method as string, 0];
  await t.dataSource.query('update user_credentials set totp_last_step = null');
  const code = generateSync({
    secret: person.totpSecret,
    epoch: Math.floor(t.clock.now().getTime() / 1000),
  });
  const body = { challenge_id: challenge.challenge_id as string, code };
  return ['totp', (await t.api.post('/auth/two-step/verify', { token, body })).status];
}

const commandWith = (keys: Buffer[], ...argv: string[]) => {
  process.env.DATA_KEY = keys.map((key) => key.toString('base64')).join(',');
  return types([...argv, '--json']);
};

const doctorOn = async (keys: Buffer[]): Promise<{ status: string; message: string; remedy?: string }> => {
  const { json } = await commandWith(keys, 'doctor');
  return (json as { checks: { name: string; status: string; message: string }[] }).checks.find(
    ({ name }) => name === 'DATA_KEY',
  )!;
};

describe('the secret of an authenticator', () => {
  it('stays unreadable in the database, and its codes are taken', async () => {
    const person = await aPersonWithTwoStep(t);
    const row = await stored(person.userId);
    expect(row).toEqual({ totp_secret: null, totp_sealed: expect.stringMatching(/^v1\.[\w-]{8}\.[\w-]+$/) });
    expect(row.totp_sealed).not.toContain(person.totpSecret);
    expect(await secondStep(person)).toEqual(['totp', 200]);
  });

  it('counts before one that is sealed when a release before has written it', async () => {
    const [person, other] = [await aPersonWithTwoStep(t), await aPersonWithTwoStep(t)];
    await t.dataSource.query(
      'update user_credentials set totp_secret = $2, totp_sealed = $3 where user_id = $1',
      [person.userId, person.totpSecret, (await stored(other.userId)).totp_sealed],
    );
    expect(await secondStep(person)).toEqual(['totp', 200]);
  });

  it('gets sealed an hour after the start when it is readable and no release before serves any more', async () => {
    const person = await aPersonWithTwoStep(t);
    await storeReadable(person.userId, person.totpSecret);
    const secrets = t.app.get(AuthenticatorSecrets);
    expect(await secrets.lookAfter()).toBe(false);
    expect((await stored(person.userId)).totp_secret).toBe(person.totpSecret);
    t.clock.advance(HOUR);
    await secrets.lookAfter();
    expect((await stored(person.userId)).totp_secret).toBeNull();
    expect(await secondStep(person)).toEqual(['totp', 200]);
  });

  it('opens nothing when it was altered or sealed with a lost key: the code goes by email', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const person = await aPersonWithTwoStep(t);
    const { totp_sealed: sealed } = await stored(person.userId);
    await storeSealed(person.userId, `${sealed!.slice(0, -8)}AAAAAAAA`);
    expect((await secondStep(person))[0]).not.toBe('totp');
    expect(JSON.stringify(error.mock.calls)).not.toContain(sealed);
    await t.dataSource.query('delete from user_credentials where user_id = $1', [person.userId]);
  });
});

describe('secrets rotate', () => {
  it('seals all of it by the first key, says how many, and has nothing to do the second time', async () => {
    const [byOld, readable, byNew] = [
      await aPersonWithTwoStep(t),
      await aPersonWithTwoStep(t),
      await aPersonWithTwoStep(t),
    ];
    await commandWith([newKey, oldKey], 'secrets', 'rotate');
    await commandWith([oldKey, newKey], 'secrets', 'rotate');
    await storeReadable(readable.userId, readable.totpSecret);
    const [{ people }] = await t.dataSource.query<[{ people: number }]>(
      'select count(*)::int as people from user_credentials where totp_secret is not null or totp_sealed is not null',
    );
    expect(await doctorOn([newKey, oldKey])).toMatchObject({
      status: 'warning',
      message: `Set. Secrets sealed by it: 0, by a former key: ${people - 1}, opened by no key: 0, readable: 1.`,
      remedy: 'Run "secrets rotate".',
    });
    const both = await commandWith([newKey, oldKey], 'secrets', 'rotate');
    expect(both).toMatchObject({ status: 0, json: { sealed: people, unopenable: 0 } });
    const again = await commandWith([newKey], 'secrets', 'rotate');
    expect(again.json).toEqual({ sealed: 0, unopenable: 0 });
    expect(await doctorOn([newKey])).toMatchObject({ status: 'ok' });
    for (const person of [byOld, readable, byNew]) expect(await secondStep(person)).toEqual(['totp', 200]);
  });

  it('opens what the derived key has sealed once DATA_KEY is set, and doctor warns before', async () => {
    const person = await aPersonWithTwoStep(t);
    const sql = 'select totp_sealed as sealed from user_credentials where user_id = $1';
    await t.dataSource.query('delete from user_credentials where user_id <> $1', [person.userId]);
    await storeReadable(person.userId, person.totpSecret);
    expect((await types(['secrets', 'rotate', '--json'])).json).toEqual({ sealed: 1, unopenable: 0 });
    const { json } = await types(['doctor', '--json']);
    expect((json as { checks: object[] }).checks).toContainEqual(
      expect.objectContaining({
        name: 'DATA_KEY',
        status: 'warning',
        message: expect.stringMatching(/^Derived from the signing key. Secrets sealed by it: 1,/),
        remedy: expect.stringContaining('Another AUTH_SIGNING_KEY would lose them'),
      }),
    );
    const [before] = await t.dataSource.query<[object]>(sql, [person.userId]);
    expect((await commandWith([newKey], 'secrets', 'rotate')).json).toEqual({ sealed: 1, unopenable: 0 });
    expect(await t.dataSource.query(sql, [person.userId])).not.toEqual([before]);
    expect(await secondStep(person)).toEqual(['totp', 200]);
  });

  it('counts those that no key opens, and leaves them; doctor says what to do', async () => {
    const lost = await commandWith([randomBytes(32)], 'secrets', 'rotate');
    const { unopenable } = lost.json as { unopenable: number };
    expect(lost.json).toEqual({ sealed: 0, unopenable });
    expect(unopenable).toBeGreaterThan(0);
    const check = await doctorOn([randomBytes(32)]);
    expect(check.message).toContain(`opened by no key: ${unopenable},`);
    expect(check.remedy).toContain('behind the first one in DATA_KEY');
  });

  it('appear in doctor with the key beside an embedded database, which doctor does not make', async () => {
    const person = await aPersonWithTwoStep(t);
    await t.dataSource.query('delete from user_credentials where user_id <> $1', [person.userId]);
    await storeReadable(person.userId, person.totpSecret);
    await types(['secrets', 'rotate', '--json']);
    const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-data-key-'));
    const embedded = { ...t.settings, dataKeys: [], signingKey: null, makesSigningKey: true, dataDir };
    const told = async () => (await examineDatabase(embedded)).find(({ name }) => name === 'DATA_KEY');
    expect(await told()).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/secrets: 1\.$/),
    });
    expect(readdirSync(dataDir)).toEqual([]);
    writeFileSync(join(dataDir, 'signing-key.pem'), signingKey);
    expect(await told()).toMatchObject({
      status: 'warning',
      message:
        'Derived from the signing key. Secrets sealed by it: 1, by a former key: 0, opened by no key: 0, readable: 0.',
    });
    rmSync(dataDir, { recursive: true });
  });
});

describe('the start of a service', () => {
  it('whose keys open none of the secrets says so once', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const other = await startTestApp({ dataKeys: [randomBytes(32)] }, () => Promise.resolve(t.databaseUrl));
    await other.app.get(AuthenticatorSecrets).lookAfter();
    await other.app.get(AuthenticatorSecrets).lookAfter();
    await other.close();
    expect(error.mock.calls).toEqual([[expect.stringContaining('None of the sealed secrets can be opened')]]);
  });

  it('whose keys open some says nothing', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await t.app.get(AuthenticatorSecrets).lookAfter();
    expect(error).not.toHaveBeenCalled();
  });
});
