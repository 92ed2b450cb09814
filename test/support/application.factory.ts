import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import type { User } from '../../src/features/account/user.entity.js';
import { CredentialsService } from '../../src/features/account/passwords/credentials.service.js';
import type { ApiAnswer } from './api-client.js';
import { aPerson, type Person } from './school.factory.js';
import type { TestApp } from './test-app.js';

export const PASSWORD = 'correct horse battery';

/** An application with credentials, speaking to the token operations as one would. */
export async function anApplication(t: TestApp, name = 'Family App'): Promise<TestApplication> {
  const { clientId, clientSecret } = await t.app.get(ApplicationsService).create(name);
  return new TestApplication(t, clientId, clientSecret);
}

/** A person who can sign in with PASSWORD. */
export async function aPersonWithPassword(t: TestApp, given: Partial<User> = {}): Promise<Person> {
  const person = await aPerson(t, given);
  await t.app.get(CredentialsService).setPassword(person.userId, PASSWORD);
  return person;
}

/** A person with two-step verification: the secret of the authenticator app and the recovery codes. */
export async function aPersonWithTwoStep(
  t: TestApp,
): Promise<Person & { totpSecret: string; recoveryCodes: string[] }> {
  const person = await aPersonWithPassword(t);
  const setup = await t.app.get(CredentialsService).setUpTwoStep(person.userId, person.email);
  const totpSecret = new URL(setup.totpUri).searchParams.get('secret') ?? '';
  return { ...person, totpSecret, recoveryCodes: setup.recoveryCodes };
}

/** A person whose only second step is the mail. */
export async function aPersonWithMailedStep(t: TestApp): Promise<Person> {
  const person = await aPersonWithPassword(t);
  await t.dataSource.query('update users set two_step_enabled = true where id = $1', [person.userId]);
  return person;
}

export class TestApplication {
  readonly basic: string;

  constructor(
    private readonly t: TestApp,
    readonly clientId: string,
    readonly clientSecret: string,
  ) {
    this.basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }

  token(body: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.t.api.post('/auth/token', { body, headers: { authorization: this.basic, ...headers } });
  }

  signIn(person: { email: string }, password = PASSWORD): Promise<ApiAnswer> {
    return this.token({ grant_type: 'password', email: person.email, password });
  }

  renew(refreshToken: string): Promise<ApiAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }
}
