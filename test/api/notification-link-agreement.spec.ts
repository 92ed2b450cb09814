import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NotificationTarget } from '../../src/features/alerts/notification-words.js';
import { Notification } from '../../src/features/alerts/notification.entity.js';
import type { FeatureFlags } from '../../src/access/school-feature.js';
import { aNotification } from '../support/a-notification.js';
import { aPermissionSlip } from '../support/a-permission-slip.js';
import { aPoll } from '../support/a-poll.js';
import { aSignup } from '../support/a-signup.js';
import { aDocumentRow, aNoticeRow } from '../support/alerts.js';
import { anOrganization } from '../support/an-organization.js';
import { aSchool, type TestSchool } from '../support/a-school.js';
import { notificationLinks } from '../support/notification-links.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const { linkOf, expectAgreement } = notificationLinks(() => t);

interface Given {
  audienceType?: 'admins';
  organizationId?: string;
}
/** Rows of an item by what has become of them, and what a parent is told of each. */
type Rows = Record<string, [given: object, reason: string | null]>;

interface Kind {
  feature: keyof FeatureFlags;
  make: (school: TestSchool, given: object) => Promise<{ id: string }>;
  rows: (hourAgo: Date, inAnHour: Date) => Rows;
}

const OF_ADMINS: Rows = { 'of admins': [{ audienceType: 'admins' }, 'not_visible'], shown: [{}, null] };

const KINDS: Partial<Record<NotificationTarget, Kind>> = {
  notice: {
    feature: 'notices',
    make: (school, given) => aNoticeRow(t, school, given),
    rows: (hourAgo, inAnHour) => ({
      ...OF_ADMINS,
      'to come': [{ startsAt: inAnHour }, 'not_visible'],
      over: [{ expiresAt: hourAgo }, 'expired'],
    }),
  },
  document: {
    feature: 'document_library',
    make: (school, given) => aDocumentRow(t, school, given),
    rows: () => OF_ADMINS,
  },
  poll: {
    feature: 'polls',
    make: (school, given) => aPoll(t, school, given),
    rows: (hourAgo, inAnHour) => ({
      ...OF_ADMINS,
      'to come': [{ opensAt: inAnHour }, 'not_visible'],
      closed: [{ opensAt: new Date(0), closesAt: hourAgo }, null],
    }),
  },
  signup: {
    feature: 'signups',
    make: (school, given) => aSignup(t, school, { Cake: {} }, given),
    rows: (hourAgo, inAnHour) => ({
      ...OF_ADMINS,
      'to come': [{ opensAt: inAnHour }, 'not_visible'],
      closed: [{ closesAt: hourAgo }, null],
      gone: [{ visibleUntil: hourAgo }, 'expired'],
      'gone, of admins': [{ visibleUntil: hourAgo, audienceType: 'admins' }, 'not_visible'],
    }),
  },
  permission_slip: {
    feature: 'signups',
    make: (school, given) => aPermissionSlip(t, school, given),
    rows: (hourAgo, inAnHour) => ({
      ...OF_ADMINS,
      'to come': [{ opensAt: inAnHour }, 'not_visible'],
      closed: [{ opensAt: new Date(0), closesAt: hourAgo }, null],
      gone: [{ opensAt: new Date(0), visibleUntil: hourAgo }, 'expired'],
      'gone, of admins': [
        { opensAt: new Date(0), visibleUntil: hourAgo, audienceType: 'admins' },
        'not_visible',
      ],
    }),
  },
};

const kinds = Object.entries(KINDS) as [NotificationTarget, Kind][];

describe.each(kinds)('The link of a %s', (type, { feature, make, rows }) => {
  const rowsNow = (): Rows => {
    const now = t.clock.now().getTime();
    return rows(new Date(now - 3_600_000), new Date(now + 3_600_000));
  };

  it('agrees with the item itself, whatever has become of it and whoever asks', async () => {
    const school = await aSchool(t);
    const team = await anOrganization(t, school);
    const [parent, editor, admin] = [await school.parent(), await school.parent(), await school.admin()];
    await team.grant(editor);
    for (const [state, [given, reason]] of Object.entries(rowsNow())) {
      const { id } = await make(school, { ...given, organizationId: team.id } satisfies Given);
      const links = [];
      for (const reader of [parent, editor, admin]) {
        const link = await linkOf(reader, type, id);
        await expectAgreement(reader, link);
        links.push(link.unavailable_reason as string | null);
      }
      expect([state, ...links]).toEqual([state, reason, null, null]);
    }
  });

  it('agrees with it while the school has it turned off', async () => {
    const school = await aSchool(t);
    const { id } = await make(school, {});
    await school.setFeatures({ [feature]: false });
    for (const reader of [await school.parent(), await school.admin()]) {
      const link = await linkOf(reader, type, id);
      expect(link.unavailable_reason).toBe('feature_off');
      await expectAgreement(reader, link);
    }
  });

  it(`${type === 'notice' ? 'is' : 'is not'} of a notification that counts as read with the item`, async () => {
    const school = await aSchool(t);
    const parent = await school.parent();
    const { id: targetId } = await make(school, {});
    const { id } = await aNotification(t, parent, { targetType: type, targetId });
    await expectAgreement(parent, await linkOf(parent, type, targetId));
    const { readAt } = await t.dataSource.manager.findOneByOrFail(Notification, { id });
    expect(readAt !== null).toBe(type === 'notice');
  });
});
