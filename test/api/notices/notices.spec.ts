import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notice } from '../../../src/features/notices/notice.entity.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
});

const START = '2026-09-01T12:10:00.000Z';
const END = '2026-09-01T12:20:00.000Z';
const WINDOW = { starts_at: START, expires_at: END };
const before = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

describe('GET /schools/:schoolId/notices', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/notices` });

  it('answers 404 while the feature is off', async () => {
    await notices.school.setFeatures({ notices: false });
    expectError(await notices.send('GET', ''), 404, 'not_found');
  });

  it('lists pinned ones first, then the one that started last', async () => {
    const at = (minute: number): string => `2026-09-01T11:${minute}:00Z`;
    for (const [title, minute, pinned] of [
      ['c', 10, false],
      ['b', 50, false],
      ['a', 20, true],
    ] as const)
      await notices.anItem({ title, starts_at: at(minute), pinned });
    expect((await notices.list()).map(({ title }) => title)).toEqual(['a', 'b', 'c']);
  });

  it('shows admins what is addressed to them, and no more', async () => {
    const ofOthers = await notices.anItem({
      audience: { type: 'graduation_years', graduation_years: [2030] },
    });
    expect(await notices.ids()).toEqual([]);
    expect((await notices.get(ofOthers)).status).toBe(200);
  });

  it('answers 304 to who knows it, until something is read', async () => {
    const id = await notices.anItem();
    const etag = (await notices.send('GET', '')).headers.get('etag') ?? '';
    const again = () => notices.send('GET', '', { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await notices.get(id);
    expect((await again()).status).toBe(200);
  });
});

describe('A notice', () => {
  it('shows from its start to its end, to the millisecond', async () => {
    const id = await notices.anItem(WINDOW);
    const reader = notices.as(await notices.school.parent());
    for (const [instant, shown] of [
      [before(START), false],
      [START, true],
      [before(END), true],
      [END, false],
    ] as const) {
      t.clock.stopAt(instant);
      expect([instant, await reader.ids()]).toEqual([instant, shown ? [id] : []]);
      expect((await reader.get(id)).status).toBe(shown ? 200 : 404);
    }
  });

  it('shows before and after for who manages it, and in nobody’s list', async () => {
    const team = await notices.anOrganization();
    const editor = await notices.anEditor(team);
    const id = await notices.anItem({ ...WINDOW, organization_id: team.id });
    for (const instant of [before(START), END]) {
      t.clock.stopAt(instant);
      for (const manager of [notices, editor]) {
        expect(await manager.ids()).toEqual([]);
        expect((await manager.get(id)).status).toBe(200);
        expect((await manager.change(id, { title: instant })).body.title).toBe(instant);
      }
      const parent = notices.as(await notices.school.parent());
      expectError(await parent.change(id, { title: 'Mine' }), 404, 'not_found');
      expectError(await parent.remove(id), 404, 'not_found');
    }
  });
});

describe('POST /schools/:schoolId/notices', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/notices`,
    body: { title: 'Mine', body: 'x', expires_at: '2199-01-01T00:00:00Z' },
  });

  it.each([
    ['title', { title: '' }],
    ['body', { body: undefined }],
    ['body', { body: null }],
    ['body', { body: '' }],
    ['body', { body: '<p> </p>' }],
    ['body', { body: '<script>x()</script>' }],
    ['body', { body: 'x'.repeat(50_001) }],
    ['body', { body: '&'.repeat(20_000) }],
    ['expires_at', { expires_at: undefined }],
    ['expires_at', { expires_at: null }],
    ['expires_at', { expires_at: '2026-09-15' }],
    ['expires_at', { expires_at: '2026-09-15T12:00:00' }],
    ['expires_at', { expires_at: '2026-09-01T11:59:59Z' }],
    ['expires_at', { starts_at: '2026-09-16T00:00:00Z' }],
    ['expires_at', { starts_at: '2026-09-15T12:00:00.000Z' }],
    ['starts_at', { starts_at: 'soon' }],
    ['pinned', { pinned: 'yes' }],
  ])('refuses what is wrong with %s', async (path, given) => {
    expectInvalid(await notices.create(given), path);
    expect(await t.dataSource.manager.countBy(Notice, { schoolId: notices.school.id })).toBe(0);
  });

  it('refuses one that ends at this very moment, and takes one that ends a millisecond later', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.500Z');
    expectInvalid(await notices.create({ expires_at: '2026-09-01T12:00:00.500Z' }), 'expires_at');
    expect((await notices.create({ expires_at: '2026-09-01T12:00:00.501Z' })).status).toBe(201);
  });

  it('creates a notice and answers its id alone', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.250Z');
    const { status, body } = await notices.create({
      title: ' Snow ',
      body: '<p onclick="x()">No school</p>',
    });
    expect([status, Object.keys(body as object)]).toEqual([201, ['id']]);
    const [listed] = await notices.list();
    expect(listed).toEqual({
      ...{ acknowledge_required: false, acknowledged_at: null, urgent: false, reply_to_author: false },
      id: body.id,
      title: 'Snow',
      body: '<p>No school</p>',
      category: null,
      organization_id: null,
      organization_name: null,
      attachments: [],
      starts_at: '2026-09-01T12:00:00.250Z',
      expires_at: '2026-09-15T12:00:00.000Z',
      pinned: false,
      read: false,
      created_by_name: 'Maria Park',
      created_at: '2026-09-01T12:00:00.250Z',
      updated_at: '2026-09-01T12:00:00.250Z',
    });
    expect((await notices.get(body.id)).body).toEqual({ ...listed, read: true });
  });

  it('keeps the lines of a text that is pasted, and what is bold in it', async () => {
    const id = await notices.anItem({
      body:
        '<b style="font-weight:normal" id="docs-internal-guid-0"><p><span style="font-weight:700">Friday</span> at 8</p></b>' +
        '<div>Bring boots</div><div><br></div><div>Back by noon</div>',
    });
    const { body } = (await notices.get(id)).body;
    expect(body).toBe('<p><strong>Friday</strong> at 8</p><p>Bring boots</p><p>Back by noon</p>');
  });

  it('takes an instant with an offset', async () => {
    const id = await notices.anItem({ expires_at: '2026-09-15T08:00:00.1239-04:00' });
    expect((await notices.get(id)).body.expires_at).toBe('2026-09-15T12:00:00.123Z');
  });
});

describe('PATCH /schools/:schoolId/notices/:noticeId', () => {
  it.each([
    ['title', { title: null }],
    ['body', { body: null }],
    ['body', { body: '<p></p>' }],
    ['expires_at', { expires_at: null }],
    ['expires_at', { starts_at: '2026-09-15T12:00:00Z' }],
    ['expires_at', { starts_at: '2026-10-02T00:00:00Z', expires_at: '2026-10-01T00:00:00Z' }],
  ])('refuses what is wrong with %s', async (path, given) => {
    const id = await notices.anItem();
    const { body } = await notices.get(id);
    expectInvalid(await notices.change(id, given), path);
    expect((await notices.get(id)).body).toEqual(body);
  });

  it('keeps what is left out', async () => {
    const id = await notices.anItem({ pinned: true });
    const { body: was } = await notices.get(id);
    const { status, body } = await notices.change(id, { title: 'New' });
    expect([status, body]).toEqual([200, { ...was, title: 'New', updated_at: body.updated_at }]);
    expect((await notices.change(id, { pinned: null })).body.pinned).toBe(false);
  });

  it('ends it at once with an end in the past, even before it began', async () => {
    const reader = notices.as(await notices.school.parent());
    for (const expires_at of ['2026-09-01T12:00:00.000Z', '2020-01-01T00:00:00.000Z']) {
      const id = await notices.anItem();
      const { status, body } = await notices.change(id, { expires_at });
      expect([status, body.expires_at]).toEqual([200, expires_at]);
      expectError(await reader.get(id), 404, 'not_found');
      expect((await notices.change(id, { title: 'It was so' })).status).toBe(200);
    }
    expect(await reader.ids()).toEqual([]);
  });
});
