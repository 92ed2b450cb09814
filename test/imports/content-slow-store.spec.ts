import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OperatorModule } from '../../src/cli/operator.module.js';
import { poll } from '../../src/database/embedded/polling.js';
import { ContentImportService } from '../../src/imports/content/content-import.service.js';
import { aSchool } from '../support/a-school.js';
import { aPdf } from '../support/attachment-files.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { removeTemporaryFolders, temporaryFolder } from './temporary-folder.js';

/** Uploads that an object store has got and not answered yet. */
const uploads: ServerResponse[] = [];
const store = createServer((request, response) => {
  request.resume().on('end', () => uploads.push(response));
});

let t: TestApp;
let services: INestApplicationContext;
beforeAll(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening');
  const { port } = store.address() as AddressInfo;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${port}`;
  const s3 = { bucket: 'objects', region: 'us-east-1', endpoint, credentials, forcePathStyle: true };
  t = await startTestApp({ s3, upstreamTimeoutMs: 30_000 });
  services = await NestFactory.createApplicationContext(OperatorModule.with(t.settings), { logger: false });
});
afterAll(async () => {
  await services.close();
  await t.close();
  store.close().closeAllConnections();
  await removeTemporaryFolders();
});

it('keeps no member waiting while the object store takes its time', async () => {
  const school = await aSchool(t);
  const parent = await school.parent();
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'handbook.pdf'), aPdf('Handbook'));
  const document = {
    members: [{ email: parent.email, role: 'parent' as const, phone: '+1 555 0100' }],
    documents: [{ key: 'handbook', title: 'Handbook', files: ['handbook.pdf'] }],
  };
  const running = services.get(ContentImportService).run({ document, folder, schoolId: school.id });
  const upload = await poll(() => uploads.shift(), 20_000);

  const body = { first_name: 'Iris', last_name: 'Vale', phone: '+1 555 0177' };
  const changed = await t.api.patch('/me/contact', { token: parent.token, body });
  expect([changed.status, uploads.length]).toEqual([200, 0]);

  upload!.writeHead(200, { etag: '"written"' }).end();
  const { errors, created } = await running;
  expect([errors, created.documents]).toEqual([[], 1]);
});
