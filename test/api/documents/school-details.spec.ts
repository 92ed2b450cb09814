import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.admin('junior_admin');
});

const put = (body: unknown, by = admin, headers = {}): Promise<ApiAnswer> =>
  t.api.put(`/schools/${school.id}/school-details`, { token: by.token, body, headers });
const list = (): Promise<ApiAnswer> => t.api.get(`/schools/${school.id}/documents`, { token: admin.token });

describe('PUT /schools/:schoolId/school-details', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'PUT',
    path: (id) => `/schools/${id}/school-details`,
    body: { title: 'About us' },
  });

  it('refuses parents, whatever they send', async () => {
    expectError(await put({ title: 7 }, await school.parent()), 403, 'not_authorized');
  });

  it('answers 404 while the feature is off', async () => {
    await school.setFeatures({ document_library: false });
    expectError(await put({ title: 'About us' }), 404, 'not_found');
  });

  it.each([
    [{}, ['title']],
    [{ description: null }, ['title']],
    [{ title: ' ' }, ['title']],
    [{ title: null }, ['title']],
    [{ title: 'About us', description: 'x'.repeat(50_001) }, ['description']],
    [{ title: 'About us', description: `<p><img src="image:${randomUUID()}" alt=""></p>` }, ['description']],
  ])('refuses %j, and writes nothing', async (body, paths) => {
    expectInvalid(await put(body), ...paths);
    expect((await list()).body.documents).toEqual([]);
  });

  it('writes the first entry of the Document Library', async () => {
    const { status, body } = await put({ title: 'About us', description: '<p>Hi<script>x</script></p>' });
    expect([status, body]).toEqual([200, (await list()).body.documents[0]]);
    expect(body).toMatchObject({
      ...{ id: 'school-details', title: 'About us', description: '<p>Hi</p>', is_school_details: true },
    });
  });

  it('keeps what is left out, and takes the text away with null', async () => {
    await put({ title: 'About us', description: '<p>Hi</p>' });
    expect((await put({ title: 'Welcome' })).body).toMatchObject({ description: '<p>Hi</p>' });
    expect((await put({ description: null })).body).toMatchObject({ title: 'Welcome', description: null });
  });

  it('refuses whoever has read another list of documents', async () => {
    const headers = { 'if-match': (await list()).headers.get('etag') };
    expect((await put({ title: 'About us' }, admin, headers)).status).toBe(200);
    expectError(await put({ title: 'Welcome' }, admin, headers), 409, 'conflict', 'stale');
  });

  it('writes whole details, however many write at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => put({ title: `T${at}`, description: `<p>T${at}</p>` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [{ title, description }] = (await list()).body.documents;
    expect(description).toBe(`<p>${title}</p>`);
  });
});
