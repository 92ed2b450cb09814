import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aPoll, type TestPoll } from '../../support/poll.factory.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import type { PatientClient } from './patient-client.js';
import { expectStatus, isDoneAlready, type Writer } from './writer.js';

/** Answers one poll after the other. */
export class PollWriter implements Writer {
  private answered = 0;

  private constructor(
    private readonly polls: TestPoll[],
    private readonly member: TestMember,
  ) {}

  /** @param most polls there are to answer */
  static async in(t: TestApp, school: TestSchool, most: number): Promise<PollWriter> {
    const polls: TestPoll[] = [];
    for (let count = 0; count < most; count += 1)
      polls.push(await aPoll(t, school, { alertedAt: t.clock.now() }));
    return new PollWriter(polls, await school.parent());
  }

  async write(client: PatientClient): Promise<void> {
    const poll = this.polls[this.answered];
    if (!poll) return;
    const { token } = this.member;
    const body = { answers: poll.answers([1, 2]) };
    expectStatus(await client.send('POST', `/polls/${poll.id}/respond`, { token, key: 'once', body }), 200);
    this.answered += 1;
  }

  async expectRetained(): Promise<void> {
    for (const [at, poll] of this.polls.entries()) {
      const owed = at < this.answered ? 1 : 0;
      expect([(await poll.responses()).length, await poll.answerCount()]).toEqual([owed, 2 * owed]);
    }
  }
}

/** Answers one permission slip after the other, changes each answer and withdraws every second one. */
export class SlipWriter implements Writer {
  private next = 0;
  private readonly owed = new Map<string, string[]>();

  private constructor(
    private readonly t: TestApp,
    private readonly slips: { id: string }[],
    private readonly parent: TestMember,
    private readonly student: Student,
  ) {}

  /** @param most slips there are to answer */
  static async in(t: TestApp, school: TestSchool, most: number): Promise<SlipWriter> {
    const student = await school.student();
    const parent = await school.parentOf(student);
    await school.parentOf(student, { relation: 'father' });
    const slips: { id: string }[] = [];
    for (let count = 0; count < most; count += 1)
      slips.push(await aPermissionSlip(t, school, { alertedAt: t.clock.now() }));
    return new SlipWriter(t, slips, parent, student);
  }

  async write(client: PatientClient): Promise<void> {
    const slip = this.slips[this.next];
    if (!slip) return;
    const { token } = this.parent;
    const path = `/permission-slips/${slip.id}`;
    const body = { student_id: this.student.id, decision: 'granted', answers: [] };
    const first = await client.send('POST', `${path}/responses`, { token, key: 'once', body });
    expectStatus(first, 201);
    const ifMatch = (await client.send('GET', path, { token })).headers.get('etag');
    const answerPath = `${path}/responses/${first.body.id}`;
    const change = { decision: 'granted', answers: [], note: 'Window seat' };
    const changed = await client.send('PATCH', answerPath, { token, ifMatch, body: change });
    if (!isDoneAlready(changed)) expectStatus(changed, 200);
    if (this.next % 2) expectStatus(await client.send('DELETE', answerPath, { token }), 204);
    this.owed.set(slip.id, ['superseded', this.next % 2 ? 'withdrawn' : 'current']);
    this.next += 1;
  }

  async expectRetained(): Promise<void> {
    const rows = await this.t.dataSource.query<{ slip_id: string; states: string[] }[]>(
      `select slip_id, array_agg(state order by revision) as states from permission_slip_responses
       where signed_by_membership_id = $1 group by slip_id`,
      [this.parent.membershipId],
    );
    expect(new Map(rows.map(({ slip_id: id, states }) => [id, states]))).toEqual(this.owed);
  }
}

/** Everybody takes and gives back places of the same few things, and waits where there is none. */
export class ClaimWriter implements Writer {
  /** What it holds now, by item. */
  private readonly held = new Map<string, { id: string; quantity: number }>();
  private readonly everHeld = new Set<string>();
  private readonly waited = new Set<string>();

  private constructor(
    private readonly t: TestApp,
    private readonly signup: { id: string; items: Record<string, string> },
    private readonly member: TestMember,
  ) {}

  static async in(
    t: TestApp,
    school: TestSchool,
    signup: { id: string; items: Record<string, string> },
  ): Promise<ClaimWriter> {
    return new ClaimWriter(t, signup, await school.parent());
  }

  async write(client: PatientClient): Promise<void> {
    const itemIds = Object.values(this.signup.items);
    const itemId = itemIds[Math.floor(Math.random() * itemIds.length)]!;
    const held = this.held.get(itemId);
    if (held && Math.random() < 0.6) return this.withdraw(client, itemId, held.id);
    const body = { item_id: itemId, quantity: 1, accept_waitlist: true };
    const path = `/signups/${this.signup.id}/claims`;
    const answer = await client.send('POST', path, { token: this.member.token, key: randomUUID(), body });
    // There is no place for one more, or the person has withdrawn as often as anybody may: what is held stays as it is.
    if (answer.status === 409 && (held || answer.body.error.reason === 'limit_reached')) return;
    expectStatus(answer, 201);
    this.held.set(itemId, { id: answer.body.id, quantity: (held?.quantity ?? 0) + 1 });
    this.everHeld.add(answer.body.id);
    if (!held && answer.body.status === 'waitlisted') this.waited.add(answer.body.id);
  }

  private async withdraw(client: PatientClient, itemId: string, claimId: string): Promise<void> {
    const path = `/signups/${this.signup.id}/claims/${claimId}`;
    const answer = await client.send('DELETE', path, { token: this.member.token });
    // Gone with a try whose answer was lost.
    expectStatus(answer, 204, ...(answer.tries > 1 ? [404] : []));
    this.held.delete(itemId);
  }

  async expectRetained(): Promise<void> {
    const rows = await this.t.dataSource.query<
      { id: string; item_id: string; quantity: number; status: string }[]
    >(`select id, item_id, quantity, status from signup_claims where membership_id = $1`, [
      this.member.membershipId,
    ]);
    expect(new Set(rows.map(({ id }) => id))).toEqual(this.everHeld);
    const current = rows.filter(({ status }) => status !== 'withdrawn');
    expect(new Map(current.map(({ id, item_id: item, quantity }) => [item, { id, quantity }]))).toEqual(
      this.held,
    );
    const isPromoted = current.some(({ id, status }) => status === 'confirmed' && this.waited.has(id));
    if (isPromoted) expect(await this.toldOfAPlace()).toBe(1);
  }

  private async toldOfAPlace(): Promise<number> {
    const rows = await this.t.dataSource.query<unknown[]>(
      `select from notifications where membership_id = $1 and kind = 'signup_promoted' and target_id = $2`,
      [this.member.membershipId, this.signup.id],
    );
    return rows.length;
  }
}
