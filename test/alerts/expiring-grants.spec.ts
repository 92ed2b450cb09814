import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OrganizationGrantsService } from '../../src/features/organizations/organization-grants.service.js';
import { OrganizationGrantsRepository } from '../../src/features/organizations/organization-grants.repository.js';
import { OrganizationGrant } from '../../src/features/organizations/organization-grant.entity.js';
import { createApp } from '../../src/runtime/server.js';
import { anOrganization, type TestOrganization } from '../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { deliveriesOf, notificationsOf, raiseDue, toldOf } from '../support/alerts.js';
import { notificationLinks, there } from '../support/mail/notification-links.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';
import { transactionsOf } from '../support/database/transactions-of.js';

const EXPIRES = new Date('2026-12-08T09:00:00Z');
const A_WEEK_BEFORE = '2026-12-01T09:00:00.000Z';

let t: TestApp;
let school: TestSchool;
let team: TestOrganization;
let editor: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-20T09:00:00Z');
  school = await aSchool(t);
  team = await anOrganization(t, school, { name: 'Soccer' });
  editor = await school.parent();
});

const grant = (given: Partial<OrganizationGrant> = {}): Promise<OrganizationGrant> =>
  team.grant(editor, { expiresAt: EXPIRES, ...given });

async function toldAt(at: string): Promise<string[]> {
  t.clock.stopAt(at);
  await raiseDue(t);
  return toldOf(t, team, 'grant_expiring');
}

describe('A grant', () => {
  it.each<[string, Partial<OrganizationGrant>]>([
    ['never ends', { expiresAt: null }],
    ['is over', { expiresAt: new Date(A_WEEK_BEFORE) }],
    ['is revoked', { revokedAt: new Date('2026-11-19T09:00:00Z') }],
    ['has not begun', { startsAt: new Date('2026-12-01T09:00:01Z') }],
    ['was given for less than seven days', { startsAt: new Date('2026-12-01T09:00:00.001Z') }],
    ['was told of', { expiryToldFor: EXPIRES }],
  ])('tells nobody when it %s', async (_when, given) => {
    await grant(given);
    for (const at of [A_WEEK_BEFORE, '2026-12-03T09:00:00Z', '2026-12-08T08:59:59.999Z'])
      expect(await toldAt(at)).toEqual([]);
  });

  it('tells nobody who has left, or of an organization that is archived', async () => {
    const archived = await anOrganization(t, school);
    await archived.grant(editor, { expiresAt: EXPIRES });
    await archived.archive();
    const left = await school.parent();
    await team.grant(left, { expiresAt: EXPIRES });
    await school.deactivate(left);
    expect(await toldAt(A_WEEK_BEFORE)).toEqual([]);
    expect(await toldOf(t, archived, 'grant_expiring')).toEqual([]);
  });

  it('tells its holder alone, seven days before it ends and once, and leads to the organization', async () => {
    await grant();
    await team.addParent(await school.parent());
    await school.admin();
    expect(await toldAt('2026-12-01T08:59:59.999Z')).toEqual([]);
    expect(await toldAt(A_WEEK_BEFORE)).toEqual([editor.membershipId]);
    const [first] = await notificationsOf(t, team);
    expect(first).toMatchObject({
      schoolId: school.id,
      title: 'Soccer',
      body: null,
      targetType: 'organization',
      readAt: null,
      createdAt: new Date(A_WEEK_BEFORE),
    });
    expect(await deliveriesOf(t, team)).toEqual([]);
    await toldAt('2026-12-02T09:00:00Z');
    expect(await notificationsOf(t, team)).toEqual([first]);
  });

  it('leads to the organization', async () => {
    t.clock.moveTo(new Date().toISOString());
    const links = notificationLinks(() => t);
    await grant({ expiresAt: new Date(t.clock.now().getTime() + 86_400_000) });
    await raiseDue(t);
    const link = await links.linkOf(editor, 'organization', team.id);
    expect(link).toMatchObject(there(team.id));
    await links.expectAgreement(editor, link);
  });

  it('given for exactly seven days tells at once', async () => {
    await grant({ startsAt: new Date(A_WEEK_BEFORE) });
    expect(await toldAt(A_WEEK_BEFORE)).toEqual([editor.membershipId]);
  });

  it('that is extended tells again, with one notification that is unread', async () => {
    await grant();
    await toldAt(A_WEEK_BEFORE);
    await t.dataSource.query('update notifications set read_at = created_at where target_id = $1', [team.id]);
    const reference = { schoolId: school.id, organization: team.id, email: editor.email };
    const grants = new OrganizationGrantsService(
      transactionsOf(t.dataSource),
      new OrganizationGrantsRepository(),
      t.clock,
    );
    await grants.add(reference, new Date('2026-12-20T09:00:00Z'));
    await toldAt('2026-12-13T08:59:59.999Z');
    expect(await notificationsOf(t, team)).toMatchObject([{ createdAt: new Date(A_WEEK_BEFORE) }]);
    await toldAt('2026-12-13T09:00:00Z');
    expect(await notificationsOf(t, team)).toMatchObject([
      { readAt: null, createdAt: new Date('2026-12-13T09:00:00Z') },
    ]);
  });
});

/** Last: the passport of the second one would read the time of the second clock ever after. */
describe('Two processes', () => {
  it('tell each holder once', async () => {
    const editors = await Promise.all(Array.from({ length: 120 }, () => school.parent()));
    for (const member of editors) await team.grant(member, { expiresAt: EXPIRES });
    const clock = new TestClock();
    const app = await createApp(t.settings, clock);
    await app.init();
    clock.stopAt(A_WEEK_BEFORE);
    t.clock.stopAt(A_WEEK_BEFORE);
    await Promise.all([raiseDue(t), raiseDue({ app }), raiseDue(t), raiseDue({ app })]);
    const told = await notificationsOf(t, team);
    await Promise.all([raiseDue(t), raiseDue({ app })]);
    await app.close();
    expect(told.map(({ membershipId }) => membershipId)).toEqual(
      editors.map((one) => one.membershipId).sort(),
    );
    expect(await notificationsOf(t, team)).toEqual(told);
  });
});
