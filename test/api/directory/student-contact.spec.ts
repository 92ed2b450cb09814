import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function detail(studentId: string, token: string): Promise<ApiAnswer['body']> {
  const { status, body } = await t.api.get(`/students/${studentId}`, { token });
  expect(status).toBe(200);
  return body;
}

describe('GET /students/:studentId, the contact of the student', () => {
  const shown = { email: 'ada@example.org', phone: '+1 555 0188' };
  const hidden = { email: null, phone: null };

  it('shows to everyone while every guardian of theirs shows their own, and while there is none', async () => {
    const school = await aSchool(t);
    const ada = await school.student(shown);
    const { token } = await school.parent();
    expect(await detail(ada.id, token)).toMatchObject(shown);
    await school.guardian(ada);
    await school.parentOf(ada);
    await school.guardian(await school.student(), { profileVisibility: 'name_only' });
    expect(await detail(ada.id, token)).toMatchObject(shown);
  });

  it('hides from strangers as soon as one guardian shows the name only, registered or not', async () => {
    const school = await aSchool(t);
    const ada = await school.student(shown);
    const open = await school.parentOf(ada);
    await school.guardian(ada, { profileVisibility: 'name_only' });
    const sibling = await school.student({ firstName: 'Ben' });
    expect(await detail(ada.id, (await school.parent()).token)).toMatchObject(hidden);
    expect(await detail(ada.id, (await school.parentOf(sibling)).token)).toMatchObject(hidden);
    expect(await detail(ada.id, open.token)).toMatchObject(shown);
    expect(await detail(ada.id, (await school.admin('junior_admin')).token)).toMatchObject(shown);
    expect(await detail(ada.id, (await school.admin('senior_admin')).token)).toMatchObject(shown);
  });
});
