import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { CredentialsService } from '../../src/features/account/passwords/credentials.service.js';
import { anOperator, type Operator } from '../support/processes/operator.js';

let operator: Operator;
beforeAll(async () => {
  operator = await anOperator();
});
afterAll(() => operator.drop());

const types = (line: string, stdin?: string) => operator.types(line.split(' '), stdin);
const row = async (sql: string, parameters: unknown[] = []): Promise<unknown> =>
  (await operator.dataSource.query<unknown[]>(sql, parameters))[0];

describe('accounts and tokens', () => {
  it('make a person with a password that is read from standard input', async () => {
    expect(await types('user create --email short@example.org --password-stdin', 'short\n')).toMatchObject({
      status: 1,
      stdout: '',
    });
    expect(await row(`select count(*)::int as n from users where email = 'short@example.org'`)).toEqual({
      n: 0,
    });
    const made = await types(
      'user create --email new@example.org --password-stdin --json',
      'a long password\n',
    );
    expect(made.json).toEqual({ user_id: expect.any(String) });
    const hash = (await row('select password_hash as h from user_credentials where user_id = $1', [
      made.json.user_id,
    ])) as { h: string };
    expect(hash.h).toMatch(/^\$argon2id\$/);
    expect((await types('user create --email NEW@example.org --json')).status).toBe(1);
    const changed = await types(
      'user password --email new@example.org --password-stdin --json',
      'another password',
    );
    expect(changed.json).toEqual(made.json);
  });

  it.each(['--first-name', '--last-name'])('take %s up to the length that the API takes', async (option) => {
    const email = `${option.slice(2)}@example.org`;
    const create = (name: string) => operator.types(['user', 'create', '--email', email, option, name]);
    expect(await create('\u{1F98A}'.repeat(201))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The first and the last name should have up to 200 characters each.\n',
      json: null,
    });
    expect(await row('select count(*)::int as n from users where email = $1', [email])).toEqual({ n: 0 });
    expect((await create(` ${'\u{1F98A}'.repeat(200)} `)).status).toBe(0);
  });

  it('turn two-step verification on and show its secret and recovery codes once', async () => {
    const { json } = await types('user create --email careful@example.org --two-step --json');
    expect(json.totp_uri).toMatch(/^otpauth:\/\/totp\//);
    expect(json.recovery_codes).toHaveLength(8);
  });

  it('label what is handed over: whose it is, where, and that each code works once', async () => {
    const { stdout } = await types('user create --email labelled@example.org --two-step');
    expect(stdout).toMatch(/^There is an account for labelled@example\.org now/);
    expect(stdout).toMatch(/For the authenticator app of labelled@example\.org:\notpauth:/);
    expect(stdout).toMatch(
      /Recovery codes of labelled@example\.org at http\S+\nEach signs in once[^\n]*\n(\w{4,}(-\w+)+\n){8}/,
    );
  });

  it('leave no account where the second step could not be set up', async () => {
    const setUp = jest.spyOn(CredentialsService.prototype, 'replacePassword');
    setUp.mockRejectedValueOnce(new Error('The connection is lost'));
    const line = 'user create --email half@example.org --password-stdin --two-step';
    expect((await types(line, 'a long password\n')).status).toBe(1);
    expect(setUp).toHaveBeenCalledTimes(1);
    setUp.mockRestore();
    expect(await row(`select count(*)::int as n from users where email = 'half@example.org'`)).toEqual({
      n: 0,
    });
  });

  it('set two-step verification up for an account that is there, anew, and turn it off; each ends the sessions', async () => {
    const email = 'lost-phone@example.org';
    const { json: made } = await types(`user create --email ${email} --json`);
    const kept = (): Promise<unknown> =>
      row(
        `select u.two_step_enabled as on, c.totp_sealed is not null as secret, c.totp_last_step is not null as step,
           (select count(*)::int from recovery_codes where user_id = u.id) as codes,
           (select count(*)::int from user_sessions where user_id = u.id and revoked_at is null) as sessions
         from users u left join user_credentials c on c.user_id = u.id where u.email = $1`,
        [email],
      );
    const command = `user two-step --email ${email} --json`;
    await types(`token issue --email ${email} --reason test`);
    const { json: first } = await types(command);
    expect(first).toEqual({
      ...made,
      totp_uri: expect.stringContaining('otpauth://'),
      recovery_codes: first.recovery_codes,
    });
    expect(await kept()).toEqual({ on: true, secret: true, step: false, codes: 8, sessions: 0 });

    await row('update user_credentials set totp_last_step = 1 where user_id = $1', [made.user_id]);
    const { json: second } = await types(command);
    expect(second.totp_uri).not.toBe(first.totp_uri);
    expect(second.recovery_codes).not.toEqual(first.recovery_codes);
    expect(await kept()).toEqual({ on: true, secret: true, step: false, codes: 8, sessions: 0 });

    await types(`token issue --email ${email} --reason test`);
    expect((await types(`${command} --off`)).json).toEqual(made);
    expect(await kept()).toEqual({ on: false, secret: false, step: false, codes: 0, sessions: 0 });
  });

  it('issue a token: bare without --json, for as long as was asked', async () => {
    await types('user create --email token@example.org');
    const bare = await types('token issue --email token@example.org --reason test --ttl 60');
    expect(bare.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const { exp = 0, iat = 0 } = decodeJwt(bare.stdout.trim());
    expect(exp - iat).toBe(60);
    const { json } = await types(
      'token issue --email token@example.org --reason test --two-step-pending --json',
    );
    expect(Date.parse(json.expires_at)).toBeGreaterThan(Date.now());
    expect(await row('select count(*)::int as n from user_sessions where second_step_pending')).toEqual({
      n: 1,
    });
  });

  it('issue and revoke the credentials of an application', async () => {
    const { json } = await types('client create --name Phone --json');
    expect(json).toEqual({ client_id: expect.any(String), client_secret: expect.any(String) });
    expect((await types(`client revoke --client-id ${json.client_id}`)).status).toBe(0);
    expect(await row('select revoked_at is not null as gone from applications')).toEqual({ gone: true });
  });
});
