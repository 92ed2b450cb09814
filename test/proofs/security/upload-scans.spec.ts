import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { Request } from 'express';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { inRequest } from '../../../src/platform/http/current-request.js';
import { UploadScanner } from '../../../src/platform/storage/upload-scanner.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { aForm, SchoolImages } from '../../support/files/embedded-images.js';
import { expectError } from '../../support/errors.js';
import { aPhoto } from '../../support/files/images.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aPermissionSlip, aSignatureInput, SlipClient } from '../../support/permission-slip.factory.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { ScannerStub } from '../../support/stubs/scanner-stub.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { startTestApp } from '../../support/test-app.js';
import { upload } from '../../support/upload.factory.js';
import { removeTemporaryFolders, temporaryFolder } from '../../imports/temporary-folder.js';
import { operatorServices } from '../../support/operator-services.factory.js';

/*
 * Whatever a person sends is shown to the scanner before anybody can get it, by every way that there is. What it finds
 * harmful, or says nothing of, is stored nowhere.
 */

const DEADLINE_MS = 700;

let app: PhotoApp;
let services: INestApplicationContext;
let scanner: ScannerStub;
let school: TestSchool;
let admin: TestMember;
let parent: TestGuardian;
let studentId: string;
let bytes: Buffer;
let pdf: Buffer;
beforeAll(async () => {
  scanner = await ScannerStub.start();
  const settings = { scanUrl: scanner.url, upstreamTimeoutMs: DEADLINE_MS };
  app = await startPhotoApp((overrides) => startTestApp({ ...overrides, ...settings }));
  services = await operatorServices(app.t.settings);
  [bytes, pdf] = [await aPhoto('image/png'), aPdf('Handbook')];
});
afterAll(async () => {
  await services.close();
  await app.close();
  await scanner.stop();
  await removeTemporaryFolders();
});
beforeEach(async () => {
  scanner.says({ clean: true });
  school = await aSchool(app.t);
  admin = await school.admin();
  const student = await school.student();
  [studentId, parent] = [student.id, await school.parentOf(student)];
});

const png = async (of: string, token: string): Promise<ApiAnswer> => app.put(of, token, 'image/png', bytes);

/** Each with the bytes that it sends. */
const WAYS: Record<string, { sent: () => Buffer; send: () => Promise<ApiAnswer> }> = {
  'an attachment': {
    sent: () => pdf,
    send: () => upload(app.t, school.id, admin.token, { bytes: pdf }),
  },
  'an image of a text': {
    sent: () => bytes,
    send: () => new SchoolImages(app.t, school).post(admin.token, aForm(bytes, 'image/png')),
  },
  'a photo of a student': {
    sent: () => bytes,
    send: () => png(`/students/${studentId}/photo`, parent.token),
  },
  'a photo of oneself': { sent: () => bytes, send: () => png('/me/photo', parent.token) },
  'a photo of an organization': {
    sent: () => bytes,
    send: async () => png(`/organizations/${(await anOrganization(app.t, school)).id}/photos`, admin.token),
  },
  'a drawn signature': {
    sent: () => bytes,
    send: async () => {
      const slip = await aPermissionSlip(app.t, school, { signatureRequired: true });
      const signature = aSignatureInput({ image_png_base64: bytes.toString('base64') });
      return new SlipClient(app.t, slip.id).answer(parent, {
        student_id: studentId,
        decision: 'granted',
        signature,
      });
    },
  },
};

/** What is there of the school but what waits for its confirmation, which nobody can get. */
async function stored(): Promise<unknown[]> {
  const tables = ['attachments', 'embedded_images', 'student_photos', 'parent_photos', 'organization_photos'];
  const counts = await Promise.all(
    [...tables, 'permission_slip_responses'].map((table) =>
      app.t.dataSource.query<object[]>(`select from ${table} where school_id = $1`, [school.id]),
    ),
  );
  const mine = [school.id, studentId, parent.membershipId];
  const objects = app
    .objects()
    .filter((key) => !key.startsWith('staging/') && mine.some((id) => key.includes(id)));
  return [...counts.flat(), ...objects];
}

describe.each(Object.keys(WAYS))('%s', (way) => {
  const { sent, send } = WAYS[way]!;

  it('goes to the scanner as it was sent, before it is taken', async () => {
    let there: Promise<unknown[]> | undefined;
    scanner.does((response) => {
      there = stored().finally(() => response.end('{"clean":true,"engine":"a"}'));
    });
    expect((await send()).status).toBeLessThan(300);
    expect(await there).toEqual([]);
    expect(scanner.asked).toHaveLength(1);
    expect(scanner.asked[0]).toMatchObject({ method: 'POST', type: 'application/octet-stream' });
    expect(scanner.asked[0]!.bytes.equals(sent())).toBe(true);
    expect((await stored()).length).toBeGreaterThan(0);
  });

  it('fails where the scanner finds something, and is stored nowhere', async () => {
    scanner.says({ clean: false });
    expectError(await send(), 400, 'validation_failed', 'unsupported_type');
    expect(await stored()).toEqual([]);
  });

  it.each<[string, Parameters<ScannerStub['does']>[0]]>([
    ['fails', (response) => void response.writeHead(500).end('{"clean":true}')],
    [
      'leads elsewhere',
      (response) => void response.writeHead(302, { location: scanner.url }).end('{"clean":true}'),
    ],
    ['says something else', (response) => void response.end('{"clean":"yes"}')],
    ['says nothing', (response) => void response.end()],
    ['says it twice', (response) => void response.end('{"clean":false,"clean":true}')],
    ['says it twice in other letters', (response) => void response.end('{"cl\\u0065an":false,"clean":true}')],
    ['says more behind it', (response) => void response.end('{"clean":true} false')],
    [
      'says it in letters that are none',
      (response) => void response.end(Buffer.from('{"clean":true,"x":"\xff"}', 'latin1')),
    ],
    ['says it behind a mark', (response) => void response.end('\ufeff{"clean":true}')],
    ['says no JSON', (response) => void response.end('clean')],
    ['hangs up', (response) => void response.destroy()],
    ['does not answer in time', () => undefined],
    [
      'says more than is read',
      (response) => void response.end(`{"clean":true,"x":"${'x'.repeat(100_000)}"}`),
    ],
  ])('leads to 503 and is stored nowhere where the scanner %s', async (_, behaviour) => {
    scanner.does(behaviour);
    expectError(await send(), 503, 'unavailable');
    expect(await stored()).toEqual([]);
    expect(scanner.asked).toHaveLength(1);
  });
});

describe('a photo that the scanner said nothing of', () => {
  it('confirms later, without being sent again', async () => {
    const of = `/students/${studentId}/photo`;
    const key = await app.upload(of, parent.token, 'image/png', bytes);
    scanner.does((response) => void response.writeHead(500).end());
    expectError(await app.confirm(of, parent.token, key), 503, 'unavailable');
    scanner.says({ clean: true });
    expect((await app.confirm(of, parent.token, key)).status).toBe(200);
  });

  it('goes once the scanner has found something in it', async () => {
    const of = `/students/${studentId}/photo`;
    const key = await app.upload(of, parent.token, 'image/png', bytes);
    scanner.says({ clean: false });
    expectError(await app.confirm(of, parent.token, key), 400, 'validation_failed', 'unsupported_type');
    scanner.says({ clean: true });
    expectError(await app.confirm(of, parent.token, key), 400, 'validation_failed');
    expect(app.objects().filter((name) => name.includes(studentId))).toEqual([]);
  });
});

describe('a file of a content file', () => {
  const bring = async (dryRun = false) => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'handbook.pdf'), pdf);
    const documents = [{ key: 'handbook', title: 'Handbook', files: ['handbook.pdf'] }];
    return services
      .get(ContentImportService)
      .run({ document: { documents }, folder, schoolId: school.id, dryRun });
  };

  it('passes where the scanner finds nothing', async () => {
    expect((await bring()).errors).toEqual([]);
    expect(scanner.asked.every((asked) => asked.bytes.equals(pdf))).toBe(true);
    expect((await stored()).length).toBeGreaterThan(0);
  });

  it.each([false, true])('fails with its entry where it finds something, dry run: %s', async (dryRun) => {
    scanner.says({ clean: false });
    expect((await bring(dryRun)).errors).toMatchObject([{ code: 'unsupported_type', value: 'handbook' }]);
    expect(await stored()).toEqual([]);
  });

  it('ends the import where it says nothing', async () => {
    scanner.does((response) => void response.writeHead(500).end());
    await expect(bring()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stored()).toEqual([]);
  });
});

describe('the scanner', () => {
  it('gets four files at once, one of each caller, and nobody waits longer than its deadline', async () => {
    let atOnce = 0;
    let most = 0;
    scanner.does((response) => {
      most = Math.max(most, (atOnce += 1));
      response.on('close', () => (atOnce -= 1));
    });
    const ask = () => app.t.app.get(UploadScanner).assertClean(Buffer.from('x'));
    const of = (userId: string): Promise<void> =>
      new Promise((resolve, reject) =>
        inRequest(
          { user: { issuer: 'own', userId } } as unknown as Request,
          () => void ask().then(resolve, reject),
        ),
      );
    const asked = Array.from({ length: 12 }, (_, at) => of(`person ${at % 6}`));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'rejected'));
    expect(most).toBe(4);
  });

  it('gets a file of 10 MB', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(10_000_000 - pdf.length)]);
    expect((await upload(app.t, school.id, admin.token, { bytes: large })).status).toBe(201);
    expect(scanner.asked[0]!.bytes.length).toBe(10_000_000);
  });

  it('stops every upload while it is not there', async () => {
    const gone = await ScannerStub.start();
    const { url } = gone;
    await gone.stop();
    const asked = new UploadScanner({ ...app.t.settings, scanUrl: url }).assertClean(Buffer.from('x'));
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('counts as none when it is not set: everything is taken, and nobody is asked', async () => {
    await new UploadScanner({ ...app.t.settings, scanUrl: null }).assertClean(Buffer.from('x'));
    expect(scanner.asked).toEqual([]);
  });
});
