import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
let studentId: string;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  parent = await school.parent();
  studentId = (await school.student()).id;
});
afterAll(() => t.close());

const get = (path: string) => t.api.get(path, { token: parent.token });

describe('An id in a path', () => {
  it.each<[string, (id: string) => string]>([
    ['has a character before it', (id) => `0${id}`],
    ['has a character behind it', (id) => `${id}0`],
    ['has a line behind it', (id) => `${id}%0A`],
    ['has a blank before it', (id) => `%20${id}`],
    ['lacks a character', (id) => id.slice(1)],
    ['lacks its dashes', (id) => id.replaceAll('-', '')],
    ['is in braces', (id) => `{${id}}`],
    ['has a character that is none of its sixteen', (id) => `g${id.slice(1)}`],
  ])('stays unknown when it %s', async (_what, changed) => {
    expectError(await get(`/students/${changed(studentId)}`), 404, 'not_found');
    expectError(await get(`/schools/${changed(school.id)}/students`), 403, 'not_authorized');
  });

  it('works in capitals', async () => {
    expect((await get(`/students/${studentId.toUpperCase()}`)).status).toBe(200);
    expect((await get(`/schools/${school.id.toUpperCase()}/students`)).status).toBe(200);
  });
});
