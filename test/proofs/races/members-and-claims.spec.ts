import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup, type TestSignup } from '../../support/signup.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { race } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { operatorServices } from '../../support/operator-services.factory.js';

let t: TestApp;
let services: INestApplicationContext;
beforeAll(async () => {
  t = await startForRace();
  services = await operatorServices(t.settings);
});
afterAll(async () => {
  await services.close();
  await t.close();
});

const put = (school: TestSchool, document: ContentFile) =>
  services.get(ContentImportService).run({ document, schoolId: school.id });

/** In the order in which an import takes them. */
const twoParents = async (school: TestSchool): Promise<[TestMember, TestMember]> => {
  const [one, other] = [await school.parent(), await school.parent()];
  return one.email < other.email ? [one, other] : [other, one];
};

/** What begins while the sign-up is held, one after the other, and then wants it. */
async function inLineFor<T extends Promise<unknown>[]>(
  { id }: TestSignup,
  ...begin: { [At in keyof T]: () => T[At] }
): Promise<{ [At in keyof T]: Awaited<T[At]> }> {
  const begun: Promise<unknown>[] = [];
  await t.dataSource.transaction(async (manager: EntityManager) => {
    await manager.query('select 1 from signups where id = $1 for no key update', [id]);
    for (const one of begin) {
      begun.push(one());
      begun.at(-1)!.catch(() => undefined);
      await untilWaiting(t.dataSource, begun.length);
    }
  });
  return (await Promise.all(begun)) as { [At in keyof T]: Awaited<T[At]> };
}

describe('A manager who claims something for a member', () => {
  race('lets an operator deactivate that member, whose claim is withdrawn then', async () => {
    const school = await aSchool(t);
    const [admin, leaver] = [await school.admin(), await school.parent()];
    const signup = await aSignup(t, school, { Cake: {}, Tea: {} });
    await signup.claimed(leaver, 'Tea');
    const body = { item_id: signup.items.Cake, membership_id: leaver.membershipId };
    const [claim] = await inLineFor(
      signup,
      () => t.api.post(`/signups/${signup.id}/management/claims`, { token: admin.token, body }),
      () => services.get(MembershipsService).deactivate(school.id, leaver.email),
    );
    expect(claim.status).toBe(201);
    expect(await signup.claims()).toEqual([]);
  });
});

describe('An import that deactivates who has claimed something', () => {
  race('lets a member of whom it speaks later claim the same', async () => {
    const school = await aSchool(t);
    const [leaver, stays] = await twoParents(school);
    const signup = await aSignup(t, school, { Cake: {} });
    const claimId = await signup.claimed(leaver, 'Cake');
    const members = [
      { email: leaver.email, role: 'parent' as const, deactivated: true },
      { email: stays.email, role: 'parent' as const },
    ];
    const [report, claim] = await inLineFor(
      signup,
      () => put(school, { members }),
      () => signup.claim(stays, 'Cake'),
    );
    expect({ errors: report.errors, status: claim.status }).toEqual({ errors: [], status: 201 });
    expect(await signup.statusOf(claimId)).toBe('withdrawn');
  });

  race('and changes a sign-up lets an operator deactivate who has claimed something there', async () => {
    const school = await aSchool(t);
    const [leaver, other] = await twoParents(school);
    const [first, second] = (
      [await aSignup(t, school, { Cake: {} }), await aSignup(t, school, { Cake: {} })] as const
    ).toSorted((one, another) => (one.id < another.id ? -1 : 1)) as [TestSignup, TestSignup];
    const claims = [await second.claimed(leaver, 'Cake'), await first.claimed(other, 'Cake')];
    await second.claimed(other, 'Cake');
    const [report] = await inLineFor(
      second,
      () =>
        put(school, {
          members: [{ email: leaver.email, role: 'parent', deactivated: true }],
          signups: [{ key: first.entity.sourceId!, title: 'Cake sale' }],
        }),
      () => services.get(MembershipsService).deactivate(school.id, other.email),
    );
    expect(report.errors).toEqual([]);
    expect(await Promise.all([second.statusOf(claims[0]!), first.statusOf(claims[1]!)])).toEqual([
      'withdrawn',
      'withdrawn',
    ]);
  });
});
