import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { PersonErasureService } from '../../../src/features/person/person-erasure.service.js';
import { MemberAdmissionService } from '../../../src/features/invitations/member-admission.service.js';
import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { anApplication, PASSWORD } from '../../support/application.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { EveryRow } from '../../support/database/every-row.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import { operatorServices } from '../../support/operator-services.factory.js';

const ROUNDS = rounds(12);

/** Numbers that lead to nobody any more. */
/** The journal has ids for two months, and nothing that leads from an id to the person. */
const IN_THE_JOURNAL = ['changes.ids', 'changes.item_id', 'changes.membership_id'];
const IN_THE_TRAIL = ['audit_entries.actor_id', 'audit_entries.item_id', 'audit_entries.membership_id'];
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

const erase = async (email: string, afterMs = 0) => {
  await delay(afterMs);
  return services.get(PersonErasureService).erase(email);
};

async function withPassword(person: TestMember): Promise<TestMember> {
  await t.app.get(CredentialsService).setPassword(person.userId, PASSWORD);
  return person;
}

const statuses = (answers: ApiAnswer[]): number[] => [...new Set(answers.map(({ status }) => status))].sort();

describe('erasing a person', () => {
  it(
    'while they sign in leaves no session, and nobody gets an error',
    async () => {
      const application = await anApplication(t);
      const school = await aSchool(t);
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await withPassword(await school.parent());
        const { refresh_token } = (await application.signIn(person)).body;
        const [answers] = await Promise.all([
          Promise.all([...[1, 2, 3].map(() => application.signIn(person)), application.renew(refresh_token)]),
          erase(person.email, round * 8),
        ]);
        expect([200, 400, 401]).toEqual(expect.arrayContaining(statuses(answers)));
        for (const { status, body } of answers)
          if (status === 200) expect((await t.api.get('/me', { token: body.access_token })).status).toBe(401);
        const rows = await EveryRow.of(t.dataSource);
        expect(rows.holding(person.email)).toEqual([]);
        expect(IN_THE_TRAIL).toEqual(expect.arrayContaining(rows.holding(person.userId)));
      }
    },
    timeFor(ROUNDS),
  );

  it(
    'while they write leaves nothing of it, and nobody gets an error',
    async () => {
      const school = await aSchool(t);
      const ada = await school.student();
      for (let round = 0; round < ROUNDS; round += 1) {
        const [person, other] = [await school.parentOf(ada), await school.parentOf(ada)];
        const [poll, signup] = [await aPoll(t, school), await aSignup(t, school, { Cake: {} })];
        const { token } = person;
        const keyed = (name: string) => ({ token, headers: { 'idempotency-key': `${name}-${round}` } });
        const [answers] = await Promise.all([
          Promise.all([
            t.api.put(`/students/${ada.id}/note`, { token, body: { body: 'Mine' } }),
            t.api.post(`/students/${ada.id}/star`, { token }),
            t.api.post(`/polls/${poll.id}/respond`, { ...keyed('poll'), body: { answers: poll.answers() } }),
            t.api.post(`/signups/${signup.id}/claims`, {
              ...keyed('claim'),
              body: { item_id: signup.items.Cake },
            }),
            t.api.patch('/me/address-visibility', { token, body: { address_visible: round % 2 === 0 } }),
            t.api.patch('/me/profile-visibility', { token, body: { profile_visibility: 'name_only' } }),
            t.api.patch('/me/address-visibility', {
              token: other.token,
              body: { address_visible: round % 2 === 1 },
            }),
          ]),
          erase(person.email, round * 4),
        ]);
        expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
        const { userId, membershipId, email } = person;
        const left = (await EveryRow.of(t.dataSource)).holding(userId, membershipId, email);
        expect(['disclosures.reader_membership_id', ...IN_THE_JOURNAL, ...IN_THE_TRAIL]).toEqual(
          expect.arrayContaining(left),
        );
      }
    },
    timeFor(ROUNDS),
  );

  it(
    'while an import names them is before it or after it',
    async () => {
      const school = await aSchool(t);
      const imports = services.get(ContentImportService);
      for (let round = 0; round < ROUNDS; round += 1) {
        const email = `named-${round}@example.org`;
        const family = { first_name: 'Maria', last_name: 'Park', email, relation: 'mother' as const };
        const child = { first_name: 'Ada', last_name: 'Park', guardians: [family] };
        const students = [`${round}-a`, `${round}-b`].map((source_id) => ({ source_id, ...child }));
        const members = [{ email, role: 'parent' as const, first_name: 'Maria', last_name: 'Park' }];
        const document = { students, members };
        await imports.run({ document, schoolId: school.id });
        const [report, erasure] = await Promise.all([
          imports.run({ document, schoolId: school.id }),
          erase(email, round % 2 === 0 ? 0 : 15),
        ]);
        expect([report.errors, erasure.erased['guardians'], erasure.erased['users']]).toEqual([[], 2, 1]);
        const [{ users, memberships, guardians, unlinked }] = await t.dataSource.query<
          [Record<'users' | 'memberships' | 'guardians' | 'unlinked', number>]
        >(
          `select (select count(*)::int from users where email = $1) as users,
          (select count(*)::int from memberships m join users u on u.id = m.user_id where u.email = $1) as memberships,
          (select count(*)::int from guardians where email = $1) as guardians,
          (select count(*)::int from guardians where email = $1 and membership_id is null) as unlinked`,
          [email],
        );
        // As a whole there once more, or gone as a whole.
        expect([
          [0, 0, 0, 0],
          [1, 1, 2, 0],
        ]).toContainEqual([users, memberships, guardians, unlinked]);
      }
    },
    timeFor(ROUNDS),
  );

  race('gives way to whoever holds a membership and wants the account next', async () => {
    const person = await (await aSchool(t)).parent();
    const [erasure, request] = await t.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from memberships where id = $1 for share', [person.membershipId]);
      const begun = erase(person.email).catch((error: unknown) => error);
      await untilWaiting(t.dataSource);
      const account = 'select id from users where id = $1 for key share';
      return [{ begun }, await manager.query<unknown[]>(account, [person.userId])] as const;
    });
    expect(request).toEqual([{ id: person.userId }]);
    expect(await erasure.begun).toMatchObject({ erased: { users: 1, memberships: 1 } });
  });

  race('lets nobody make them a member half way', async () => {
    const school = await aSchool(t);
    const [ada, { email }] = [await school.student(), await school.parent()];
    const elsewhere = await aSchool(t);
    const child = await elsewhere.student();
    const onFile = await school.guardian(ada, { email });
    const link = { studentId: child.id, relation: 'mother' as const };
    const admission = { schoolId: elsewhere.id, email, role: 'parent' as const, students: [link] };
    const outcomes = await t.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from guardians where id = $1 for update', [onFile.id]);
      const erasure = erase(email);
      await untilWaiting(t.dataSource);
      const joining = t.dataSource.transaction((joint) =>
        services.get(MemberAdmissionService).admit(joint, admission),
      );
      await Promise.race([joining.catch(() => undefined), delay(150)]);
      return { all: Promise.allSettled([erasure, joining]) };
    });
    const [erasure] = await outcomes.all;
    expect(erasure.status).toBe('fulfilled');
    expect((await EveryRow.of(t.dataSource)).holding(email)).toEqual([]);
  });

  it(
    'leaves one of both senior admins of a school when both are erased at once',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const school = await aSchool(t);
        const [first, second] = [await school.admin(), await school.admin()];
        const outcomes = await Promise.allSettled([erase(first.email), erase(second.email)]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      }
    },
    timeFor(ROUNDS),
  );
});
