import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { poll } from '../../../src/dev/embedded/postmaster.js';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { removeTemporaryFolders, temporaryFolder } from '../temporary-folder.js';
import { operatorServices } from '../../support/operator-services.factory.js';

/** Uploads that an object store has got and not answered yet. */
const uploads: { key: string; response: ServerResponse }[] = [];
const store = createServer((request, response) => {
  const key = request.url!.replace(/^\/objects\/|\?.*$/g, '');
  request.resume().on('end', () => uploads.push({ key, response }));
});
const upload = async () => (await poll(() => uploads.shift(), 20_000))!;
const done = (response: ServerResponse): unknown => response.writeHead(200, { etag: '"written"' }).end();

let t: TestApp;
let services: INestApplicationContext;
beforeAll(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening');
  const { port } = store.address() as AddressInfo;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${port}`;
  const s3 = { bucket: 'objects', region: 'us-east-1', endpoint, credentials, forcePathStyle: true };
  t = await startTestApp({ s3, upstreamTimeoutMs: 30_000 });
  services = await operatorServices(t.settings);
});
afterAll(async () => {
  await services.close();
  await t.close();
  store.close().closeAllConnections();
  await removeTemporaryFolders();
});

const bring = async (school: TestSchool, document: ContentFile, content = 'Handbook') => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'handbook.pdf'), aPdf(content));
  return services.get(ContentImportService).run({ document, folder, schoolId: school.id });
};
const HANDBOOK = { key: 'handbook', title: 'Handbook', files: ['handbook.pdf'] };

it('keep no member waiting while the object store takes its time', async () => {
  const school = await aSchool(t);
  const parent = await school.parent();
  const members = [{ email: parent.email, role: 'parent' as const, phone: '+1 555 0100' }];
  const running = bring(school, { members, documents: [HANDBOOK] });
  const { response } = await upload();

  const body = { first_name: 'Iris', last_name: 'Vale', phone: '+1 555 0177' };
  const changed = await t.api.patch('/me/contact', { token: parent.token, body });
  expect([changed.status, uploads.length]).toEqual([200, 0]);

  done(response);
  const { errors, created } = await running;
  expect([errors, created.documents]).toEqual([[], 1]);
});

it('keeps the stored files for an entry that says the same, though one was taken away here', async () => {
  const school = await aSchool(t);
  const running = bring(school, { documents: [HANDBOOK] });
  done((await upload()).response);
  await running;
  await t.dataSource.query('delete from attachments where school_id = $1', [school.id]);

  const { unchanged } = await bring(school, { documents: [HANDBOOK] });
  expect([unchanged.documents, uploads.length]).toEqual([1, 0]);
});

it('stores the files of one document when two runs bring it at once, and what was stored for nothing goes again', async () => {
  const school = await aSchool(t);
  const editions = ['First edition', 'Second edition'];
  const runs = Promise.all(
    editions.map((title) => bring(school, { documents: [{ ...HANDBOOK, title }] }, title)),
  );
  const stored = [await upload(), await upload()];
  for (const { response } of stored) done(response);
  // The document is the one of the first; the second has to store its file for that one.
  const again = await upload();
  done(again.response);

  const reports = await runs;
  expect(reports.map(({ created, updated }) => [created.documents, updated.documents]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ]);
  const attached = await t.dataSource.query<{ key: string }[]>(
    `select a.key from attachments a join documents d on d.id = a.document_id where d.school_id = $1`,
    [school.id],
  );
  expect(attached).toEqual([{ key: again.key }]);
  const removals = await t.dataSource.query<{ key: string }[]>('select key from object_removals');
  expect(removals.map(({ key }) => key).sort()).toEqual(stored.map(({ key }) => key).sort());
});
