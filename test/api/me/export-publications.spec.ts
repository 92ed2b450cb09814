import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPublisher, TestPublisher } from '../../support/publisher.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /me/export', () => {
  it('includes what the person published, and what they opened, and nothing of others', async () => {
    const documents = await aPublisher(t, 'documents');
    const { school, member } = documents;
    t.clock.stopAt('2026-09-01T12:30:00.000Z');
    const at = '2026-09-01T12:30:00.000Z';
    const notices = new TestPublisher(t, 'notices', school, member);
    const [documentId, noticeId] = [
      await documents.anItem({ description: '<p>Read</p>' }),
      await notices.anItem(),
    ];
    const reader = await school.parent();
    await documents.as(reader).get(documentId);
    await notices.as(reader).get(noticeId);

    const { body: ofAuthor } = await t.api.get('/me/export', { token: member.token });
    const written = { school_id: school.id, organization_id: null, created_at: at, updated_at: at };
    expect(ofAuthor.documents).toEqual([
      { ...written, id: documentId, title: 'Handbook', description: '<p>Read</p>' },
    ]);
    const [starts_at, expires_at] = [at, '2026-09-15T12:00:00.000Z'];
    expect(ofAuthor.notices).toEqual([
      { ...written, id: noticeId, title: 'No school', body: '<p>Snow</p>', starts_at, expires_at },
    ]);
    expect(ofAuthor.readings).toEqual([]);

    const { body: ofReader } = await t.api.get('/me/export', { token: reader.token });
    expect([ofReader.documents, ofReader.notices]).toEqual([[], []]);
    const readings = [
      { type: 'document', id: documentId, school_id: school.id, read_at: at },
      { type: 'notice', id: noticeId, school_id: school.id, read_at: at },
    ];
    expect(ofReader.readings).toHaveLength(2);
    expect(ofReader.readings).toEqual(expect.arrayContaining(readings));
  });
});
