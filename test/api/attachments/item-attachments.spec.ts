import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Attachment } from '../../../src/features/attachments/attachment.entity.js';
import { ObjectRemoval } from '../../../src/platform/storage/object-removal.entity.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import { ObjectStore } from '../../../src/platform/storage/object-store.js';
import { anAttachment, asUploaded } from '../../support/attachment.factory.js';
import { aPublisher, KINDS, TestPublisher } from '../../support/publisher.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import type { TestApp } from '../../support/test-app.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

let t: TestApp;
beforeAll(async () => {
  t = await startAppWithDataDir();
});
afterAll(() => t.close());

const DAY = 86_400_000;
const rows = (of: { key: string }[]): Promise<Attachment[]> =>
  t.dataSource.manager.find(Attachment, { where: of.map(({ key }) => ({ key })) });
const removalOf = ({ key }: { key: string }): Promise<ObjectRemoval | null> =>
  t.dataSource.manager.findOneBy(ObjectRemoval, { key });
const schedule = ({ key }: { key: string }, dueAt: Date): Promise<unknown> =>
  t.dataSource.manager.insert(ObjectRemoval, { key, dueAt });
const expectForeign = ({ status, body }: ApiAnswer): void =>
  expect([status, body.error.reason]).toEqual([400, 'foreign_key_not_owned']);

describe.each(KINDS)('The attachments of %s', (kind) => {
  let admin: TestPublisher;
  const [own, other] =
    kind === 'documents' ? (['document', 'notice'] as const) : (['notice', 'document'] as const);
  beforeEach(async () => {
    admin = await aPublisher(t, kind);
  });

  const shownKeys = async (id: string): Promise<string[]> =>
    ((await admin.get(id)).body.attachments as { key: string }[]).map(({ key }) => key);

  it('refuse a key that is of another kind, another school, invented or in another item', async () => {
    const used = await admin.anUpload();
    await admin.anItem({ attachments: [used] });
    const elsewhere = await aSchool(t);
    const strangers = [
      await admin.anUpload({ entityType: other, key: `${other}s/${admin.school.id}/x.png` }),
      await (await aPublisher(t, kind)).anUpload(),
      asUploaded(
        await anAttachment(t, elsewhere, await elsewhere.parent({}, admin.member), { entityType: own }),
      ),
      { key: `${kind}/${admin.school.id}/5f0b8a52-6d0c-4d44-9d8f-0d6a1b8f0a11.png` },
      { key: 'x' },
      { key: 'x\0' },
      used,
    ];
    const id = await admin.anItem();
    for (const stranger of strangers) {
      const good = await admin.anUpload();
      expectForeign(await admin.create({ attachments: [good, stranger] }));
      expectForeign(await admin.change(id, { title: 'New', attachments: [good, stranger] }));
      expect(await rows([good])).toMatchObject([{ documentId: null, noticeId: null }]);
    }
    expect((await admin.list()).map(({ attachments }) => attachments.length).sort()).toEqual([0, 1]);
    expect((await admin.get(id)).body.title).not.toBe('New');
  });

  it('refuse the same key twice, and a list in a list', async () => {
    const upload = await admin.anUpload();
    for (const attachments of [[upload, upload], [[upload]]])
      expectInvalid(await admin.create({ attachments }), 'attachments');
    expect(await admin.list()).toEqual([]);
  });

  it('expire a day after their upload, and pass just before', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.000Z');
    const uploadedAt = new Date(t.clock.now().getTime() - DAY);
    expectForeign(await admin.create({ attachments: [await admin.anUpload({ uploadedAt })] }));
    const late = await admin.anUpload({ uploadedAt: new Date(uploadedAt.getTime() + 1) });
    const id = await admin.anItem({ attachments: [late] });
    t.clock.advance(60_000);
    expect((await admin.change(id, { attachments: [late] })).status).toBe(200);
  });

  it('belong to the editor who uploaded them, and for an admin to anyone', async () => {
    const team = await admin.anOrganization();
    const [editor, thief] = [await admin.anEditor(team), await admin.anEditor(team)];
    const upload = await editor.anUpload();
    expectForeign(await thief.create({ organization_id: team.id, attachments: [upload] }));
    const orphan = await editor.anUpload({ uploadedByMembershipId: null });
    expectForeign(await editor.create({ organization_id: team.id, attachments: [orphan] }));
    const id = await editor.anItem({ organization_id: team.id, attachments: [upload] });
    expect((await thief.change(id, { attachments: [upload] })).status).toBe(200);
    const ofEditor = await editor.anUpload();
    expect((await admin.create({ attachments: [ofEditor, orphan] })).status).toBe(201);
  });

  it('appear in their order, with an id from then on', async () => {
    const uploads = [
      await admin.anUpload({ fileName: 'Ä.png' }),
      await admin.anUpload(),
      await admin.anUpload(),
    ];
    const id = await admin.anItem({ attachments: uploads });
    const { attachments } = (await admin.get(id)).body;
    expect(attachments).toEqual(uploads.map((upload) => ({ ...upload, id: expect.any(String) })));
    expect((await admin.list())[0]!.attachments).toEqual(attachments);

    const [a, b, c] = attachments;
    await admin.change(id, { attachments: [c, a, b] });
    expect((await admin.get(id)).body.attachments).toEqual([c, a, b]);
    await admin.change(id, { title: 'New' });
    expect((await admin.get(id)).body.attachments).toEqual([c, a, b]);
  });

  it('count by their key: what else is sent of them is not believed', async () => {
    const upload = await admin.anUpload();
    const lie = {
      ...upload,
      id: null,
      file_name: 'virus.exe',
      content_type: 'x',
      size_bytes: 1,
      extra: true,
    };
    const id = await admin.anItem({ attachments: [lie] });
    expect((await admin.get(id)).body.attachments).toMatchObject([{ ...upload, id: expect.any(String) }]);
  });

  it('remain once they are saved, whatever their first deadline', async () => {
    const upload = await admin.anUpload();
    await schedule(upload, new Date(t.clock.now().getTime() + DAY));
    await admin.anItem({ attachments: [upload] });
    expect(await removalOf(upload)).toBeNull();
  });

  it('go, when they are taken out, once the last address to them has expired', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.000Z');
    const [first, second] = [await admin.anUpload(), await admin.anUpload()];
    const id = await admin.anItem({ attachments: [first, second] });
    await admin.change(id, { attachments: [second] });
    expect(await rows([first, second])).toMatchObject([{ key: second.key, position: 0 }]);
    expect(await removalOf(first)).toEqual({ key: first.key, dueAt: new Date('2026-09-01T12:06:00.000Z') });
    expect(await removalOf(second)).toBeNull();
    expectForeign(await admin.change(id, { attachments: [second, first] }));
  });

  it('go with their item, and their objects after a while', async () => {
    const upload = await admin.anUpload();
    const store = t.app.get(ObjectStore, { strict: false });
    await store.write(upload.key, { bytes: Buffer.from('png'), contentType: 'image/png' });
    const id = await admin.anItem({ attachments: [upload] });
    expect((await admin.remove(id)).status).toBe(204);
    expect(await rows([upload])).toEqual([]);
    const removals = t.app.get(ObjectRemovals, { strict: false });
    await removals.sweep();
    expect(await store.read(upload.key, 10)).not.toBeNull();
    t.clock.advance(6 * 60_000 + 1);
    await removals.sweep();
    expect(await store.read(upload.key, 10)).toBeNull();
  });

  it('download from an address that lives for five minutes', async () => {
    t.clock.stopAt('2026-09-01T12:00:00.000Z');
    const upload = await admin.anUpload();
    const id = await admin.anItem({ attachments: [upload] });
    const [attachment] = (await admin.get(id)).body.attachments;
    const { status, body, headers } = await admin.download(id, attachment.id.toUpperCase());
    expect([status, body.expires_at]).toEqual([200, '2026-09-01T12:05:00.000Z']);
    expect(body.url).toContain(`/storage/${upload.key}?`);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(new URL(body.url as string).searchParams.get('name')).toBe(attachment.file_name);
  });

  it('download by way of their own item alone, by those who see it', async () => {
    const [id, another] = [
      await admin.anItem({ attachments: [await admin.anUpload()] }),
      await admin.anItem(),
    ];
    const [attachment] = (await admin.get(id)).body.attachments;
    for (const wrong of ['map.png', '%00', admin.school.id])
      expectError(await admin.download(id, wrong), 404, 'not_found');
    expectError(await admin.download(another, attachment.id), 404, 'not_found');
    const parent = admin.as(await admin.school.parent());
    expect((await parent.download(id, attachment.id)).status).toBe(200);
    await admin.change(id, { audience: { type: 'admins' } });
    expectError(await parent.download(id, attachment.id), 404, 'not_found');
    expect((await admin.download(id, attachment.id)).status).toBe(200);
  });

  it('end up in one of many items that are saved with one key at the same time', async () => {
    const [first, second] = [await admin.anUpload(), await admin.anUpload()];
    const present = await admin.anItem();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => admin.create({ attachments: [first, second] })),
      ...Array.from({ length: 4 }, () => admin.create({ attachments: [second, first] })),
      admin.change(present, { attachments: [second] }),
    ]);
    const won = answers.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    for (const answer of answers) if (!won.includes(answer)) expectForeign(answer);
    const owners = (await rows([first, second])).map(({ documentId, noticeId }) => documentId ?? noticeId);
    expect(new Set(owners.filter(Boolean)).size).toBe(1);
    expect((await admin.list()).filter(({ attachments }) => attachments.length > 0)).toHaveLength(1);
  });

  it('reach the item before the alert goes', async () => {
    await admin.school.parent();
    const upload = await admin.anUpload();
    const id = await admin.anItem({ attachments: [upload] });
    const [row] = await t.dataSource.query<{ fits: boolean }[]>(
      `select a.xmin = item.xmin and n.xmin::text::bigint > a.xmin::text::bigint as fits
       from notifications n join attachments a on a.${own}_id = n.target_id::uuid join ${own}s item on item.id = n.target_id::uuid
       where n.target_id = $1`,
      [id],
    );
    expect(row).toEqual({ fits: true });
    expect(await shownKeys(id)).toEqual([upload.key]);
  });
});
