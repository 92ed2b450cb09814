import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Attachment } from '../../../src/features/attachments/attachment.entity.js';
import { Document } from '../../../src/features/documents/document.entity.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { spooledFiles, upload } from '../../support/upload.factory.js';
import { expectError } from '../../support/errors.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { startTestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

const DAY = 24 * 60 * 60 * 1000;

let app: PhotoApp;
let school: TestSchool;
let editor: TestMember;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  const chess = await anOrganization(app.t, school);
  editor = await chess.anEditor();
});

const rows = () => app.t.dataSource.manager.findBy(Attachment, { schoolId: school.id });
const objects = (): string[] => app.objects().filter((key) => key.includes(school.id));
const send = (): Promise<ApiAnswer> => upload(app.t, school.id, editor.token);

/** With a token that is good then. */
async function later(ms: number): Promise<void> {
  app.t.clock.advance(ms);
  editor = { ...editor, token: await tokenOf(app.t, editor) };
}

describe('A file that was uploaded', () => {
  it('goes a day later when nothing was saved with it: its object by the sweep, its row at the next upload', async () => {
    const { key } = (await send()).body;
    await later(DAY - 60_000);
    await send();
    expect((await rows()).map((row) => row.key)).toContain(key);
    await later(5 * 60_000);
    await app.sweepTomorrow();
    expect(objects()).toEqual([]);
    await later(0);
    const { body } = await send();
    expect((await rows()).map((row) => row.key)).toEqual([body.key]);
  });

  it("appears in the export of whoever uploaded it, and in nobody else's", async () => {
    const { key, file_name, content_type, size_bytes, uploaded_at } = (await send()).body;
    const exported = async (token: string) => (await app.t.api.get('/me/export', { token })).body.attachments;
    const file = { key, school_id: school.id, file_name, content_type, size_bytes, uploaded_at };
    expect(await exported(editor.token)).toEqual([file]);
    expect(await exported((await school.admin()).token)).toEqual([]);
  });

  it('keeps the rows of other schools, and those of items', async () => {
    const { body } = await send();
    const other = await aSchool(app.t);
    await upload(app.t, other.id, (await other.admin()).token);
    const { manager } = app.t.dataSource;
    const at = app.t.clock.now();
    const document = await manager.save(
      manager.create(Document, {
        schoolId: school.id,
        title: 'Trip',
        audienceType: 'school',
        source: 'api',
        createdAt: at,
        updatedAt: at,
      }),
    );
    await manager.update(Attachment, { key: body.key }, { documentId: document.id });
    await later(2 * DAY);
    await send();
    expect(await rows()).toHaveLength(2);
    expect(await manager.countBy(Attachment, { schoolId: other.id })).toBe(1);
  });

  it('takes uploads of one school at the same time, though old ones have to go', async () => {
    await Promise.all(Array.from({ length: 4 }, () => send()));
    await later(2 * DAY);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    expect(await rows()).toHaveLength(8);
  });
});

describe('POST /schools/:schoolId/attachments without a store', () => {
  it('answers 503, and leaves no row and no file', async () => {
    const nowhere = {
      bucket: 'files',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:1',
      forcePathStyle: true,
    };
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const t = await startTestApp({ s3: { ...nowhere, credentials } });
    try {
      const there = await aSchool(t);
      expectError(await upload(t, there.id, (await there.admin()).token), 503, 'unavailable');
      expect(await t.dataSource.manager.countBy(Attachment, { schoolId: there.id })).toBe(0);
      expect(spooledFiles()).toEqual([]);
    } finally {
      await t.close();
    }
  });
});
