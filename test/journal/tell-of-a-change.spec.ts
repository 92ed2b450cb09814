import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlertsSubscriber } from '../../src/features/alerts/alerts-subscriber.service.js';
import { CHANGE_KINDS, type ChangeKind } from '../../src/platform/journal/change-kinds.js';
import { record } from '../../src/platform/journal/recorded-changes.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { aNoticeRow, notificationsOf } from '../support/alerts.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** The walk of `docs/how-to/tell-of-a-change.md`: a kind that only the list and the place where it happens know. */
const NEW_KIND = 'notice.recalled' as ChangeKind;

let t: TestApp;
beforeAll(async () => {
  Object.assign(CHANGE_KINDS, { [NEW_KIND]: { alert: 'notice_created' } });
  t = await startTestApp();
});
afterAll(async () => {
  await t.close();
  delete (CHANGE_KINDS as Record<string, unknown>)[NEW_KIND];
});

describe('A new kind of change', () => {
  it('notifies the audience of its item with a line in the list and the place where it happens', async () => {
    const school = await aSchool(t);
    const reader = await school.parent();
    const notice = await aNoticeRow(t, school);
    await t.app.get(Transactions, { strict: false }).run((manager) => {
      record({ manager, schoolId: school.id }, { kind: NEW_KIND, id: notice.id });
      return Promise.resolve();
    });
    expect(await notificationsOf(t, notice)).toMatchObject([{ membershipId: reader.membershipId }]);
  });

  it('refuses a notification that there is none of when the service starts', () => {
    Object.assign(CHANGE_KINDS, { 'notice.lost': { alert: 'notice_lost' } });
    const subscriber = t.app.get(AlertsSubscriber, { strict: false });
    try {
      expect(() => subscriber.onModuleInit()).toThrow('notice.lost asks for notifications of notice_lost');
    } finally {
      delete (CHANGE_KINDS as Record<string, unknown>)['notice.lost'];
    }
  });
});
