import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { embedding, SchoolImages } from '../../support/files/embedded-images.js';
import { expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ITEMS: [string, string, object][] = [
  ['documents', 'description', { title: 'Mud' }],
  ['notices', 'body', { title: 'Mud', expires_at: '2199-01-01T00:00:00Z' }],
  [
    'calendar/events',
    'description',
    { title: 'Mud', starts_at: '2199-01-01T12:00:00Z', ends_at: '2199-01-01T13:00:00Z' },
  ],
];

/** With a key the item is written behind a savepoint of a larger transaction. */
const HEADERS: Record<string, string>[] = [{}, { 'Idempotency-Key': 'once' }];
describe.each(HEADERS)('A text that is written with the headers %j', (headers) => {
  it.each(ITEMS)('embeds in %s no image that its writer cannot see', async (items, field, least) => {
    const school = await aSchool(t);
    const images = new SchoolImages(t, school);
    const hidden = await images.row({ unusedSince: null });
    await images.document(embedding(hidden), { audienceType: 'admins' });
    const editor = await school.parent();
    const team = await anOrganization(t, school);
    await team.grant(editor);
    const answer = await t.api.post(`/schools/${school.id}/${items}`, {
      token: editor.token,
      headers,
      body: { ...least, organization_id: team.id, [field]: embedding(hidden) },
    });
    expectInvalid(answer, field);
    expect(await images.seen(editor, hidden)).toBe(404);
  });
});
