import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { ErrorCode } from '../../../src/platform/errors/app-error.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { TestPublisher } from '../../support/publisher.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { untilWaiting, untilWaitingFor } from '../../support/database/lock-waits.js';
import { race } from '../../support/proofs/rounds.js';
import type { TestApp } from '../../support/test-app.js';
import { startForRace } from '../../support/processes/two-processes.js';

let t: TestApp;
beforeAll(async () => {
  t = await startForRace();
});
afterAll(() => t.close());

interface Write {
  as: (school: TestSchool) => Promise<TestMember>;
  refusal: [status: number, code: ErrorCode];
  /** Makes what it needs; the write itself is what it gives. */
  send: (school: TestSchool, member: TestMember) => Promise<() => Promise<ApiAnswer>>;
}

const OF_AN_ADMIN: Pick<Write, 'as' | 'refusal'> = {
  as: (school) => school.admin(),
  refusal: [403, 'not_authorized'],
};
const OF_A_PARENT: Pick<Write, 'as' | 'refusal'> = {
  as: async (school) => school.parentOf(await school.student()),
  refusal: [404, 'not_found'],
};

const WRITES: Record<string, Write> = {
  'document that is published': {
    ...OF_AN_ADMIN,
    send: async (school, member) => () => new TestPublisher(t, 'documents', school, member).create(),
  },
  'event that is put in the calendar': {
    ...OF_AN_ADMIN,
    send:
      async (school, { token }) =>
      () =>
        new TestCalendar(t, school, token).createEvent(),
  },
  'organization that is changed': {
    ...OF_AN_ADMIN,
    refusal: [404, 'not_found'],
    send: async (school, { token }) => {
      const { id } = await anOrganization(t, school);
      return () => t.api.patch(`/organizations/${id}`, { token, body: { meeting_info: 'New' } });
    },
  },
  'slip that is answered': {
    ...OF_A_PARENT,
    send: async (school, member) => {
      const slip = await aPermissionSlip(t, school, { answerPer: 'family' });
      return () => new SlipClient(t, slip.id).answer(member, { decision: 'granted' });
    },
  },
  'place that is claimed': {
    ...OF_A_PARENT,
    send: async (school, member) => {
      const signup = await aSignup(t, school, { Cake: {} });
      return () => signup.claim(member, 'Cake');
    },
  },
};

describe('Who is deactivated between the question whether they may and the write', () => {
  race.each(Object.keys(WRITES))('is refused: %s', async (name) => {
    const { as, send, refusal } = WRITES[name]!;
    const school = await aSchool(t);
    const member = await as(school);
    const write = await send(school, member);
    const answer = await duringAChange(member, { deactivatedAt: t.clock.now() }, write);
    expectError(answer, ...refusal);
  });
});

describe('Who is no admin any more between the question whether they may and the write', () => {
  const ofAnAdmin = Object.keys(WRITES).filter((name) => WRITES[name]!.as === OF_AN_ADMIN.as);

  race.each(ofAnAdmin)('is refused: %s', async (name) => {
    const school = await aSchool(t);
    const member = await school.admin();
    const write = await WRITES[name]!.send(school, member);
    expectError(await duringAChange(member, { role: 'parent' }, write), 403, 'not_authorized');
  });

  race('is an editor like any other where they hold a grant', async () => {
    const school = await aSchool(t);
    const [member, chess] = [await school.admin(), await anOrganization(t, school)];
    await chess.grant(member);
    const body = { meeting_info: 'New' };
    const change = () => t.api.patch(`/organizations/${chess.id}`, { token: member.token, body });
    const answer = await duringAChange(member, { role: 'parent' }, change);
    expect([answer.status, answer.body.meeting_info]).toEqual([200, 'New']);
  });

  race("takes back nobody else's claim", async () => {
    const school = await aSchool(t);
    const [member, parent] = [await school.admin(), await school.parent()];
    const signup = await aSignup(t, school, { Cake: {} });
    const claim = await signup.claimed(parent, 'Cake');
    const answer = await duringAChange(member, { role: 'parent' }, () => signup.withdraw(member, claim));
    expectError(answer, 404, 'not_found');
  });

  race('sees no archived organization any more', async () => {
    const school = await aSchool(t);
    const [member, chess] = [await school.admin(), await anOrganization(t, school)];
    await chess.grant(member);
    await chess.archive();
    const body = { meeting_info: 'New' };
    const change = () => t.api.patch(`/organizations/${chess.id}`, { token: member.token, body });
    expectError(await duringAChange(member, { role: 'parent' }, change), 404, 'not_found');
  });
});

/** What a write is answered that waits for this change of who asks for it. */
async function duringAChange(
  { membershipId }: TestMember,
  change: Partial<Membership>,
  write: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const answers: Promise<ApiAnswer>[] = [];
  await t.dataSource.transaction(async (manager) => {
    await manager.update(Membership, { id: membershipId }, change);
    answers.push(write());
    await untilWaiting(t.dataSource);
  });
  return (await answers[0])!;
}

describe('An answer to a slip', () => {
  race('holds those for whom it is and whoever else answers for them, and nobody else', async () => {
    const school = await aSchool(t);
    const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
    const mother = await school.parentOf([ada, ben]);
    const [father, uncle] = [await school.parentOf(ada), await school.parentOf(ben)];
    const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
    const isHeld = async (table: string, id: string): Promise<boolean> => {
      const free = `select 1 from ${table} where id = $1 for update skip locked`;
      return (await t.dataSource.query<unknown[]>(free, [id])).length === 0;
    };
    const answers: Promise<ApiAnswer>[] = [];
    await t.dataSource.transaction(async (manager) => {
      await manager.query('lock table permission_slip_responses in share mode');
      answers.push(slip.answer(mother, { student_id: ada.id, decision: 'granted' }));
      await untilWaitingFor(t.dataSource, 'permission_slip_responses');
      expect([await isHeld('students', ada.id), await isHeld('students', ben.id)]).toEqual([true, false]);
      const guardians = [mother, father, uncle].map(({ membershipId }) =>
        isHeld('memberships', membershipId),
      );
      expect(await Promise.all(guardians)).toEqual([true, true, false]);
    });
    expect((await answers[0])!.status).toBe(201);
  });
});
