import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /me/export', () => {
  it('says of an anonymous poll that the person answered it, and not what nor when', async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    const poll = await aPoll(t, school, { anonymous: true });
    await poll.respond(parent);
    const { body } = await t.api.get('/me/export', { token: parent.token });
    expect(body.poll_responses).toEqual([
      { poll_id: poll.id, school_id: school.id, title: 'Picnic', submitted_at: null, answers: [] },
    ]);
  });

  it('includes what the person answered, and nothing of others', async () => {
    const school = await aSchool(t);
    const [parent, other] = [await school.parent(), await school.parent()];
    const poll = await aPoll(t, school);
    const { body } = await poll.respond(parent, poll.answers([1, 2]));
    const exportOf = async ({ token }: { token: string }) => (await t.api.get('/me/export', { token })).body;
    expect((await exportOf(parent)).poll_responses).toEqual([
      {
        poll_id: poll.id,
        school_id: school.id,
        title: 'Picnic',
        submitted_at: body.submitted_at,
        answers: [
          { question: 'Question 0', choice: 'Choice 1' },
          { question: 'Question 1', choice: 'Choice 2' },
        ],
      },
    ]);
    expect((await exportOf(other)).poll_responses).toEqual([]);
  });
});
