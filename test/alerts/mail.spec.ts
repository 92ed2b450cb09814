import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { School } from '../../src/features/schools/school.entity.js';
import type { Notice } from '../../src/features/notices/notice.entity.js';
import {
  aDocumentRow,
  anAttachmentRow,
  aNoticeRow,
  deliverMail,
  deliveriesOf,
  raiseDocument,
  raiseNotice,
} from '../support/alerts.js';
import { Membership } from '../../src/features/memberships/membership.entity.js';
import { anOrganization } from '../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { readMail, type ReadMail } from '../support/mail/read-mail.js';
import type { TestApp } from '../support/test-app.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

const IMAGE = '11111111-2222-4333-8444-555555555555';

let t: TestApp;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo('2026-11-30T14:30:00Z'));

const files = (): string[] => readdirSync(join(t.settings.dataDir, 'mail'));

/** The one mail of an item to the one reader of a school. */
async function mailOf(item: { id: string }): Promise<ReadMail & { id: string; token: string }> {
  await deliverMail(t);
  const [{ id, membership_id } = { id: '', membership_id: '' }] = await deliveriesOf(t, item);
  const [{ token } = { token: '' }] = await t.dataSource.query<{ token: string }[]>(
    'select token from mail_choices where membership_id = $1',
    [membership_id],
  );
  return { ...readMail(readFileSync(join(t.settings.dataDir, 'mail', `${id}.eml`))), id, token };
}

async function aSchoolWithAReader(
  given: Partial<School> = {},
): Promise<{ school: TestSchool; reader: TestMember }> {
  const school = await aSchool(t, { name: 'Lincoln School', ...given });
  return { school, reader: await school.parent() };
}

async function noticeMail(given: Partial<Notice> = {}, school: Partial<School> = {}) {
  const made = await aSchoolWithAReader(school);
  const notice = await aNoticeRow(t, made.school, { expiresAt: new Date('2026-12-01T21:00:00Z'), ...given });
  await raiseNotice(t, notice);
  return { ...made, notice, mail: await mailOf(notice) };
}

describe('The mail of a notice', () => {
  it('says that it is one and the same, that a machine sent it, and how to end it', async () => {
    const { mail, reader } = await noticeMail();
    expect(mail.headers).toMatchObject({
      from: 'Test <test@example.org>',
      to: reader.email,
      subject: 'Snow day · Lincoln School',
      'message-id': `<${mail.id}@directory.example.org>`,
      date: expect.stringMatching(/^Mon, 30 Nov 2026 14:30:\d\d \+0000$/),
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': `<https://directory.example.org/api/mail/unsubscribe/${mail.token}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.token).toMatch(/^[\w-]{43}$/);
  });

  it('says everything in plain text', async () => {
    const made = await aSchoolWithAReader();
    const chess = await anOrganization(t, made.school, { name: 'Chess Club' });
    const author = await made.school.admin();
    const notice = await aNoticeRow(t, made.school, {
      organizationId: chess.id,
      createdByMembershipId: author.membershipId,
      expiresAt: new Date('2026-12-01T21:00:00Z'),
      body: `<p>Bring <strong>boots</strong>.</p><ul><li>hat</li></ul><img src="image:${IMAGE}" alt="The &quot;hill&quot;"><img src="image:${IMAGE}" alt="">`,
    });
    await anAttachmentRow(t, made.school, {
      noticeId: notice.id,
      fileName: 'b.pdf',
      position: 1,
      sizeBytes: 9_500_000,
    });
    await anAttachmentRow(t, made.school, {
      noticeId: notice.id,
      fileName: 'a.pdf',
      position: 0,
      sizeBytes: 200,
    });
    await raiseNotice(t, notice);
    const mail = await mailOf(notice);
    expect(mail.text).toBe(
      [
        'Lincoln School',
        '',
        'Snow day',
        '========',
        '',
        'New notice · Chess Club · by Maria Park',
        'Until Tuesday, December 1, 2026 at 4:00 PM Eastern Standard Time',
        '',
        'Bring boots.',
        '',
        '- hat',
        '[Image: The "hill" (shown in the directory)] [An image, shown in the directory]',
        '',
        'Attachments:',
        '- a.pdf (1 kB)',
        '- b.pdf (9.5 MB)',
        '',
        'Open in the directory:',
        `https://directory.example.org/schools/${made.school.id}/notices/${notice.id}`,
        '',
        '-- ',
        'You receive this mail because you are a member of Lincoln School.',
        'Unsubscribe:',
        `https://directory.example.org/api/mail/unsubscribe/${mail.token}`,
        '',
      ].join('\n'),
    );
  });

  it('says the same in HTML, and loads nothing from anywhere', async () => {
    const { mail, notice, school } = await noticeMail({
      body: `<p>Bring <strong>boots</strong>, see <a href="https://example.org/x">here</a>.</p><img src="image:${IMAGE}" alt="a &lt;hill&gt;">`,
    });
    expect(mail.html).toContain(
      '<p>Bring <strong>boots</strong>, see <a href="https://example.org/x">here</a>.</p>',
    );
    expect(mail.html).toContain(
      '<span class="image">[Image: a &lt;hill&gt; (shown in the directory)]</span>',
    );
    expect(mail.html).toContain(
      `href="https://directory.example.org/schools/${school.id}/notices/${notice.id}"`,
    );
    expect(mail.html).toContain(`href="https://directory.example.org/api/mail/unsubscribe/${mail.token}"`);
    expect(mail.html).not.toMatch(/<(img|script|link|iframe|object|video|form)\b|src=|url\(|@import/i);
  });

  it.each([
    ['es-MX', 'America/Mexico_City', 'Nuevo aviso', 'Hasta: martes, 1 de diciembre de 2026'],
    ['de-AT', 'Europe/Vienna', 'Neue Mitteilung', 'Bis Dienstag, 1. Dezember 2026'],
    ['fr-CA', 'America/Toronto', 'Nouvelle annonce', 'Jusqu’à : mardi 1 décembre 2026'],
    ['en-GB', 'Europe/London', 'New notice', 'Until Tuesday, 1 December 2026 at 21:00 Greenwich Mean Time'],
    ['pt-BR', 'America/Sao_Paulo', 'New notice', 'Until terça-feira, 1 de dezembro de 2026'],
    ['ar-EG', 'Africa/Cairo', 'New notice', 'Until'],
  ])('speaks as the school does: %s', async (locale, timeZone, words, time) => {
    const { mail } = await noticeMail({}, { locale, timeZone });
    expect(mail.text).toContain(words);
    expect(mail.text).toContain(time);
    expect(mail.html).toContain(`<html lang="${locale}" dir="${locale === 'ar-EG' ? 'rtl' : 'ltr'}">`);
  });

  it('holds against what people write', async () => {
    const evil =
      '<b>Free</b>\r\nBcc: everyone@example.org\r\n\r\nX\u202egnp.exe & "Q" \u{1F469}\u200d\u{1F467} \u05e9\u05dc\u05d5\u05dd';
    const { school, reader } = await aSchoolWithAReader({ name: `Sch<i>ool\r\nX-Evil: 1` });
    const organization = await anOrganization(t, school, { name: 'A <script>alert(1)</script> team' });
    const author = await school.parent({ firstName: '<img src=x>', lastName: 'Ray\n\nFrom: me' });
    const notice = await aNoticeRow(t, school, {
      title: evil,
      organizationId: organization.id,
      createdByMembershipId: author.membershipId,
    });
    await anAttachmentRow(t, school, { noticeId: notice.id, fileName: '"><svg onload=x>\n.pdf' });
    await raiseNotice(t, notice);
    const mail = await mailOf(notice);
    const title =
      '<b>Free</b> Bcc: everyone@example.org Xgnp.exe & "Q" \u{1F469}\u200d\u{1F467} \u05e9\u05dc\u05d5\u05dd';
    expect(mail.headers.subject).toBe(`${title} · Sch<i>ool X-Evil: 1`);
    expect(mail.headers.to).toBe(reader.email);
    expect(Object.keys(mail.headers)).not.toContain('bcc');
    expect(Object.keys(mail.headers)).not.toContain('x-evil');
    expect(mail.text).toContain(`\n${title}\n`);
    expect(mail.text).toContain('A <script>alert(1)</script> team · by <img src=x> Ray From: me');
    expect(mail.html).toContain('&lt;b&gt;Free&lt;/b&gt; Bcc');
    expect(mail.html).toContain('&quot;&gt;&lt;svg onload=x&gt; .pdf');
    expect(mail.html).not.toMatch(/<(b|i|img|script|svg)\b/);
  });

  it.each<[string, Partial<Membership>, string]>([
    ['as the school has them on file', { firstName: null, lastName: null }, 'New notice · by Rosa Diaz'],
    ['by half a name of their own', { firstName: 'Rosalia', lastName: null }, 'New notice · by Rosalia Diaz'],
    ['not at all once they were deactivated', { deactivatedAt: new Date() }, 'New notice'],
  ])('names its author as the list does: %s', async (_, given, byline) => {
    const { school, reader } = await aSchoolWithAReader();
    const { membershipId } = await school.admin();
    await school.guardian(await school.student(), { membershipId, firstName: 'Rosa', lastName: 'Diaz' });
    await t.dataSource.manager.update(Membership, { id: membershipId }, given);
    const notice = await aNoticeRow(t, school, { createdByMembershipId: membershipId });
    await raiseNotice(t, notice);
    const { text } = await mailOf(notice);
    expect(text.split('\n')).toContain(byline);
    const { body } = await t.api.get(`/schools/${school.id}/notices/${notice.id}`, { token: reader.token });
    expect(byline).toBe(['New notice', body.created_by_name].filter(Boolean).join(' · by '));
  });

  it('replaces the first when it is sent again, readable by the owner alone', async () => {
    const { mail } = await noticeMail();
    await t.dataSource.query(`update mails set state = 'waiting', due_at = $1`, [t.clock.now()]);
    const before = files();
    await deliverMail(t);
    expect(files()).toEqual(before);
    expect(statSync(join(t.settings.dataDir, 'mail', `${mail.id}.eml`)).mode & 0o777).toBe(0o600);
  });
});

describe('The mail of a document', () => {
  it('names the complete document with its attachments, as it is when it is sent', async () => {
    const { school } = await aSchoolWithAReader();
    const document = await aDocumentRow(t, school, { title: 'Handbuch für alle', description: null });
    await raiseDocument(t, document);
    await anAttachmentRow(t, school, {
      documentId: document.id,
      fileName: 'Übersicht.xlsx',
      sizeBytes: 54_321,
    });
    await t.dataSource.query(`update documents set title = 'Handbook, 2nd edition' where id = $1`, [
      document.id,
    ]);
    const mail = await mailOf(document);
    expect(mail.headers.subject).toBe('Handbook, 2nd edition · Lincoln School');
    expect(mail.text).toContain(
      'New document\nSince Monday, November 30, 2026 at 9:30 AM Eastern Standard Time\n\nAttachments:\n- Übersicht.xlsx (54 kB)',
    );
    expect(mail.html).toContain('<li><bdi>Übersicht.xlsx (54 kB)</bdi></li>');
    expect(mail.text).toContain(`/schools/${school.id}/documents/${document.id}\n`);
  });
});
