import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { AskForCode } from '../../clients/typescript/src/directory-client.js';
import { aPersonWithTwoStep, PASSWORD } from '../support/application.factory.js';
import { WiredApplication } from './wired-application.js';

let app: WiredApplication;
beforeAll(async () => (app = await WiredApplication.start()));
afterAll(() => app.t.close());
beforeEach(() => app.reset());

describe('a client whose user has two-step verification', () => {
  const begin = async () => {
    const person = await aPersonWithTwoStep(app.t);
    await app.tokens.signIn(person.email, PASSWORD);
    app.wire.forget();
    const asked: string[] = [];
    const answerWith =
      (code: () => string | null): AskForCode =>
      ({ method }) => {
        asked.push(method);
        return Promise.resolve(code());
      };
    const right = () =>
      generateSync({ secret: person.totpSecret, epoch: app.t.clock.now().getTime() / 1000 });
    return { asked, answerWith, right };
  };

  it('throws mfa_required when there is nobody to ask, or nobody answers', async () => {
    const { answerWith, asked } = await begin();
    const refused = { status: 401, code: 'mfa_required' };
    await expect(app.client().GET('/me')).rejects.toMatchObject(refused);
    await expect(app.client(answerWith(() => null)).GET('/me')).rejects.toMatchObject(refused);
    expect(asked).toEqual(['totp']);
  });

  it('hears of a wrong code, which is not asked for again by itself', async () => {
    const { answerWith, asked } = await begin();
    const refused = { status: 400, reason: 'invalid_code' };
    await expect(app.client(answerWith(() => '000000')).GET('/me')).rejects.toMatchObject(refused);
    expect(asked).toHaveLength(1);
  });

  it('asks for the code, completes the second step and asks once more', async () => {
    const { answerWith, right } = await begin();
    const before = await app.store.load();
    expect((await app.client(answerWith(right)).GET('/me')).data.user.two_step_enabled).toBe(true);
    expect(app.wire.log).toEqual([
      'GET /me 401',
      'POST /auth/two-step/challenge 200',
      'POST /auth/two-step/verify 200',
      'GET /me 200',
    ]);
    expect((await app.store.load())?.refresh_token).not.toBe(before?.refresh_token);
  });

  it('asks once for requests that wait at the same time, and for one that comes back late', async () => {
    const { answerWith, asked, right } = await begin();
    const client = app.client(answerWith(right));
    const letGo = app.holdFirst('/me/outstanding');
    const late = client.GET('/me/outstanding');
    await Promise.all([client.GET('/me'), client.GET('/me'), client.GET('/me')]);
    letGo();
    expect((await late).response.status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it('renews first and asks for the code then, when both are missing', async () => {
    const { answerWith, right } = await begin();
    app.accessTokenExpires();
    expect((await app.client(answerWith(right)).GET('/me')).response.status).toBe(200);
    expect(app.wire.to('/me').map(({ status }) => status)).toEqual([401, 401, 200]);
  });
});
