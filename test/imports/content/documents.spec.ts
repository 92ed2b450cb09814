import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { aDocx, aPdf } from '../../support/files/attachment-files.js';
import { ContentImporter, counted } from './content-importer.js';
import { removeTemporaryFolders, temporaryFolder } from '../temporary-folder.js';

type DocumentInput = NonNullable<ContentFile['documents']>[number];

let importer: ContentImporter;
let school: string;
let folder: string;

beforeAll(async () => (importer = await ContentImporter.create()));
afterAll(async () => {
  await importer.close();
  await removeTemporaryFolders();
});
beforeEach(async () => {
  await importer.empty();
  importer.clock.stopAt('2026-11-21T12:00:00Z');
  school = await importer.aSchool('north');
  await importer.import(school, {
    categories: [{ name: 'Forms', color: '#112233' }],
    organizations: [
      { short_name: 'soccer', kind: 'team', name: 'Soccer', parents: ['coach@example.org'] },
      { short_name: 'chess', kind: 'club', name: 'Chess' },
    ],
    members: [
      { email: 'head@example.org', role: 'senior_admin' },
      { email: 'coach@example.org', role: 'parent' },
    ],
  });
  folder = await temporaryFolder();
  mkdirSync(join(folder, 'files'));
  put('files/handbook.pdf', aPdf('Handbook'));
  put('files/form.docx', aDocx());
});

const put = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content);

const HANDBOOK = {
  key: 'handbook',
  title: 'Handbook',
  description: '<p>Please read.</p>',
  category: 'Forms',
  files: ['files/handbook.pdf', 'files/form.docx'],
} satisfies DocumentInput;

const bring = (documents: DocumentInput[], dryRun = false) =>
  importer.run({ document: { documents }, folder, schoolId: school, dryRun });
const documents = () => importer.rows('select * from documents order by source_id');
const files = () =>
  importer.rows<{ id: string; key: string; file_name: string }>(
    `select a.* from attachments a join documents d on d.id = a.document_id order by d.source_id, a.position`,
  );
const removals = () => importer.rows<{ key: string }>('select key, due_at from object_removals order by 1');
const keys = async () => (await files()).map(({ key }) => key);

describe('the documents of a content file that cannot be taken', () => {
  it('appear in the report with their lines, and nothing of them is written', async () => {
    const secret = join(await temporaryFolder(), 'secret.pdf');
    writeFileSync(secret, aPdf('Secret'));
    symlinkSync(secret, join(folder, 'link.pdf'));
    symlinkSync(join(secret, '..'), join(folder, 'away'));
    put('empty.pdf', '');
    put('text.pdf', 'Dear parents');
    put('page.html', '<p>Dear parents</p>');
    put('form.xlsx', aDocx());
    put('large.pdf', aPdf('Large', 10 * 1024 * 1024 + 1));
    const wrong = [
      ['../secret.pdf', 'foreign_path'],
      ['files/../../secret.pdf', 'foreign_path'],
      [secret, 'foreign_path'],
      ['link.pdf', 'foreign_path'],
      ['away/secret.pdf', 'foreign_path'],
      ['nowhere.pdf', 'missing_file'],
      ['files', 'missing_file'],
      ['empty.pdf', 'empty_file'],
      ['text.pdf', 'unsupported_type'],
      ['page.html', 'unsupported_type'],
      ['form.xlsx', 'unsupported_type'],
      ['large.pdf', 'too_large'],
      ['files/form.docx', 'not_valid'],
    ];
    const lines = wrong.map(
      ([file], at) => `  - { key: d${at}, title: D, files: [files/form.docx, ${file}] }`,
    );
    put('school.yaml', ['documents:', ...lines].join('\n'));
    const report = await importer.run({ path: join(folder, 'school.yaml'), schoolId: school });
    expect(report.errors.map(({ file, line, code, value }) => [file, line, code, value])).toEqual(
      wrong.map(([, code], at) => ['school.yaml', at + 2, code, `d${at}`]),
    );
    for (const { message } of report.errors) expect(message).not.toContain(folder);
    expect([await documents(), await importer.objects(), await removals()]).toEqual([[], [], []]);
  });

  it('refer to something that the school does not have', async () => {
    const report = await bring([{ ...HANDBOOK, organization: 'golf' }]);
    expect(report.errors).toMatchObject([{ code: 'unknown_organization', value: 'golf' }]);
    expect(await documents()).toEqual([]);
  });

  it('name no files where there is no folder', async () => {
    const report = await importer.import(school, { documents: [HANDBOOK] });
    expect(report.errors).toMatchObject([{ code: 'foreign_path', value: 'handbook' }]);
  });

  it('leave one that was there as it was, with its files', async () => {
    await bring([HANDBOOK]);
    const before = await importer.everything();
    put('files/form.docx', 'Dear parents');
    expect((await bring([{ ...HANDBOOK, title: 'Changed' }])).errors).toMatchObject([
      { code: 'unsupported_type' },
    ]);
    const nowhere = { ...HANDBOOK, title: 'Changed', files: ['nowhere.pdf'] };
    expect((await bring([nowhere])).errors).toMatchObject([{ code: 'missing_file' }]);
    expect(await importer.everything()).toEqual(before);
    expect(await importer.objects()).toEqual((await keys()).sort());
  });

  it('lose an image that is not there, with a warning', async () => {
    const image = '<img src="image:7c9e6679-7425-40de-944b-e07fc1f90ae7" alt="Map">';
    const report = await bring([{ ...HANDBOOK, description: `<p>Look: ${image}</p>` }]);
    expect(report.warnings).toMatchObject([{ code: 'unknown_image', value: 'handbook' }]);
    expect(await documents()).toMatchObject([{ description: '<p>Look: </p>' }]);
  });
});

describe('the documents of a content file', () => {
  it('come with their files, by nobody', async () => {
    expect((await bring([HANDBOOK])).errors).toEqual([]);
    expect(await documents()).toMatchObject([
      {
        title: 'Handbook',
        description: '<p>Please read.</p>',
        audience_type: 'school',
        created_by_membership_id: null,
        source: 'content',
        source_id: 'handbook',
      },
    ]);
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await files()).toMatchObject([
      { file_name: 'handbook.pdf', content_type: 'application/pdf', position: 0, entity_type: 'document' },
      { file_name: 'form.docx', content_type: docx, position: 1, uploaded_by_membership_id: null },
    ]);
    const [pdf, form] = await keys();
    expect(pdf).toMatch(new RegExp(`^documents/${school}/[0-9a-f-]{36}\\.pdf$`));
    expect(form).toMatch(/\.docx$/);
    expect(await importer.objects()).toEqual([pdf, form].sort());
    const stored = readFileSync(join(importer.folder, 'data', 'objects', pdf!));
    expect(stored.equals(aPdf('Handbook'))).toBe(true);
    expect(await removals()).toEqual([]);
  });

  it('stay untouched by the same file again, whatever was edited since', async () => {
    await bring([HANDBOOK]);
    await importer.rows(`update documents set title = 'Edited'`);
    const before = await importer.everything();
    expect(counted(await bring([HANDBOOK]), 'documents')).toEqual([0, 0, 0, 1]);
    expect(await importer.everything()).toEqual(before);
  });

  it('keep the files that an entry does not name, and those that are the same', async () => {
    await bring([HANDBOOK]);
    const before = await files();
    const [stored] = await documents();
    const report = await bring([{ key: 'handbook', title: 'The handbook' }]);
    expect(counted(report, 'documents')).toEqual([0, 1, 0, 0]);
    expect(await files()).toEqual(before);
    await bring([{ ...HANDBOOK, title: 'Once more' }]);
    expect(await files()).toEqual(before);
    expect(await documents()).toMatchObject([{ id: stored!.id, title: 'Once more' }]);
    await bring([]);
    expect(await documents()).toHaveLength(1);
  });

  it('change with the content of a file, and take the others along in their new order', async () => {
    await bring([HANDBOOK]);
    const [handbook, form] = await files();
    put('files/handbook.pdf', aPdf('Second edition'));
    const report = await bring([{ ...HANDBOOK, files: ['files/form.docx', 'files/handbook.pdf'] }]);
    expect(counted(report, 'documents')).toEqual([0, 1, 0, 0]);
    const [first, second] = await files();
    expect(first).toEqual({ ...form, position: 0 });
    expect(second!.key).not.toBe(handbook!.key);
    // A day later: addresses that show it are given until the run ends.
    expect(await removals()).toEqual([{ key: handbook!.key, due_at: new Date('2026-11-22T12:00:00Z') }]);
    expect(await importer.objects()).toEqual([form!.key, handbook!.key, second!.key].sort());
  });

  it('take a file back that went, and give all away where there are none', async () => {
    await bring([HANDBOOK]);
    const before = await keys();
    await bring([{ ...HANDBOOK, files: [] }]);
    expect([await keys(), (await removals()).length]).toEqual([[], 2]);
    await bring([HANDBOOK]);
    expect([await keys(), await removals()]).toEqual([before, []]);
  });

  it('share one file where two of them name it', async () => {
    await bring([HANDBOOK, { ...HANDBOOK, key: 'other' }]);
    expect(new Set(await keys()).size).toBe(4);
  });

  it('write neither rows nor objects on a dry run, and say the same', async () => {
    const before = await importer.everything();
    expect(counted(await bring([HANDBOOK], true), 'documents')).toEqual([1, 0, 0, 0]);
    expect(await importer.everything()).toEqual(before);
    expect(await importer.objects()).toEqual([]);
    put('files/handbook.pdf', 'Dear parents');
    expect((await bring([HANDBOOK], true)).errors).toMatchObject([{ code: 'unsupported_type' }]);
  });

  it('leave nothing for good where the run is taken back', async () => {
    await importer.rows(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`);
    await importer.rows(`create constraint trigger refused after insert on documents deferrable initially deferred
      for each row execute function refuse()`);
    try {
      await expect(bring([HANDBOOK])).rejects.toThrow('no room');
    } finally {
      await importer.rows('drop function refuse cascade');
    }
    expect(await documents()).toEqual([]);
    const objects = await importer.objects();
    expect(objects).toHaveLength(2);
    expect((await removals()).map(({ key }) => key)).toEqual(objects);
  });
});

describe('the alerts of imported documents', () => {
  const told = () =>
    importer.rows(`select u.email from notifications n join memberships m on m.id = n.membership_id
      join users u on u.id = m.user_id where n.kind = 'document_created'`);

  it('stay unsent for one that is said not to alert, even later', async () => {
    await bring([{ ...HANDBOOK, send_alert: false }]);
    await bring([{ ...HANDBOOK, title: 'Changed' }]);
    expect(await told()).toEqual([]);
  });

  it('go out once for a new one, to its audience alone', async () => {
    await bring([{ ...HANDBOOK, organization: 'soccer' }]);
    await bring([{ ...HANDBOOK, organization: 'soccer', title: 'Changed', audience: { type: 'school' } }]);
    expect(await told()).toEqual([{ email: 'coach@example.org' }]);
  });
});
