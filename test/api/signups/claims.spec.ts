import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.moveTo('2026-09-07T12:00:00Z');
  school = await aSchool(t);
  parent = await school.parent();
});

function expectFull(answer: ApiAnswer, remaining: number): void {
  const message = expect.stringContaining(`${remaining} place`);
  const fields = [{ path: 'quantity', message }];
  const error = { code: 'conflict', reason: 'item_full', message, fields };
  expect([answer.status, answer.body]).toEqual([409, { error }]);
}

describe('POST /signups/:signupId/claims', () => {
  it('refuses members outside of the audience, and answers 404 to others', async () => {
    const signup = await aSignup(t, school, { Cake: {} }, { audienceType: 'admins' });
    expectError(await signup.claim(parent, 'Cake'), 403, 'not_authorized');
    expectError(await signup.claim(parent, 'Cake', { item_id: randomUUID() }), 403, 'not_authorized');
    expectError(await signup.claim(await (await aSchool(t)).parent(), 'Cake'), 404, 'not_found');
    await school.deactivate(parent);
    expectError(await signup.claim(parent, 'Cake'), 404, 'not_found');
  });

  it('knows no item of another sign-up, and none that is invented', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const other = await aSignup(t, school, { Tea: {} });
    for (const item_id of [other.items.Tea, randomUUID()])
      expectError(await signup.claim(parent, 'Cake', { item_id }), 404, 'not_found');
  });

  it.each([
    ['item_id', { item_id: 'cake' }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 100 }],
    ['quantity', { quantity: 1.5 }],
    ['quantity', { quantity: '2' }],
    ['quantity', { quantity: null }],
    ['student_id', { student_id: 5 }],
    ['comment', { comment: 'x'.repeat(1001) }],
    ['accept_waitlist', { accept_waitlist: 'yes' }],
    ['answers', { answers: 'x' }],
    ['answers.0.question_id', { answers: [{}] }],
    ['answers.0.value', { answers: [{ question_id: randomUUID(), value: {} }] }],
  ])('refuses what is wrong with %s', async (path, body) => {
    const signup = await aSignup(t, school, { Cake: {} });
    expectInvalid(await signup.claim(parent, 'Cake', body), path);
    expect(await signup.claims()).toEqual([]);
  });

  it('refuses more places than there are, wholly, and says how many are left', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 3 } });
    await signup.claimed(await school.parent(), 'Cake');
    expectFull(await signup.claim(parent, 'Cake', { quantity: 3 }), 2);
    expectFull(await signup.claim(parent, 'Cake', { quantity: 3, accept_waitlist: true }), 2);
    const { body } = await signup.claim(parent, 'Cake', { quantity: 2 });
    expect(body).toMatchObject({ quantity: 2, status: 'confirmed', waitlist_position: null });
    expectFull(await signup.claim(await school.parent(), 'Cake'), 0);
  });

  it('lets those wait who accept it, and gives them no place before their turn', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 3, waitlistEnabled: true } });
    await signup.claimed(await school.parent(), 'Cake', { quantity: 2 });
    const large = await signup.claim(parent, 'Cake', { quantity: 3, accept_waitlist: true });
    expect(large.body).toMatchObject({ status: 'waitlisted', waitlist_position: 1 });
    t.clock.advance(10);
    const newcomer = await school.parent();
    expectFull(await signup.claim(newcomer, 'Cake'), 0);
    const small = await signup.claim(newcomer, 'Cake', { accept_waitlist: true });
    expect(small.body).toMatchObject({ status: 'waitlisted', waitlist_position: 2 });
  });

  it('adds a second claim for the same student to the first, and keeps those for others apart', async () => {
    const child = await school.student();
    const mother = await school.parentOf(child);
    const signup = await aSignup(t, school, { Cake: { capacity: 100 } });
    const id = await signup.claimed(mother, 'Cake', { quantity: 2, comment: 'Old' });
    const second = await signup.claim(mother, 'Cake', { quantity: 3 });
    expect([second.status, second.body]).toMatchObject([201, { id, quantity: 5, comment: 'Old' }]);
    const ofChild = await signup.claim(mother, 'Cake', { student_id: child.id });
    expect(ofChild.body).toMatchObject({ quantity: 1, student_id: child.id });
    expect(ofChild.body.id).not.toBe(id);
    expect(await signup.claims()).toMatchObject([{ quantity: 5 }, { quantity: 1 }]);
  });

  it('refuses as full what a merge makes larger than the item, and larger than any claim', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 10 } });
    await signup.claimed(parent, 'Cake', { quantity: 2 });
    expectFull(await signup.claim(parent, 'Cake', { quantity: 98, accept_waitlist: true }), 8);
    expect(await signup.claims()).toMatchObject([{ quantity: 2 }]);
  });

  it('adds up to 99, and replaces the comment by one that comes with the second claim, or by none', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(parent, 'Cake', { quantity: 2, comment: 'Old' });
    const merged = async (body: object) => (await signup.claim(parent, 'Cake', body)).body;
    expect(await merged({ comment: 'New' })).toMatchObject({ id, quantity: 3, comment: 'New' });
    expect(await merged({ comment: null })).toMatchObject({ id, quantity: 4, comment: null });
    const tooMany = await signup.claim(parent, 'Cake', { quantity: 96 });
    expectInvalid(tooMany, 'quantity');
    expect(tooMany.text).toContain('quantity and the 4 claimed are above 99');
    expect(await merged({ quantity: 95 })).toMatchObject({ id, quantity: 99 });
  });

  it('takes a linked student alone', async () => {
    const [child, stranger] = [await school.student(), await school.student()];
    const gone = await school.student({ archivedAt: new Date() });
    const mother = await school.parentOf([child, gone]);
    const signup = await aSignup(t, school, { Cake: {} }, { claimPer: 'student' });
    for (const student_id of [stranger.id, gone.id, randomUUID(), null, undefined])
      expectError(await signup.claim(mother, 'Cake', { student_id }), 400, 'validation_failed', 'not_linked');
    expect((await signup.claim(mother, 'Cake', { student_id: child.id })).status).toBe(201);
  });
});

describe('The limit of a sign-up', () => {
  const expectLimit = (answer: ApiAnswer): void =>
    expectError(answer, 400, 'validation_failed', 'limit_reached');

  it('counts a person’s places over all items, with those waited for', async () => {
    const items = { Cake: { capacity: 1, waitlistEnabled: true }, Tea: {} };
    const signup = await aSignup(t, school, items, { perPersonLimit: 3 });
    await signup.claimed(await school.parent(), 'Cake');
    await signup.claimed(parent, 'Cake', { accept_waitlist: true });
    const id = await signup.claimed(parent, 'Tea', { quantity: 2 });
    expectLimit(await signup.claim(parent, 'Tea'));
    expectLimit(await signup.change(parent, id, { quantity: 3 }));
    expect((await signup.change(parent, id, { quantity: 1 })).status).toBe(200);
    expect((await signup.claim(parent, 'Tea')).status).toBe(201);
  });

  it('counts for a family what any guardian of its students has', async () => {
    const [one, two] = [await school.student(), await school.student()];
    const [mother, father] = [await school.parentOf([one, two]), await school.parentOf(one)];
    const grandmother = await school.parentOf(two);
    const signup = await aSignup(t, school, { Cake: {} }, { perPersonLimit: 2, claimPer: 'family' });
    await signup.claimed(father, 'Cake');
    await signup.claimed(grandmother, 'Cake');
    expectLimit(await signup.claim(mother, 'Cake'));
    expect((await signup.claim(father, 'Cake')).status).toBe(201);
    expect((await signup.claim(parent, 'Cake', { quantity: 2 })).status).toBe(201);
  });

  it('counts for a student what both guardians claim', async () => {
    const [one, two] = [await school.student(), await school.student()];
    const [mother, father] = [await school.parentOf([one, two]), await school.parentOf(one)];
    const signup = await aSignup(
      t,
      school,
      { Cake: {}, Tea: {} },
      { perPersonLimit: 1, claimPer: 'student' },
    );
    const id = await signup.claimed(mother, 'Cake', { student_id: one.id });
    expectLimit(await signup.claim(father, 'Tea', { student_id: one.id }));
    const other = await signup.claimed(mother, 'Cake', { student_id: two.id });
    await signup.withdraw(mother, id);
    expect((await signup.change(mother, other, { student_id: one.id })).status).toBe(200);
    expectLimit(await signup.claim(father, 'Tea', { student_id: one.id }));
  });
});

describe('The questions of a sign-up', () => {
  it('take just what fits them as an answer', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const text = await signup.ask('short_text', { required: true });
    const one = await signup.ask('single_choice', {}, ['A', 'B']);
    const many = await signup.ask('multi_choice', {}, ['A', 'B']);
    const [yes, day, number, long] = [
      await signup.ask('yes_no'),
      await signup.ask('date'),
      await signup.ask('number'),
      await signup.ask('long_text'),
    ];
    const [foreign] = (await (await aSignup(t, school, {})).ask('single_choice', {}, ['C'])).choices;
    const right = { question_id: text.id, text: '🎂'.repeat(200) };
    const wrong: object[][] = [
      [],
      [{ question_id: text.id }],
      [{ question_id: text.id, text: '  ' }],
      [{ question_id: text.id, text: '🎂'.repeat(201) }],
      [right, right],
      [right, { question_id: randomUUID(), text: 'x' }],
      [{ ...right, value: true }],
      [right, { question_id: one.id, choice_ids: one.choices }],
      [right, { question_id: one.id, choice_ids: [foreign] }],
      [right, { question_id: one.id, choice_ids: [many.choices[0]] }],
      [right, { question_id: many.id, choice_ids: [many.choices[0], many.choices[0]] }],
      [right, { question_id: many.id, text: 'A' }],
      [right, { question_id: yes.id, value: 'yes' }],
      [right, { question_id: yes.id, value: 1 }],
      [right, { question_id: day.id, value: '2026-02-30' }],
      [right, { question_id: day.id, value: '2026-09-07T00:00:00Z' }],
      [right, { question_id: day.id, value: 5 }],
      [right, { question_id: number.id, value: '5' }],
    ];
    for (const answers of wrong) {
      const { status, body } = await signup.claim(parent, 'Cake', { answers });
      expect([answers, status, body.error?.reason]).toEqual([answers, 400, 'invalid_answers']);
    }
    const answers = [
      { question_id: long.id, text: null },
      { question_id: number.id, value: -1.5 },
      { question_id: day.id, value: '2028-02-29' },
      { question_id: yes.id, value: false },
      { question_id: many.id.toUpperCase(), choice_ids: many.choices },
      { question_id: one.id, choice_ids: [one.choices[1]] },
      { ...right, choice_ids: null },
    ];
    const { status, body } = await signup.claim(parent, 'Cake', { answers });
    expect([status, body.answers]).toEqual([
      201,
      [
        right,
        { question_id: one.id, choice_ids: [one.choices[1]] },
        { question_id: many.id, choice_ids: many.choices },
        { question_id: yes.id, value: false },
        { question_id: day.id, value: '2028-02-29' },
        { question_id: number.id, value: -1.5 },
      ],
    ]);
    expect((await signup.get(parent)).body.questions[1]).toEqual({
      id: one.id,
      position: 1,
      type: 'single_choice',
      text: 'A single_choice',
      required: false,
      choices: [
        { id: one.choices[0], text: 'A' },
        { id: one.choices[1], text: 'B' },
      ],
    });
    const again = await signup.claim(parent, 'Cake', {});
    expect(again.body).toMatchObject({ quantity: 2, answers: body.answers });
  });
});
