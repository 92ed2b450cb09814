import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  aDocumentRow,
  aNoticeRow,
  DAY,
  deliverMail,
  deliveriesOf,
  raiseDocument,
  raiseNotice,
} from '../support/alerts.js';
import { anOrganization } from '../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { SmtpStub } from '../support/stubs/smtp-stub.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let smtp: SmtpStub;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  smtp = new SmtpStub();
  t = await startTestApp({ smtpUrl: await smtp.start() });
});
beforeEach(async () => {
  smtp.mails.length = 0;
  await t.dataSource.query('delete from notifications');
  school = await aSchool(t);
  parent = await school.parent();
});
afterAll(async () => {
  await t.close();
  await smtp.stop();
});

async function aRaisedNotice() {
  const notice = await aNoticeRow(t, school);
  await raiseNotice(t, notice);
  return notice;
}
const stateOf = async (item: { id: string }) => (await deliveriesOf(t, item))[0]!;
const recipients = (): string[] => smtp.mails.flatMap(({ to }) => to).sort();

describe('Mail that nobody should get any more', () => {
  it.each<[string, (item: { id: string }) => Promise<unknown>]>([
    ['is deactivated', () => school.deactivate(parent)],
    [
      'has unsubscribed',
      async () => {
        await deliverMail(t);
        await t.dataSource.query('update mail_choices set unsubscribed_at = now() where membership_id = $1', [
          parent.membershipId,
        ]);
        await t.dataSource.query(`update mails set state = 'waiting', due_at = $1`, [t.clock.now()]);
        smtp.mails.length = 0;
      },
    ],
    ['has no proven address any more', () => t.dataSource.query('update users set email_verified_at = null')],
    [
      'may not see it, since it is deleted',
      ({ id }) => t.dataSource.query('delete from notices where id = $1', [id]),
    ],
    ['may not see it, since it is over', async () => t.clock.advance(DAY)],
    [
      'may not see it, since it begins later',
      ({ id }) =>
        t.dataSource.query('update notices set starts_at = $2 where id = $1', [
          id,
          new Date(t.clock.now().getTime() + 60_000),
        ]),
    ],
    [
      'may not see it, since it is for others',
      () => t.dataSource.query(`update notices set audience_type = 'admins'`),
    ],
    ['may not see it, since the school has turned notices off', () => school.setFeatures({ notices: false })],
  ])('goes no further when its reader %s', async (_, happens) => {
    const notice = await aRaisedNotice();
    await happens(notice);
    await deliverMail(t);
    expect(recipients()).toEqual([]);
    expect(await stateOf(notice)).toMatchObject({
      state: 'dropped',
      last_error: null,
      ended_at: expect.any(Date),
    });
  });

  it('goes with a member who has left', async () => {
    const notice = await aRaisedNotice();
    await t.dataSource.query('delete from memberships where id = $1', [parent.membershipId]);
    await deliverMail(t);
    expect([recipients(), await deliveriesOf(t, notice)]).toEqual([[], []]);
  });

  it('stays unsent for a grant that has run out', async () => {
    const chess = await anOrganization(t, school);
    const [editor, former] = [await school.parent(), await school.parent()];
    await chess.grant(editor);
    await chess.grant(former, { expiresAt: new Date(t.clock.now().getTime() + 60_000) });
    const document = await aDocumentRow(t, school, {
      audienceType: 'organizations',
      audienceOrganizationIds: [chess.id],
    });
    await raiseDocument(t, document);
    t.clock.advance(120_000);
    await deliverMail(t);
    expect(recipients()).toEqual([editor.email]);
  });
});
