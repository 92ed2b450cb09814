import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aNoticeRow, raiseNotice } from '../../support/alerts.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /me/export', () => {
  it("includes the person's notifications with their mails, and whether they want any, without the address", async () => {
    const school = await aSchool(t);
    const [parent, other] = [await school.parent(), await school.parent()];
    await t.dataSource.query('insert into mail_choices values ($1, $2, $3, $4)', [
      parent.membershipId,
      school.id,
      'the-secret-of-an-address',
      new Date('2026-11-01T10:00:00Z'),
    ]);
    const notice = await aNoticeRow(t, school);
    await raiseNotice(t, notice);
    const told = { school_id: school.id, kind: 'notice_created', title: 'Snow day', target_id: notice.id };
    const { body, text } = await t.api.get('/me/export', { token: parent.token });
    expect(body.notifications).toMatchObject([{ ...told, read_at: null, mail: null }]);
    expect(body.mail_choices).toEqual([
      {
        school_id: school.id,
        unsubscribed_at: '2026-11-01T10:00:00.000Z',
        kinds: expect.objectContaining({ polls: 'instant' }),
      },
    ]);
    expect(text).not.toContain('secret');
    const others = (await t.api.get('/me/export', { token: other.token })).body;
    expect(others.notifications).toMatchObject([
      { ...told, mail: { state: 'waiting', attempts: 0, ended_at: null } },
    ]);
    expect(others.mail_choices).toEqual([]);
  });
});
