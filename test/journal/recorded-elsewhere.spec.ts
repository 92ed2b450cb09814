import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { OwnAddresses } from '../../src/features/account/addresses/own-addresses.service.js';
import { FamiliesService } from '../../src/features/memberships/families.service.js';
import { RestrictionsService } from '../../src/features/memberships/restrictions.service.js';
import { MembershipsService } from '../../src/features/memberships/memberships.service.js';
import { OrganizationGrantsService } from '../../src/features/organizations/organization-grants.service.js';
import { PersonErasureService } from '../../src/features/person/person-erasure.service.js';
import { SchoolDefaultsService } from '../../src/features/schools/school-defaults.service.js';
import { SchoolsService } from '../../src/features/schools/schools.service.js';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import type { CommittedChange } from '../../src/platform/journal/journal.repository.js';
import { JournalRepository } from '../../src/platform/journal/journal.repository.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { type ImportApp, startImportApp } from '../imports/a-fed-app.js';
import { notificationsOf } from '../support/alerts.js';
import { anOrganization, aStaffMember } from '../support/organization.factory.js';
import { TestPublisher } from '../support/publisher.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../support/school.factory.js';

let t: ImportApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
});

const changes = (): Promise<CommittedChange[]> =>
  t.dataSource.transaction((manager) =>
    t.app.get(JournalRepository, { strict: false }).readAfter(manager, school.id, '0', 1_000),
  );
const kinds = async (): Promise<string[]> => [...new Set((await changes()).map(({ kind }) => kind))].sort();
/** What is recorded by this and nothing before it. */
const kindsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = (await changes()).length;
  await work();
  return [...new Set((await changes()).slice(before).map(({ kind }) => kind))].sort();
};

const FILE: ContentFile = {
  school_details: { title: 'Elm', description: 'A school' },
  categories: [
    { name: 'Sports', color: '#AA0000' },
    { name: 'Music', color: '#00AA00' },
  ],
  students: [{ source_id: 's-1', first_name: 'Ada', last_name: 'Park' }],
  staff: [{ first_name: 'Nora', last_name: 'Hill', email: 'nora@example.org' }],
  organizations: [{ short_name: 'chess', kind: 'club', name: 'Chess', students: ['s-1'] }],
  menus: [{ date: '2026-11-30', meal_type: 'lunch', items: 'Soup' }],
};

describe('A content file', () => {
  it('says in the journal what it brings', async () => {
    await t.bring(school.id, FILE);
    expect(await kinds()).toEqual([
      'category.changed',
      'document.updated',
      'menu.changed',
      'organization.created',
      'organization_roster.changed',
      'staff_member.changed',
      'student.changed',
    ]);
  });

  it('leaves nothing when it says the same again', async () => {
    await t.bring(school.id, FILE);
    expect(await kindsOf(() => t.bring(school.id, FILE))).toEqual([]);
  });

  it('records each category whose order is another one, and no other', async () => {
    await t.bring(school.id, FILE);
    const [sports, music] = FILE.categories!;
    const news = { name: 'Trips', color: '#0000AA' };
    const before = (await changes()).length;
    await t.bring(school.id, { categories: [sports!, news, music!] });
    expect((await changes()).slice(before).map(({ kind }) => kind)).toEqual([
      'category.changed',
      'category.changed',
    ]);
  });

  it('records a member whose role it changes', async () => {
    const { email } = await school.parent();
    const members: ContentFile['members'] = [{ email, role: 'junior_admin' }];
    expect(await kindsOf(() => t.bring(school.id, { members }))).toEqual(['me.changed', 'member.changed']);
  });
});

describe('An admin', () => {
  it('records that a notice which has begun reaches further', async () => {
    const notices = new TestPublisher(t, 'notices', school, await school.admin());
    const id = await notices.anItem({ expires_at: '2036-09-15T12:00:00.000Z' });
    const widen = () => notices.change(id, { reach: 'guardians' });
    expect(await kindsOf(widen)).toEqual(['notice.reach_widened', 'notice.updated']);
    expect(await kindsOf(widen)).toEqual(['notice.updated']);
  });
});

describe('A command', () => {
  const service = <T>(of: new (...given: never[]) => T): T => t.services.get(of, { strict: false });
  let member: TestGuardian;
  beforeEach(async () => {
    member = await school.parentOf(await school.student({ sourceId: 's-7' }));
  });

  const theGuardian = () => ({ schoolId: school.id, student: 's-7', guardianId: member.guardianId });
  const restrict = () =>
    service(RestrictionsService).restrict(theGuardian(), {
      ...{ until: null, reason: 'order', timeZone: 'America/New_York' },
    });

  const COMMANDS: Record<string, { work: () => Promise<unknown>; kinds: string[] }> = {
    'membership deactivate': {
      work: () => service(MembershipsService).deactivate(school.id, member.email),
      kinds: ['member.deactivated'],
    },
    'guardian unlink': {
      work: () => service(FamiliesService).unlink(school.id, 's-7', { email: member.email }),
      kinds: ['member.changed', 'member.deactivated', 'student.changed'],
    },
    'guardian restrict': { work: () => restrict(), kinds: ['member.changed', 'student.changed'] },
    'guardian unrestrict': {
      work: async () => {
        await restrict();
        await service(RestrictionsService).lift(theGuardian());
      },
      kinds: ['member.changed', 'student.changed'],
    },
    'school set': {
      work: () => service(SchoolsService).update(school.id, { name: 'Oak' }),
      kinds: ['school.changed'],
    },
    'school set, for those who have not chosen': {
      work: () => service(SchoolDefaultsService).setDefaults(school.id, { visibility: 'name_only' }),
      kinds: ['roster.changed', 'school.changed'],
    },
    'school features': {
      work: () => service(SchoolsService).setFeatures(school.id, { polls: false }),
      kinds: ['features.changed'],
    },
    'person erase': {
      work: () => service(PersonErasureService).erase(member.email),
      kinds: ['member.left', 'roster.changed', 'student.changed'],
    },
  };

  it.each(Object.keys(COMMANDS))('says what reads differently: %s', async (name) => {
    const { work, kinds: expected } = COMMANDS[name]!;
    expect(await kindsOf(work)).toEqual(expected);
  });

  it('says whose grant is another one', async () => {
    const { id, entity } = await anOrganization(t, school);
    const reference = { schoolId: school.id, organization: entity.shortName, email: member.email };
    await service(OrganizationGrantsService).add(reference, null);
    const [grant] = await changes();
    expect(grant).toMatchObject({
      ...{ kind: 'grant.changed', itemId: id, ids: { members: [member.membershipId] } },
    });
  });
});

describe('An alert', () => {
  it('names the notifications that arrive, in one row', async () => {
    const admin = await school.admin();
    const readers = [await school.parent(), await school.parent()];
    const notices = new TestPublisher(t, 'notices', school, admin);
    t.clock.stopAt('2026-09-10T12:00:00Z');
    const id = await notices.anItem();
    const arrived = (await changes()).filter(({ kind }) => kind === 'notification.arrived');
    expect(arrived).toHaveLength(1);
    const { readers: reached, notifications } = arrived[0]!.ids as Record<string, string[]>;
    expect([...reached!].sort()).toEqual(readers.map(({ membershipId }) => membershipId).sort());
    const rows = await notificationsOf(t, { id });
    expect(reached!.map((reader, at) => [reader, notifications![at]]).sort()).toEqual(
      rows.map(({ membershipId, id: notificationId }) => [membershipId, notificationId]).sort(),
    );
  });

  it('removes in the journal what makes way for a newer one', async () => {
    const admin = await school.admin();
    await school.parent();
    t.clock.stopAt('2026-09-10T12:00:00Z');
    const path = `/schools/${school.id}/calendar/events`;
    const body = { title: 'Fair', starts_at: '2026-09-12T16:00:00Z', ends_at: '2026-09-12T17:00:00Z' };
    const { token } = admin;
    const { id } = (await t.api.post(path, { token, body })).body as { id: string };
    for (const location of ['Gym', 'Hall'])
      expect((await t.api.patch(`${path}/${id}`, { token, body: { location } })).status).toBe(200);
    const news = (await changes()).filter(({ kind }) => kind.startsWith('notification.'));
    expect(news.map(({ kind }) => kind)).toEqual([
      'notification.arrived',
      'notification.removed',
      'notification.arrived',
    ]);
    expect(news[1]!.ids).toEqual(news[0]!.ids);
  });
});

describe('A reader', () => {
  it('changes a notice for themselves alone by reading it, with its notification', async () => {
    const admin = await school.admin();
    const reader = await school.parent();
    t.clock.stopAt('2026-09-10T12:00:00Z');
    const notices = new TestPublisher(t, 'notices', school, admin);
    const id = await notices.anItem();
    const read = (): Promise<string[]> => kindsOf(() => notices.as(reader).get(id));
    expect(await read()).toEqual(['notice.read', 'notification.read']);
    expect(await read()).toEqual([]);
    const { ids } = (await changes()).find(({ kind }) => kind === 'notice.read')!;
    expect(ids).toEqual({ readers: [reader.membershipId] });
  });
});

describe('An account', () => {
  it('changes in each school by its addresses, which others see or are found by', async () => {
    const { userId } = await school.parent();
    const email = `${randomUUID()}@example.org`;
    await aStaffMember(t, school, { email });
    const addresses = t.app.get(OwnAddresses, { strict: false });
    const run = (work: (manager: EntityManager) => Promise<unknown>): Promise<string[]> =>
      kindsOf(() => t.app.get(Transactions, { strict: false }).run(work));
    const both = ['me.changed', 'staff_member.changed'];
    const now = t.clock.now();
    expect(await run((manager) => addresses.add(manager, { userId, email, now }))).toEqual(both);
    expect(await run((manager) => addresses.makeFirst(manager, userId, email))).toEqual(both);
    expect(await run((manager) => addresses.remove(manager, userId, email))).toEqual([]);
  });
});

describe('Leaving', () => {
  it('names what showed the member, which nobody can tell afterwards', async () => {
    const student = await school.student();
    const leaver = await school.parentOf(student);
    const entry = await aStaffMember(t, school, { email: leaver.email });
    const chess = await anOrganization(t, school);
    await chess.addParent(leaver);
    const { token, membershipId } = leaver;
    expect((await t.api.post(`/me/leave-school/${membershipId}`, { token })).status).toBe(204);
    expect((await changes()).map(({ kind, itemId }) => [kind, itemId]).sort()).toEqual(
      [
        ['member.left', membershipId],
        ['organization_roster.changed', chess.id],
        ['staff_member.changed', entry.id],
        ['student.changed', student.id],
      ].sort(),
    );
  });
});
