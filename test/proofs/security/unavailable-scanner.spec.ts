import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { aPhoto } from '../../support/files/images.js';
import { aPermissionSlip, aSignatureInput } from '../../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { ScannerStub } from '../../support/stubs/scanner-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/* A scanner that is away hides nothing else that an answer with a drawing is refused for, and no answer that was stored. */

let app: TestApp;
let scanner: ScannerStub;
let school: TestSchool;
let parent: TestGuardian;
let studentId: string;
let path: string;
let drawing: string;
beforeAll(async () => {
  scanner = await ScannerStub.start();
  app = await startTestApp({ scanUrl: scanner.url });
  drawing = (await aPhoto('image/png')).toString('base64');
});
afterAll(async () => {
  await app.close();
  await scanner.stop();
});
beforeEach(async () => {
  scanner.says({ clean: true });
  school = await aSchool(app);
  const student = await school.student();
  [studentId, parent] = [student.id, await school.parentOf(student)];
  path = `/permission-slips/${(await aPermissionSlip(app, school, { signatureRequired: true })).id}/responses`;
});

const answer = (fields: object = {}, signature: object = {}): Promise<ApiAnswer> =>
  app.api.send('POST', path, {
    ...{ token: parent.token, headers: { 'idempotency-key': 'one' } },
    body: {
      ...{ student_id: studentId, decision: 'granted' },
      signature: aSignatureInput({ image_png_base64: drawing, ...signature }),
      ...fields,
    },
  });

const goesAway = (): void => scanner.does((response) => void response.writeHead(500).end());

it('answers 503 to a right answer, and stores it once the scanner is back', async () => {
  goesAway();
  expectError(await answer(), 503, 'unavailable');
  scanner.says({ clean: true });
  expect((await answer()).status).toBe(201);
});

it('names the field that is wrong', async () => {
  goesAway();
  expectInvalid(await answer({ decision: 'perhaps' }), 'decision');
});

it('refuses a guardian who is kept apart from the student', async () => {
  await school.restrict(parent);
  goesAway();
  expectError(await answer(), 403, 'not_authorized', 'restricted');
});

it('says that the statement has changed', async () => {
  goesAway();
  expectError(await answer({}, { statement_version: 2 }), 409, 'conflict', 'stale');
});

it('repeats the answer to a write that was stored', async () => {
  const first = await answer();
  goesAway();
  const again = await answer();
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
});
