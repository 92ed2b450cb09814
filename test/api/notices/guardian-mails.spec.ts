import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JournalService } from '../../../src/platform/journal/journal.service.js';
import type { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { expectError } from '../../support/errors.js';
import { readMail, type ReadMail } from '../../support/mail/read-mail.js';
import { sendDue } from '../../support/mail/send-due.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import { SmtpStub } from '../../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const smtp = new SmtpStub();
let t: TestApp;
let notices: TestPublisher;
let student: Student;
beforeAll(async () => {
  t = await startTestApp({ smtpUrl: await smtp.start(), siteUrl: 'https://directory.example.org' });
});
afterAll(async () => {
  await t.close();
  await smtp.stop();
});
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
  student = await notices.school.student({ graduationYear: 2030 });
  smtp.mails.length = 0;
});

const guardianOf = (of: Student, given: Partial<Guardian> = {}) => notices.school.guardian(of, { ...given });
const set = (column: string, value: unknown): Promise<unknown> =>
  t.dataSource.query(`update schools set ${column} = $2 where id = $1`, [notices.school.id, value]);

/** What has arrived, to whom, once everything that is due has been done. */
async function arrived(): Promise<{ to: string; mail: ReadMail }[]> {
  while (await t.app.get(JournalService).deliverBehind());
  t.clock.advance(300_000);
  await sendDue(t.app);
  const mails = smtp.mails.splice(0);
  return mails
    .map(({ to, text }) => ({ to: to.join(), mail: readMail(text) }))
    .sort((a, b) => (a.to < b.to ? -1 : 1));
}
const readers = async (): Promise<string[]> => (await arrived()).map(({ to }) => to);

const statesOf = async (id: string): Promise<string[]> => {
  const { body } = await notices.send('GET', `/${id}/deliveries`);
  return body.people.map(({ state }: { state: string }) => state);
};

describe('A notice that reaches guardians', () => {
  it('comes from an admin alone: an editor may neither say so nor change the notice to it', async () => {
    const club = await notices.anOrganization();
    const editor = await notices.anEditor(club);
    const given = {
      organization_id: club.id,
      audience: { type: 'organizations', organization_ids: [club.id] },
    };
    expectError(await editor.create({ ...given, reach: 'guardians' }), 403, 'not_authorized');
    const id = await editor.anItem(given);
    expectError(await editor.change(id, { reach: 'guardians' }), 403, 'not_authorized');
    expect((await notices.create({ reach: 'everybody' })).body.error.fields).toMatchObject([
      { path: 'reach' },
    ]);
    await guardianOf(student);
    expect(await readers()).toEqual([]);
  });

  it('leaves guardians without an account out unless it says that it reaches them', async () => {
    await guardianOf(student);
    for (const reach of [undefined, null, 'members']) await notices.anItem({ reach });
    expect(await readers()).toEqual([]);
  });

  it('goes once to each address of a guardian on file, and to nobody whom it does not address', async () => {
    const [other, gone] = [
      await notices.school.student({ graduationYear: 2031 }),
      await notices.school.student({ graduationYear: 2030, archivedAt: new Date() }),
    ];
    const ada = await guardianOf(student);
    await guardianOf(await notices.school.student({ graduationYear: 2030 }), { email: ada.email });
    await guardianOf(student, { email: null });
    await guardianOf(student, { disowned: true });
    await guardianOf(other);
    await guardianOf(gone);
    const member = await notices.school.parent();
    await guardianOf(student, { email: member.email });
    const years = { type: 'graduation_years', graduation_years: [2030] };
    const id = await notices.anItem({ audience: years, reach: 'guardians' });
    expect(await readers()).toEqual([ada.email]);
    await notices.change(id, { title: 'Corrected' });
    expect(await readers()).toEqual([]);
  });

  it('says what the notice says, why it comes, and how it ends', async () => {
    await set('name', 'Lincoln School');
    const { email } = await guardianOf(student);
    const id = await notices.anItem({
      title: 'Snow day',
      body: '<p>Bring <b>boots</b>.</p>',
      reach: 'guardians',
    });
    const [{ to, mail } = { to: '', mail: null }, ...more] = await arrived();
    expect([to, more]).toEqual([email, []]);
    expect(mail!.headers).toMatchObject({
      subject: 'Snow day · Lincoln School',
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': expect.stringMatching(
        /^<https:\/\/directory\.example\.org\/api\/mail\/guardian\/[\w-]{43}>$/,
      ),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    for (const text of [
      'Bring boots.',
      'because Lincoln School has this address on file for a parent or guardian',
      'Accept the invitation:\nhttps://directory.example.org/invitation#',
    ])
      expect(mail!.text).toContain(text);
    expect(mail!.text).not.toContain(id);
  });

  it('brings the invitation, which then counts as sent, and leads to the item where nobody may register', async () => {
    const { email } = await guardianOf(student);
    await notices.anItem({ reach: 'guardians' });
    const [{ mail } = { mail: null }] = await arrived();
    const secret = /invitation#([\w-]+)/.exec(mail!.text)?.[1];
    const invited = await t.dataSource.query<object[]>(
      'select role, sent_at is not null as sent from invitations where school_id = $1 and email = $2',
      [notices.school.id, email],
    );
    expect(invited).toEqual([{ role: 'parent', sent: true }]);
    expect(secret).toMatch(/^[\w-]{43}$/);
    await set('guardians_may_register', false);
    await guardianOf(await notices.school.student(), { email: 'closed@example.org' });
    await notices.anItem({ reach: 'guardians' });
    const closed = (await arrived()).find(({ to }) => to === 'closed@example.org');
    expect(closed!.mail.text).not.toContain('invitation');
    expect(closed!.mail.text).toContain('Open in the directory:');
  });

  it('waits for its start, and goes nowhere once it is over, deleted, or its feature is off', async () => {
    const { email } = await guardianOf(student);
    const later = { starts_at: '2026-09-03T12:00:00Z', reach: 'guardians' };
    const id = await notices.anItem(later);
    expect(await readers()).toEqual([]);
    const started = await notices.change(id, { starts_at: null });
    expect([started.status, await readers()]).toEqual([200, [email]]);
    const cases: ((id: string) => Promise<unknown>)[] = [
      (of) => notices.remove(of),
      (of) => notices.change(of, { expires_at: '2026-09-01T12:00:00Z' }),
      (of) => notices.change(of, { reach: 'members' }),
      () => notices.school.setFeatures({ notices: false }),
    ];
    for (const end of cases) {
      const ended = await notices.anItem({ reach: 'guardians' });
      await end(ended);
      expect(await readers()).toEqual([]);
    }
  });

  it('reaches guardians later, once, when an admin widens it after it has begun', async () => {
    const { email } = await guardianOf(student);
    const id = await notices.anItem();
    expect(await statesOf(id)).toEqual(['not_registered']);
    expect((await notices.change(id, { reach: 'guardians' })).status).toBe(200);
    while (await t.app.get(JournalService).deliverBehind());
    expect(await statesOf(id)).toEqual(['waiting']);
    expect(await readers()).toEqual([email]);
    expect(await statesOf(id)).toEqual(['mailed']);
    for (const reach of ['members', 'guardians']) await notices.change(id, { reach });
    expect(await readers()).toEqual([]);
  });

  it('passes over who has registered before the mail was sent', async () => {
    const guardian = await guardianOf(student);
    await notices.anItem({ reach: 'guardians' });
    const member = await notices.school.parent();
    await t.dataSource.query('update guardians set membership_id = $2 where id = $1', [
      guardian.id,
      member.membershipId,
    ]);
    expect(await readers()).toEqual([]);
  });
});

describe('The address that ends mails to a guardian', () => {
  const send = async (method: string, token: string, query = '') => {
    const answer = await fetch(`${t.url}/api/mail/guardian/${token}${query}`, { method, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  const tokenIn = ({ headers }: ReadMail): string =>
    /guardian\/([\w-]+)/.exec(headers['list-unsubscribe']!)![1]!;

  it('leads nowhere with a token that is none', async () => {
    for (const token of ['x', 'x'.repeat(43)])
      for (const [method, query] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', '?mails=on'],
      ] as const)
        expect((await send(method, token, query)).status).toBe(404);
  });

  it('ends them for the address, of all its children, and starts them again', async () => {
    const { email } = await guardianOf(student);
    await notices.anItem({ reach: 'guardians' });
    const token = tokenIn((await arrived())[0]!.mail);
    const shown = await send('GET', token);
    expect([shown.status, shown.text.includes('You receive these mails.')]).toEqual([200, true]);
    expect(shown.text).not.toContain(email);
    const ended = await send('POST', token);
    expect([ended.status, ended.text.includes('You do not receive these mails.')]).toEqual([200, true]);
    await guardianOf(await notices.school.student(), { email });
    await notices.anItem({ reach: 'guardians' });
    expect(await readers()).toEqual([]);
    expect((await send('POST', token, '?mails=on')).status).toBe(303);
    await notices.anItem({ reach: 'guardians' });
    const [again] = await arrived();
    expect([again!.to, tokenIn(again!.mail)]).toEqual([email, token]);
  });
});
