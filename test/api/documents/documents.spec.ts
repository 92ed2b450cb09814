import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Category } from '../../../src/features/categories/category.entity.js';
import { DocumentOpening } from '../../../src/features/documents/document-opening.entity.js';
import { SchoolDetails } from '../../../src/features/documents/school-details.entity.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import type { TestApp } from '../../support/test-app.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

let t: TestApp;
let library: TestPublisher;
beforeAll(async () => {
  t = await startAppWithDataDir();
});
afterAll(() => t.close());
beforeEach(async () => {
  library = await aPublisher(t, 'documents');
});

const openings = (documentId: string): Promise<DocumentOpening[]> =>
  t.dataSource.manager.findBy(DocumentOpening, { documentId });

async function withSchoolDetails(): Promise<void> {
  const details = { title: 'Springfield', description: '<p>Since 1900</p>' };
  const updatedAt = new Date('2026-08-01T00:00:00Z');
  await t.dataSource.manager.insert(SchoolDetails, { schoolId: library.school.id, ...details, updatedAt });
}

const category = (name: string, position: number): Promise<Category> =>
  t.dataSource.manager.save(
    t.dataSource.manager.create(Category, {
      schoolId: library.school.id,
      name,
      color: '#00FF00',
      position,
    }),
  );

describe('GET /schools/:schoolId/documents', () => {
  refusesOutsidersOfTheSchool(() => t, { method: 'GET', path: (id) => `/schools/${id}/documents` });

  it('answers 404 while the feature is off', async () => {
    await library.school.setFeatures({ document_library: false });
    expectError(await library.send('GET', ''), 404, 'not_found');
  });

  it('returns nothing without documents, and without details of the school', async () => {
    const { status, text } = await library.send('GET', '');
    expect([status, text]).toEqual([200, '{"documents":[]}']);
  });

  it('begins with School Details, which cannot be asked for', async () => {
    await withSchoolDetails();
    await library.anItem({ title: 'A' });
    const [first, ...others] = await library.as(await library.school.parent()).list();
    expect(first).toEqual({
      id: 'school-details',
      title: 'Springfield',
      description: '<p>Since 1900</p>',
      category: null,
      organization_id: null,
      organization_name: null,
      attachments: [],
      is_school_details: true,
      created_by_name: null,
      created_at: '2026-08-01T00:00:00.000Z',
      updated_at: '2026-08-01T00:00:00.000Z',
    });
    expect(others).toMatchObject([{ title: 'A', is_school_details: false }]);
    for (const answer of [
      await library.get('school-details'),
      await library.change('school-details', { title: 'Mine' }),
      await library.remove('school-details'),
      await library.download('school-details', randomUUID()),
    ])
      expectError(answer, 404, 'not_found');
  });

  it('sorts by the categories, those without one last, then by title as a reader sorts', async () => {
    const [second, first] = [await category('Forms', 1), await category('News', 0)];
    for (const title of ['zebra', 'Äpfel', 'apple', 'Birne']) await library.anItem({ title });
    await library.anItem({ title: 'b', category_id: second.id });
    await library.anItem({ title: 'c', category_id: first.id });
    await library.anItem({ title: 'a', category_id: second.id });
    const titles = (await library.list()).map(({ title }) => title);
    expect(titles).toEqual(['c', 'a', 'b', 'Äpfel', 'apple', 'Birne', 'zebra']);
  });

  it('shows admins what is addressed to them, and no more', async () => {
    const own = await library.anItem({ audience: { type: 'admins' } });
    const years = { type: 'graduation_years', graduation_years: [2030] };
    const ofOthers = await library.anItem({ audience: years });
    expect(await library.ids()).toEqual([own]);
    expect((await library.get(ofOthers)).status).toBe(200);
    const family = await library.school.parentOf(await library.school.student({ graduationYear: 2030 }));
    expect(await library.as(family).ids()).toEqual([ofOthers]);
  });

  it('answers 304 to who knows it', async () => {
    await library.anItem();
    const etag = (await library.send('GET', '')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\//);
    expect((await library.send('GET', '', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe('POST /schools/:schoolId/documents', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/documents`,
    body: { title: 'Mine' },
  });

  it.each([
    ['title', {}],
    ['title', { title: ' \n' }],
    ['title', { title: 'x'.repeat(201) }],
    ['title', { title: 5 }],
    ['description', { title: 'A', description: ['x'] }],
    ['description', { title: 'A', description: 'x'.repeat(50_001) }],
    ['category_id', { title: 'A', category_id: 'forms' }],
    ['organization_id', { title: 'A', organization_id: 5 }],
    ['audience.type', { title: 'A', audience: { type: 'everyone' } }],
    ['audience.graduation_years', { title: 'A', audience: { type: 'graduation_years' } }],
    [
      'audience.graduation_years',
      { title: 'A', audience: { type: 'graduation_years', graduation_years: [] } },
    ],
    // Of no effect here, and yet of a wrong type (contract section 0, rule 6).
    ['audience.graduation_years', { title: 'A', audience: { type: 'school', graduation_years: ['2030'] } }],
    ['audience.organization_ids', { title: 'A', audience: { type: 'school', organization_ids: ['x'] } }],
    ['attachments', { title: 'A', attachments: 'x' }],
    ['attachments', { title: 'A', attachments: Array.from({ length: 21 }, () => ({ key: 'x' })) }],
    ['attachments.0.key', { title: 'A', attachments: [{}] }],
    ['attachments.0.size_bytes', { title: 'A', attachments: [{ key: 'x', size_bytes: '5' }] }],
  ])('refuses what is wrong with %s', async (path, body) => {
    expectInvalid(await library.send('POST', '', { body }), path);
    expect(await library.list()).toEqual([]);
  });

  it('refuses a description that grows beyond the limit when it is cleaned', async () => {
    expectInvalid(await library.create({ description: '&'.repeat(20_000) }), 'description');
  });

  it('creates a document and answers its id alone', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.250Z');
    const forms = await category('Forms', 0);
    const team = await library.anOrganization({ name: 'Tigers' });
    const { status, body } = await library.create({
      title: '  Zoë’s handbook '.normalize('NFD'),
      description: '<p onclick="x()">Read</p><script>x()</script>',
      category_id: forms.id,
      organization_id: team.id,
      audience: { type: 'school', graduation_years: [], organization_ids: [] },
      unknown: 'ignored',
    });
    expect([status, Object.keys(body as object)]).toEqual([201, ['id']]);
    const shown = await library.get(body.id);
    expect(shown.body).toEqual({
      id: body.id,
      title: 'Zoë’s handbook'.normalize('NFC'),
      description: '<p>Read</p>',
      category: { id: forms.id, name: 'Forms', color: '#00FF00' },
      organization_id: team.id,
      organization_name: 'Tigers',
      attachments: [],
      is_school_details: false,
      created_by_name: 'Maria Park',
      created_at: '2026-09-01T12:00:00.250Z',
      updated_at: '2026-09-01T12:00:00.250Z',
    });
    expect(await library.list()).toEqual([shown.body]);
  });

  it('names nobody who has left', async () => {
    const other = await library.school.admin();
    const id = await library.as(other).anItem();
    await library.school.deactivate(other);
    expect((await library.get(id)).body.created_by_name).toBeNull();
    await t.dataSource.query('delete from memberships where id = $1', [other.membershipId]);
    expect((await library.get(id)).body.created_by_name).toBeNull();
  });
});

describe('PATCH /schools/:schoolId/documents/:documentId', () => {
  it('keeps what is left out, and clears what is null', async () => {
    const forms = await category('Forms', 0);
    const id = await library.anItem({ title: 'Old', description: '<p>Text</p>', category_id: forms.id });
    t.clock.advance(60_000);
    const { status, body } = await library.change(id, { title: 'New' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'New', description: '<p>Text</p>', category: { name: 'Forms' } });
    expect(body.updated_at > body.created_at).toBe(true);
    const cleared = await library.change(id, { description: null, category_id: null, attachments: null });
    expect(cleared.body).toMatchObject({ title: 'New', description: null, category: null, attachments: [] });
    expect((await library.get(id)).body).toEqual(cleared.body);
    expectInvalid(await library.change(id, { title: null }), 'title');
  });
});

describe('That a document was opened', () => {
  it('counts once, by a single read or a download address, and never by the list', async () => {
    const upload = await library.anUpload();
    const id = await library.anItem({ attachments: [upload] });
    const [parent, other] = [await library.school.parent(), await library.school.parent()];
    const [reader, downloader] = [library.as(parent), library.as(other)];
    const [document] = await reader.list();
    expect(await openings(id)).toEqual([]);
    t.clock.stopAt('2026-09-01T12:30:00.000Z');
    const { headers } = await reader.get(id);
    t.clock.advance(1000);
    await Promise.all([reader.get(id), reader.get(id, { 'if-none-match': headers.get('etag') ?? '' })]);
    expect(await openings(id)).toMatchObject([
      { membershipId: parent.membershipId, openedAt: new Date('2026-09-01T12:30:00.000Z') },
    ]);
    const address = await downloader.download(id, document!.attachments[0]!.id);
    expect(address.status).toBe(200);
    expect(await openings(id)).toHaveLength(2);
  });

  it('hides nothing from who has opened it', async () => {
    const id = await library.anItem();
    await t.dataSource.query('alter table document_openings rename to elsewhere');
    await t.dataSource.query('create view document_openings as select * from elsewhere limit 0');
    const answer = await library.get(id);
    await t.dataSource.query('drop view document_openings');
    await t.dataSource.query('alter table elsewhere rename to document_openings');
    expect([answer.status, answer.body.id]).toEqual([200, id]);
    expect(await openings(id)).toEqual([]);
  });

  it('counts once of many readers at once', async () => {
    const id = await library.anItem();
    const answers = await Promise.all(Array.from({ length: 12 }, () => library.get(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await openings(id)).toHaveLength(1);
  });
});
