import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { FamiliesService } from '../../../src/features/memberships/families.service.js';
import { OrganizationGrantsService } from '../../../src/features/organizations/organization-grants.service.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { type ImportApp, startImportApp } from '../../imports/a-fed-app.js';
import { Follower } from '../../support/changes/follower.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { tokenOf } from '../../support/tokens.js';

const DAY = 24 * 60 * 60 * 1_000;

let t: ImportApp;
let school: TestSchool;
let parent: TestGuardian;
let reader: Follower;
beforeAll(async () => {
  t = await startImportApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  parent = await school.parentOf(await school.student());
  reader = await Follower.begin(t, school, parent);
});

const reasonOf = async (since: string): Promise<unknown[]> => {
  const { status, body } = await reader.ask(since);
  return [status, body.error?.code, body.error?.reason];
};
const STALE = [409, 'conflict', 'stale'];

describe('A cursor', () => {
  it.each(['x', 'v1.x.y', 'v1', '.', '%00', 'a'.repeat(2_000)])(
    'leads nowhere when it is none: %s',
    async (since) => {
      expect(await reasonOf(since)).toEqual(STALE);
    },
  );

  it('leads nowhere once a letter of it is another one', async () => {
    const { cursor } = reader;
    const at = cursor.length - 8;
    const altered = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
    expect(await reasonOf(altered)).toEqual(STALE);
    expect((await reader.peek()).status).toBe(200);
  });

  it('leads nowhere for another member, and for the same person in another school', async () => {
    const other = await school.parent();
    expect(await reasonOf((await Follower.begin(t, school, other)).cursor)).toEqual(STALE);
    const elsewhere = await aSchool(t);
    const there = await elsewhere.parent({}, parent);
    expect(await reasonOf((await Follower.begin(t, elsewhere, there)).cursor)).toEqual(STALE);
  });

  it('leads on for 30 days and no longer', async () => {
    const now = t.clock.now().getTime();
    t.clock.stopAt(new Date(now).toISOString());
    await reader.restart();
    t.clock.stopAt(new Date(now + 30 * DAY - 1).toISOString());
    const late = { ...parent, token: await tokenOf(t, parent) };
    const follower = await Follower.begin(t, school, late);
    expect((await follower.ask(reader.cursor)).status).toBe(200);
    t.clock.stopAt(new Date(now + 30 * DAY).toISOString());
    expect((await follower.ask(reader.cursor)).body.error?.reason).toBe('stale');
    t.clock.moveTo(new Date().toISOString());
  });

  it('begins now where it is left out or empty', async () => {
    const { body } = await t.api.get(`/schools/${school.id}/changes`, { token: parent.token });
    expect(body).toEqual({ changes: [], cursor: expect.any(String), more: false });
    expect((await reader.ask('')).body).toMatchObject({ changes: [], more: false });
  });
});

describe('A caller with another place in the school', () => {
  const service = <T extends object>(type: new (...args: never[]) => T): T =>
    t.services.get(type, { strict: false });

  it('starts anew after a change of role', async () => {
    await t.dataSource.manager.update(Membership, { id: parent.membershipId }, { role: 'junior_admin' });
    expect(await reader.follow()).toBeNull();
  });

  it('starts anew with a grant, and without it', async () => {
    const chess = await anOrganization(t, school);
    await reader.restart();
    const grant = { schoolId: school.id, organization: chess.id, email: parent.email };
    await service(OrganizationGrantsService).add(grant, null);
    expect(await reader.follow()).toBeNull();
    await reader.restart();
    await service(OrganizationGrantsService).revoke(grant);
    expect(await reader.follow()).toBeNull();
  });

  it('starts anew when a grant has expired', async () => {
    const chess = await anOrganization(t, school);
    await chess.grant(parent, { expiresAt: new Date(t.clock.now().getTime() + 60_000) });
    await reader.restart();
    expect(await reader.follow()).toEqual([]);
    t.clock.advance(60_000);
    expect(await reader.follow()).toBeNull();
  });

  it('starts anew when a link to a student ends', async () => {
    const student = await school.student();
    await school.guardian(student, { membershipId: parent.membershipId, email: parent.email });
    await reader.restart();
    await service(FamiliesService).unlink(school.id, student.sourceId, { email: parent.email });
    expect(await reader.follow()).toBeNull();
  });

  it('starts anew after a deactivation that was taken back', async () => {
    await service(MembershipsService).deactivate(school.id, parent.email);
    expect((await reader.peek()).status).toBe(403);
    await service(MembershipsService).reactivate(school.id, parent.email);
    expect(await reader.follow()).toBeNull();
  });

  it('goes on when somebody else gets another place', async () => {
    const other = await school.parent();
    const chess = await anOrganization(t, school);
    await service(OrganizationGrantsService).add(
      { schoolId: school.id, organization: chess.id, email: other.email },
      null,
    );
    expect(await reader.follow()).not.toBeNull();
  });
});
