import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anApplication } from '../../support/application.factory.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let caller: TestMember;
let schoolId: string;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own text below
const { normalize } = String.prototype;
let normalized = 0;

beforeAll(async () => {
  t = await startTestApp();
  const school = await aSchool(t);
  [caller, schoolId] = [await school.parent(), school.id];
  // Characters that are normalised in a row that is not stream-safe: their time is that of the square.
  String.prototype.normalize = function (this: string, form?: string) {
    if (/\p{M}{31}/u.test(this)) normalized += this.length;
    return normalize.call(this, form);
  };
});
afterEach(() => expect(normalized).toBe(0));
afterAll(async () => {
  String.prototype.normalize = normalize;
  await t.close();
});

const marks = (count: number): string => '\u0301\u0316'.repeat(count / 2);
const contact = (given: object = {}) => ({
  token: caller.token,
  body: { first_name: 'Ada', last_name: 'Park', phone: '1', ...given },
});
const saveContact = (given: object) => t.api.patch('/me/contact', contact(given));
const members = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`u${index}`, 1]));

describe('a text', () => {
  it('fails before it is normalised when it is too long', async () => {
    for (const first_name of [marks(320_000), 'x'.repeat(900_000), 'ﷺ'.repeat(201)])
      expectInvalid(await saveContact({ first_name }), 'first_name');
  });

  it('fails with more than 30 marks in a row, in each field and in a search', async () => {
    for (const field of ['first_name', 'last_name', 'phone'])
      expectInvalid(await saveContact({ [field]: `e${marks(32)}` }), field);
    const path = `/schools/${schoolId}/students?q=${encodeURIComponent(`e${marks(14_000)}`)}`;
    expectInvalid(await t.api.get(path, { token: caller.token }), 'q');
  });

  it('loses controls, overrides and fillers when it is of one line, and keeps what joins', async () => {
    const first_name = 'A\u202ed\u200ba\r\n\tLove\u0000lace \u2067👩\u200d👧 ❤\ufe0f می\u200cخواهم';
    const { body } = await saveContact({ first_name });
    expect(body.first_name).toBe('Ada Lovelace 👩\u200d👧 ❤\ufe0f می\u200cخواهم');
  });
});

describe('members that nobody declared', () => {
  it('count before anybody looks at them', async () => {
    const body = { grant_type: 'password', email: 'a@b.example', password: 'x', ...members(80_000) };
    const app = await anApplication(t);
    // Who is not signed in sends 8 kB at most.
    expectError(await app.token(body), 413, 'payload_too_large');
    expectError(await saveContact(members(80_000)), 400, 'validation_failed');
  });

  it('change nothing, nor do those of an object', async () => {
    const given = JSON.parse('{"__proto__":{"first_name":1},"constructor":{"prototype":{"x":1}}}') as object;
    expect((await saveContact({ ...members(10_000), ...given })).status).toBe(200);
    expectInvalid(await saveContact({ first_name: members(10_000) }), 'first_name');
  });
});
