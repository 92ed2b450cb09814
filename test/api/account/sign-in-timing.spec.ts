import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Passwords } from '../../../src/features/account/passwords/passwords.js';
import {
  anApplication,
  aPersonWithPassword,
  type TestApplication,
} from '../../support/application.factory.js';
import { aPerson } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let app: TestApplication;
let hashings = 0;

beforeAll(async () => {
  t = await startTestApp();
  app = await anApplication(t);
  const passwords = t.app.get(Passwords);
  const matches = passwords.matches.bind(passwords);
  passwords.matches = (...given) => {
    hashings += 1;
    return matches(...given);
  };
});
afterAll(() => t.close());

// What takes time is the password hash; a test that measured milliseconds would only measure the machine.
it('hashes one password for every refusal, whatever was wrong', async () => {
  const person = await aPersonWithPassword(t);
  const withoutPassword = await aPerson(t);
  const stranger = 'Basic ' + btoa('3f0e2a54-0f1e-4a57-9f5a-0d6d7c6a1b11:secret');
  const body = { grant_type: 'password', email: person.email, password: 'wrong password' };
  const refusals = [
    () => app.token(body),
    () => app.token({ ...body, email: 'nobody@example.org' }),
    () => app.token({ ...body, email: withoutPassword.email }),
    () => app.token(body, { authorization: stranger }),
    () => app.token(body, { authorization: 'Basic nonsense' }),
  ];
  for (const refuse of refusals) {
    hashings = 0;
    expect((await refuse()).status).toBe(401);
    expect(hashings).toBe(1);
  }
});
