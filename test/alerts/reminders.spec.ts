import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NotificationKind } from '../../src/features/alerts/alert.js';
import { Poll } from '../../src/features/polls/poll.entity.js';
import { createApp } from '../../src/runtime/server.js';
import { aPermissionSlip, SlipClient } from '../support/permission-slip.factory.js';
import { aPoll } from '../support/poll.factory.js';
import { aSchool, type TestGuardian, type TestMember, type TestSchool } from '../support/school.factory.js';
import { anOrganization } from '../support/organization.factory.js';
import { deliverMail, deliveriesOf, mailsOf, raiseDue, toldOf } from '../support/alerts.js';
import type { TestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';
import { tokenOf } from '../support/tokens.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

const OPENS = '2026-12-01T09:00:00.000Z';
const CLOSES = '2026-12-08T09:00:00.000Z';
const LAST_DAY = '2026-12-07T09:00:00.000Z';

interface Item {
  id: string;
}
type Audience = 'audienceType' | 'audienceOrganizationIds';
type Times = Partial<Pick<Poll, 'opensAt' | 'closesAt' | 'alertedAt' | 'remindedAt' | Audience>>;

let t: TestApp;
let school: TestSchool;
let parent: TestGuardian;
let other: TestGuardian;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T09:00:00Z');
  await t.dataSource.query('delete from polls');
  await t.dataSource.query('delete from permission_slips');
  school = await aSchool(t, { name: 'Lincoln School' });
  parent = await school.parentOf(await school.student());
  other = await school.parentOf(await school.student());
});

const idsOf = (...members: TestMember[]): string[] => members.map(({ membershipId }) => membershipId).sort();

/** The member's student, to whom nobody else is linked. */
async function studentOf({ membershipId }: TestMember): Promise<string> {
  const [row] = await t.dataSource.query<[{ id: string }]>(
    'select student_id as id from guardians where membership_id = $1',
    [membershipId],
  );
  return row.id;
}

const POLL = {
  kind: 'poll_closing' as const,
  table: 'polls',
  make: (given: Times): Promise<Item> => aPoll(t, school, given),
  answer: async ({ id }: Item, member: TestMember): Promise<void> => {
    await t.dataSource.query(
      `insert into poll_responses (school_id, poll_id, user_id, submitted_at) values ($1, $2, $3, now())`,
      [school.id, id, member.userId],
    );
  },
  words: 'You have not answered this poll yet.',
  feature: 'polls' as const,
};

const SLIP = {
  kind: 'slip_reminder' as const,
  table: 'permission_slips',
  make: (given: Times): Promise<Item> => aPermissionSlip(t, school, given),
  answer: async ({ id }: Item, member: TestMember): Promise<void> => {
    const body = { student_id: await studentOf(member), decision: 'granted' };
    const { status } = await new SlipClient(t, id).answer({ token: await tokenOf(t, member) }, body);
    expect(status).toBe(201);
  },
  words: 'The school is still waiting for your answer.',
  feature: 'signups' as const,
};

describe.each([
  ['a poll', POLL],
  ['a permission slip', SLIP],
])('The last day of %s', (_what, { kind, table, make, answer, words, feature }) => {
  /** Opened and alerted by now. */
  async function open(given: Times = {}): Promise<Item> {
    const item = await make({ opensAt: new Date(OPENS), closesAt: new Date(CLOSES), ...given });
    t.clock.stopAt(OPENS);
    await raiseDue(t);
    return item;
  }

  async function remindedOf(item: Item, at = LAST_DAY, of: NotificationKind = kind): Promise<string[]> {
    t.clock.stopAt(at);
    await raiseDue(t);
    return toldOf(t, item, of);
  }

  it('reminds at its very beginning those who have not answered, and once', async () => {
    const item = await open();
    await answer(item, other);
    expect(await remindedOf(item, '2026-12-07T08:59:59.999Z')).toEqual([]);
    expect(await remindedOf(item)).toEqual(idsOf(parent));
    await school.parentOf(await school.student());
    expect(await remindedOf(item, '2026-12-07T10:00:00Z')).toEqual(idsOf(parent));
  });

  it.each<[string, Times]>([
    ['is over', { closesAt: new Date('2026-12-07T09:00:00Z') }],
    ['never comes', { closesAt: null }],
    ['is its only one', { opensAt: new Date('2026-12-07T09:00:00Z') }],
    ['came before anybody was told of it', { alertedAt: new Date('2026-12-07T09:00:00.000Z') }],
    ['was told of', { remindedAt: new Date('2026-12-01T09:00:00Z') }],
  ])('reminds nobody when it %s', async (_when, given) => {
    const item = await open(given);
    for (const at of [LAST_DAY, '2026-12-07T15:00:00Z', '2026-12-08T08:59:59.999Z', CLOSES])
      expect(await remindedOf(item, at)).toEqual([]);
  });

  it('reminds nobody for whom it is not, or who has left', async () => {
    const [item, ofAdmins] = [await open(), await open({ audienceType: 'admins' })];
    await school.deactivate(other);
    expect(await remindedOf(item)).toEqual(idsOf(parent));
    expect(await remindedOf(ofAdmins)).toEqual([]);
  });

  it('reminds nobody while the school has turned it off', async () => {
    const item = await open();
    await school.setFeatures({ [feature]: false });
    expect(await remindedOf(item)).toEqual([]);
    await school.setFeatures({ [feature]: true });
    expect(await remindedOf(item, '2026-12-07T12:00:00Z')).toEqual(idsOf(parent, other));
  });

  it('reminds nobody while the organization that it is for is archived', async () => {
    const team = await anOrganization(t, school);
    await team.addParent(parent);
    const audience = { audienceType: 'organizations' as const, audienceOrganizationIds: [team.id] };
    const item = await open(audience);
    await team.archive();
    expect(await remindedOf(item)).toEqual([]);
    await t.dataSource.query('update organizations set archived_at = null');
    expect(await remindedOf(item, '2026-12-07T12:00:00Z')).toEqual(idsOf(parent));
  });

  it('reminds when it opens, where it begins before what was put off is open', async () => {
    const item = await open();
    const opens = '2026-12-14T15:00:00.000Z';
    const putOff = `update ${table} set opens_at = $2, closes_at = $3 where id = $1`;
    await t.dataSource.query(putOff, [item.id, opens, '2026-12-15T09:00:00Z']);
    expect(await remindedOf(item, '2026-12-14T14:59:59.999Z')).toEqual([]);
    expect(await remindedOf(item, opens)).toEqual(idsOf(parent, other));
  });

  it('sends mail to those who have not answered by then', async () => {
    const item = await open();
    await remindedOf(item);
    await answer(item, other);
    await deliverMail(t);
    const mails = await mailsOf(t, item, kind);
    expect([...mails.keys()]).toEqual(idsOf(parent));
    const { headers, text } = mails.get(parent.membershipId)!;
    expect(headers.subject).toMatch(/closes soon · .+ · Lincoln School$/);
    expect(text).toContain(words);
    expect(text).toContain('Until Tuesday, December 8, 2026');
    expect(text).not.toContain('We leave at 8:30');
    const dropped = (await deliveriesOf(t, item)).filter((mail) => mail.kind === kind);
    expect(dropped.map(({ state }) => state).sort()).toEqual(['dropped', 'sent']);
  });
});

describe('A slip', () => {
  it('reminds of the other student when it was answered for one of two', async () => {
    const [ada, ben] = [await school.student(), await school.student()];
    const both = await school.parentOf([ada, ben]);
    const slip = await aPermissionSlip(t, school, {
      opensAt: new Date(OPENS),
      closesAt: new Date(CLOSES),
    });
    t.clock.stopAt(OPENS);
    await raiseDue(t);
    const client = new SlipClient(t, slip.id);
    const token = await tokenOf(t, both);
    const answer = await client.answer({ token }, { student_id: ada.id, decision: 'granted' });
    expect(answer.status).toBe(201);
    t.clock.stopAt(LAST_DAY);
    await raiseDue(t);
    expect(await toldOf(t, slip, 'slip_reminder')).toContain(both.membershipId);
  });

  it('reminds of what was taken back, and of the second signature', async () => {
    const ada = await school.student();
    const [mother, father] = [await school.parentOf(ada), await school.parentOf(ada)];
    const given = { opensAt: new Date(OPENS), closesAt: new Date(CLOSES) };
    const [back, second] = [
      await aPermissionSlip(t, school, given),
      await aPermissionSlip(t, school, { ...given, secondGuardianRequired: true }),
    ];
    t.clock.stopAt(OPENS);
    await raiseDue(t);
    const caller = { token: await tokenOf(t, mother) };
    const body = { student_id: ada.id, decision: 'granted' };
    const answer = await new SlipClient(t, back.id).answer(caller, body);
    await new SlipClient(t, back.id).withdraw(caller, answer.body.id as string);
    await new SlipClient(t, second.id).answer(caller, body);
    t.clock.stopAt(LAST_DAY);
    await raiseDue(t);
    const [ofBack, ofSecond] = [
      await toldOf(t, back, 'slip_reminder'),
      await toldOf(t, second, 'slip_reminder'),
    ];
    expect(ofBack).toEqual(expect.arrayContaining(idsOf(mother, father)));
    expect([ofSecond.includes(mother.membershipId), ofSecond.includes(father.membershipId)]).toEqual([
      false,
      true,
    ]);
  });
});

/** Last: the passport of the second one would read the time of the second clock ever after. */
describe('Two processes', () => {
  it.each([POLL, SLIP])('tell each person once: $kind', async ({ kind, make }) => {
    const given = { opensAt: new Date(OPENS), closesAt: new Date(CLOSES) };
    const items = await Promise.all(Array.from({ length: 8 }, () => make(given)));
    const clock = new TestClock();
    const app = await createApp(t.settings, clock);
    await app.init();
    for (const at of [OPENS, LAST_DAY]) {
      clock.stopAt(at);
      t.clock.stopAt(at);
      await Promise.all([raiseDue(t), raiseDue({ app }), raiseDue(t), raiseDue({ app })]);
    }
    await app.close();
    for (const item of items) {
      expect(await toldOf(t, item, kind)).toEqual(idsOf(parent, other));
      const mails = (await deliveriesOf(t, item)).filter((mail) => mail.kind === kind);
      expect(mails).toHaveLength(2);
    }
  });
});
