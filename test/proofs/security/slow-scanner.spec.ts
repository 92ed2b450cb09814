import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { aPermissionSlip, aSignatureInput } from '../../support/permission-slip.factory.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { ScannerStub } from '../../support/stubs/scanner-stub.js';
import { startTestApp } from '../../support/test-app.js';

/* A scanner that takes its time keeps nobody from the database. */

let app: PhotoApp;
let scanner: ScannerStub;
let school: TestSchool;
let parent: TestGuardian;
let studentId: string;
let bytes: Buffer;
beforeAll(async () => {
  scanner = await ScannerStub.start();
  app = await startPhotoApp((overrides) => startTestApp({ ...overrides, scanUrl: scanner.url }));
  bytes = await aPhoto('image/png');
});
afterAll(async () => {
  await app.close();
  await scanner.stop();
});
beforeEach(async () => {
  scanner.says({ clean: true });
  school = await aSchool(app.t);
  const student = await school.student();
  [studentId, parent] = [student.id, await school.parentOf(student)];
});

it('holds no transaction open while the scanner is asked about a drawing that comes with a key', async () => {
  const slip = await aPermissionSlip(app.t, school, { signatureRequired: true });
  const signature = aSignatureInput({ image_png_base64: bytes.toString('base64') });
  let open: Promise<unknown[]> | undefined;
  scanner.does((response) => {
    open = app.t.dataSource
      .query<unknown[]>(
        `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      )
      .finally(() => response.end('{"clean":true,"engine":"a"}'));
  });
  const { status } = await app.t.api.send('POST', `/permission-slips/${slip.id}/responses`, {
    ...{ token: parent.token, headers: { 'idempotency-key': 'one' } },
    body: { student_id: studentId, decision: 'granted', signature },
  });
  expect([status, await open]).toEqual([201, []]);
});

it('keeps nobody from another write with a key, while a scanner that says nothing keeps photos waiting', async () => {
  const guardians = await Promise.all(Array.from({ length: 6 }, () => school.parent()));
  const uploads = await Promise.all(
    guardians.map(({ token }) => app.upload('/me/photo', token, 'image/png', bytes)),
  );
  const send = (path: string, { token }: TestMember, body: object): Promise<ApiAnswer> =>
    app.t.api.send('POST', path, { token, body, headers: { 'idempotency-key': 'one' } });
  const hung: (() => void)[] = [];
  const begun = new Promise<void>((resolve) => {
    scanner.does((response) => {
      hung.push(() => response.end('{"clean":true,"engine":"a"}'));
      resolve();
    });
  });
  let answered = 0;
  const photos = guardians.map((guardian, at) =>
    send('/me/photo', guardian, { photo_key: uploads[at]! }).finally(() => (answered += 1)),
  );
  await begun;
  const { status } = await send(`/schools/${school.id}/lists`, parent, { name: 'Friends' });
  expect([status, answered]).toEqual([201, 0]);
  scanner.says({ clean: true });
  for (const goOn of hung) goOn();
  await Promise.all(photos);
});
