import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NotificationTarget } from '../../../src/features/alerts/alert.js';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import type { FeatureFlags } from '../../../src/policy/school-feature.js';
import { aNotification } from '../../support/notification.factory.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { aDocumentRow, aNoticeRow } from '../../support/alerts.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { notificationLinks } from '../../support/mail/notification-links.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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
/** Why a link cannot be read; null where it can. */
type Reason = string | null;
/** Rows of an item by what has become of them, and what a parent, an editor and an admin are told of each: managers nothing. */
type Rows = Record<string, [given: object, parent: Reason, editor?: Reason, admin?: Reason]>;

interface Kind {
  feature: keyof FeatureFlags;
  make: (school: TestSchool, given: object) => Promise<{ id: string }>;
  rows: (now: Date, soon: Date) => Rows;
}

const OF_ADMINS: Rows = { 'of admins': [{ audienceType: 'admins' }, 'not_visible'], shown: [{}, null] };

const untilGone: Kind['rows'] = (now, soon) => ({
  shown: [{}, null],
  'of admins': [{ audienceType: 'admins' }, 'not_visible', 'not_visible'],
  'to come': [{ opensAt: soon }, 'not_visible', 'not_visible', 'not_visible'],
  'just opened': [{ opensAt: now }, null],
  closed: [{ closesAt: now }, null],
  'almost gone': [{ visibleUntil: soon }, null],
  'just gone': [{ visibleUntil: now }, 'expired', 'expired', 'expired'],
  'gone, of admins': [{ visibleUntil: now, audienceType: 'admins' }, 'not_visible', 'not_visible', 'expired'],
  deleted: [{ deletedAt: now }, 'deleted', 'deleted', 'deleted'],
});

const KINDS: Partial<Record<NotificationTarget, Kind>> = {
  notice: {
    feature: 'notices',
    make: (school, given) => aNoticeRow(t, school, given),
    rows: (now, soon) => ({
      ...OF_ADMINS,
      'to come': [{ startsAt: soon }, 'not_visible'],
      'just begun': [{ startsAt: now }, null],
      'just over': [{ expiresAt: now }, 'expired'],
      'over, of admins': [{ expiresAt: now, audienceType: 'admins' }, 'not_visible'],
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
    rows: (now, soon) => ({
      shown: [{}, null],
      'of admins': [{ audienceType: 'admins' }, 'not_visible', 'not_visible'],
      'to come': [{ opensAt: soon }, 'not_visible', 'not_visible', 'not_visible'],
      'just opened': [{ opensAt: now }, null],
      closed: [{ closesAt: now }, null],
      deleted: [{ deletedAt: now }, 'deleted', 'deleted', 'deleted'],
    }),
  },
  signup: {
    feature: 'signups',
    make: (school, given) => aSignup(t, school, { Cake: {} }, given),
    rows: untilGone,
  },
  permission_slip: {
    feature: 'signups',
    make: (school, given) => aPermissionSlip(t, school, given),
    rows: untilGone,
  },
};

const kinds = Object.entries(KINDS) as [NotificationTarget, Kind][];

describe.each(kinds)('The link of a %s', (type, { feature, make, rows }) => {
  it('agrees with the item itself, whatever has become of it and whoever asks', async () => {
    const now = t.clock.now();
    t.clock.stopAt(now.toISOString());
    const school = await aSchool(t);
    const team = await anOrganization(t, school);
    const [parent, editor, admin] = [await school.parent(), await school.parent(), await school.admin()];
    await team.grant(editor);
    const soon = new Date(now.getTime() + 1);
    for (const [state, [given, ...reasons]] of Object.entries(rows(now, soon))) {
      const [toParent, toEditor = null, toAdmin = null] = reasons;
      const { id } = await make(school, { ...given, organizationId: team.id } satisfies Given);
      const links = [];
      for (const reader of [parent, editor, admin]) {
        const link = await linkOf(reader, type, id);
        await expectAgreement(reader, link);
        links.push(link.unavailable_reason as string | null);
      }
      expect([state, ...links]).toEqual([state, toParent, toEditor, toAdmin]);
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
