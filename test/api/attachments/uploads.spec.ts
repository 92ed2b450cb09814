import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ATTACHMENT_TYPES,
  extensionOfAttachment,
} from '../../../src/features/attachments/attachment-type.js';
import { Attachment } from '../../../src/features/attachments/attachment.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { OrganizationGrant } from '../../../src/features/organizations/organization-grant.entity.js';
import { ObjectStore } from '../../../src/platform/storage/object-store.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aFileOf, aPdf } from '../../support/files/attachment-files.js';
import { spooledFiles, upload, type Upload } from '../../support/upload.factory.js';
import { expectError } from '../../support/errors.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';

const DAY = 24 * 60 * 60 * 1000;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let app: PhotoApp;
let school: TestSchool;
let chess: TestOrganization;
let editor: TestMember;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  chess = await anOrganization(app.t, school);
  editor = await chess.anEditor();
});

const rows = () => app.t.dataSource.manager.findBy(Attachment, { schoolId: school.id });
const objects = (): string[] => app.objects().filter((key) => key.includes(school.id));
const send = (given: Upload = {}, token = editor.token): Promise<ApiAnswer> =>
  upload(app.t, school.id, token, given);

async function expectNothing(): Promise<void> {
  expect([await rows(), objects()]).toEqual([[], []]);
}

describe('POST /schools/:schoolId/attachments', () => {
  refusesOutsidersOfTheSchool(() => app.t, {
    method: 'POST',
    path: (id) => `/schools/${id}/attachments`,
    body: '{}',
  });

  it('refuses a parent, and editors whose grant is not live', async () => {
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + DAY)];
    const archived = await anOrganization(app.t, school);
    const another = await aSchool(app.t);
    const elsewhere = await anOrganization(app.t, another);
    const given: [TestOrganization, Partial<OrganizationGrant>][] = [
      [chess, { startsAt: future }],
      [chess, { expiresAt: past }],
      [chess, { revokedAt: past }],
      [archived, {}],
      [elsewhere, {}],
    ];
    const refused = [await school.parent()];
    for (const [organization, grant] of given) {
      const parent = await school.parent();
      await organization.grant(organization === elsewhere ? await another.parent({}, parent) : parent, grant);
      refused.push(parent);
    }
    await archived.archive();
    for (const { token } of refused) expectError(await send({}, token), 403, 'not_authorized');
    await expectNothing();
  });

  it('refuses a parent before it looks at what they send', async () => {
    const { token } = await school.parent();
    expectError(await send({ entityType: null }, token), 403, 'not_authorized');
    const body = 'no form at all';
    const path = `/schools/${school.id}/attachments`;
    expectError(
      await app.t.api.post(path, { token, body, headers: { 'content-type': 'text/plain' } }),
      403,
      'not_authorized',
    );
  });

  it.each<[string, Upload]>([
    ['a text that is called a PDF', { bytes: Buffer.from('Dear parents') }],
    ['a page that is called a PDF', { bytes: Buffer.from('<!doctype html><script>alert(1)</script>') }],
    ['a PDF that is called a text', { name: 'letter.txt', type: 'text/plain' }],
    ['a PDF that is sent as a text', { type: 'text/plain', name: 'letter.pdf' }],
    ['a PDF that is called a JPEG', { name: 'letter.jpg' }],
    ['a PDF that is sent as a JPEG', { type: 'image/jpeg', name: 'letter.pdf', bytes: aPdf() }],
    ['a PDF that is called and sent as a JPEG', { type: 'image/jpeg', bytes: aPdf() }],
    ['a PDF with another ending behind its own', { name: 'letter.pdf.exe' }],
    ['a picture that is markup', { type: 'image/svg+xml', name: 'a.svg', bytes: Buffer.from('<svg/>') }],
    ['a picture that is markup, called a PNG', { type: 'image/png', bytes: Buffer.from('<svg/>') }],
    ['an empty document of no type', { name: 'letter.docx', type: DOCX, bytes: Buffer.from('PK') }],
  ])('refuses %s', async (_, given) => {
    const bytes = given.bytes ?? aPdf();
    expectError(await send({ ...given, bytes }), 400, 'validation_failed', 'unsupported_type');
    await expectNothing();
  });

  it('takes no file for what another type is', async () => {
    for (const type of ATTACHMENT_TYPES)
      for (const other of ATTACHMENT_TYPES.filter((one) => one !== type)) {
        const answer = await send({ type, bytes: await aFileOf(other) });
        expectError(answer, 400, 'validation_failed', 'unsupported_type');
      }
    await expectNothing();
  });

  it('refuses an editor whose grant is revoked while the file comes', async () => {
    const { manager } = app.t.dataSource;
    const pending = app.t.dataSource.transaction(async (lock) => {
      // Whoever schedules a removal waits.
      await lock.query('lock table object_removals in exclusive mode');
      const sent = send();
      await someoneWaits();
      await manager.update(OrganizationGrant, { organizationId: chess.id }, { revokedAt: app.t.clock.now() });
      return { sent };
    });
    expectError(await (await pending).sent, 403, 'not_authorized');
    expect(await rows()).toEqual([]);
    app.t.clock.advance(5 * 60_000);
    await app.sweepTomorrow();
    await expectNothing();
  });

  it('refuses an admin who is no longer one, and a member who is gone, while the file comes', async () => {
    const { manager } = app.t.dataSource;
    const [demoted, gone] = [await school.admin(), await school.admin()];
    const pending = await app.t.dataSource.transaction(async (lock) => {
      await lock.query('lock table object_removals in exclusive mode');
      const sent = [send({}, demoted.token), send({}, gone.token)];
      await someoneWaits(2);
      await manager.update(Membership, { id: demoted.membershipId }, { role: 'parent' });
      await manager.delete(Membership, { id: gone.membershipId });
      return { sent };
    });
    for (const sent of pending.sent) expectError(await sent, 403, 'not_authorized');
    expect(await rows()).toEqual([]);
  });

  it.each(ATTACHMENT_TYPES)('takes %s', async (type) => {
    const extension = extensionOfAttachment(type);
    const bytes = await aFileOf(type);
    const { status, body } = await send({ type, bytes });
    expect([status, body]).toEqual([
      201,
      {
        id: null,
        key: expect.stringMatching(new RegExp(`^documents/${school.id}/[0-9a-f-]{36}\\.${extension}$`)),
        file_name: `Field trip.${extension}`,
        content_type: type,
        size_bytes: bytes.length,
        uploaded_at: expect.any(String),
      },
    ]);
    const store = app.t.app.get(ObjectStore, { strict: false });
    expect(await store.read(body.key, bytes.length)).toEqual({ bytes, contentType: type });
  });

  it('keeps who uploaded it, and that it is of no item yet', async () => {
    const { body } = await send({ entityType: 'notice' });
    expect(body.key).toMatch(new RegExp(`^notices/${school.id}/`));
    expect(await rows()).toEqual([
      {
        id: expect.any(String),
        schoolId: school.id,
        entityType: 'notice',
        key: body.key,
        fileName: 'Field trip.pdf',
        contentType: 'application/pdf',
        sizeBytes: aPdf().length,
        uploadedByMembershipId: editor.membershipId,
        uploadedAt: new Date(body.uploaded_at),
        documentId: null,
        noticeId: null,
        permissionSlipId: null,
        slipResponseId: null,
        position: 0,
      },
    ]);
  });

  it('takes it from admins, and while documents and notices are turned off', async () => {
    await school.setFeatures({ document_library: false, notices: false });
    for (const role of ['junior_admin', 'senior_admin'] as const)
      expect((await send({}, (await school.admin(role)).token)).status).toBe(201);
  });

  it('takes a file whose type the browser does not know, and one that it calls in capitals', async () => {
    expect(
      (await send({ bytes: aPdf(), name: 'LETTER.PDF', type: 'application/octet-stream' })).body,
    ).toMatchObject({
      content_type: 'application/pdf',
      file_name: 'LETTER.PDF',
    });
    const jpeg = { bytes: await aFileOf('image/jpeg'), name: 'photo.JPEG', type: 'image/jpeg' };
    expect((await send(jpeg)).body.key).toMatch(/\.jpg$/);
    expect((await send({ bytes: aPdf(), name: 'a.pdf', type: 'Application/PDF' })).status).toBe(201);
  });

  it('makes two files when it is sent twice', async () => {
    const [one, two] = [await send(), await send()];
    expect(one.body.key).not.toBe(two.body.key);
    expect(objects()).toHaveLength(2);
  });

  it('leaves no file behind where it was received', async () => {
    await send();
    await send({ bytes: Buffer.from('x') });
    expect(spooledFiles()).toEqual([]);
  });
});

async function someoneWaits(count = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await app.t.dataSource.query<unknown[]>(waiting)).length < count) await delay(10);
}
