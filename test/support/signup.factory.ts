import { randomUUID } from 'node:crypto';
import { Notification } from '../../src/features/alerts/notifications/notification.entity.js';
import { Question } from '../../src/features/questions/question.entity.js';
import { QuestionChoice } from '../../src/features/questions/question-choice.entity.js';
import { SignupItem, Signup } from '../../src/features/signups/signup.entity.js';
import { SignupClaim } from '../../src/features/signups/claims/signup-claim.entity.js';
import type { ApiAnswer, ApiClient } from './api-client.js';
import type { Person, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

type Items = Record<string, Partial<SignupItem>>;

/** Open since long ago for the whole school, and never closed, unless given; its items by their titles. */
export async function aSignup<Given extends Items>(
  t: TestApp,
  school: TestSchool,
  items: Given,
  given: Partial<Signup> = {},
): Promise<TestSignup<keyof Given & string>> {
  const { manager } = t.dataSource;
  const origin = { source: 'content', sourceId: randomUUID(), createdAt: LONG_AGO, updatedAt: LONG_AGO };
  const row = { title: 'Bake sale', audienceType: 'school' as const, opensAt: LONG_AGO, alertedAt: LONG_AGO };
  const signup = await manager.save(
    manager.create(Signup, { ...origin, ...row, schoolId: school.id, ...given }),
  );
  const ids: Record<string, string> = {};
  for (const [position, [title, item]] of Object.entries(items).entries()) {
    const of = { schoolId: school.id, signupId: signup.id, position, title, capacity: null };
    ids[title] = (await manager.save(manager.create(SignupItem, { ...of, ...item }))).id;
  }
  return new TestSignup(t, signup, ids);
}

export class TestSignup<Title extends string = string> {
  readonly id: string;

  constructor(
    private readonly t: TestApp,
    readonly entity: Signup,
    readonly items: Record<Title, string>,
  ) {
    this.id = entity.id;
  }

  get = ({ token }: Person, id = this.id): Promise<ApiAnswer> => this.t.api.get(`/signups/${id}`, { token });

  async list({ token }: Person): Promise<{ id: string; [more: string]: unknown }[]> {
    const { body } = await this.t.api.get(`/schools/${this.entity.schoolId}/signups`, { token });
    return body.signups;
  }

  /** @param api of the process that is asked; the test's own unless given */
  claim({ token }: Person, item: Title, body: object = {}, api: ApiClient = this.t.api): Promise<ApiAnswer> {
    const input = { item_id: this.items[item], ...body };
    return api.post(`/signups/${this.id}/claims`, { token, body: input });
  }

  async claimed(person: Person, item: Title, body: object = {}): Promise<string> {
    const answer = await this.claim(person, item, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.id;
  }

  change(
    { token }: Person,
    claimId: string,
    body: object,
    { headers = {}, api = this.t.api }: { headers?: Record<string, string>; api?: ApiClient } = {},
  ): Promise<ApiAnswer> {
    return api.patch(`/signups/${this.id}/claims/${claimId}`, { token, body, headers });
  }

  withdraw(
    { token }: Person,
    claimId: string,
    { headers = {}, api = this.t.api }: { headers?: Record<string, string>; api?: ApiClient } = {},
  ): Promise<ApiAnswer> {
    return api.delete(`/signups/${this.id}/claims/${claimId}`, { token, headers });
  }

  mine({ token }: Person, query = ''): Promise<ApiAnswer> {
    return this.t.api.get(`/me/claims${query}`, { token });
  }

  /** Those that are not withdrawn, as they stand in the queue. */
  claims(): Promise<SignupClaim[]> {
    return this.t.dataSource.query(
      `select id, item_id as "itemId", membership_id as "membershipId", quantity, status from signup_claims
       where signup_id = $1 and status <> 'withdrawn' order by queued_at, id`,
      [this.id],
    );
  }

  async statusOf(claimId: string): Promise<string | undefined> {
    const claim = await this.t.dataSource.manager.findOneBy(SignupClaim, { id: claimId });
    return claim?.status;
  }

  /** Memberships that were told of a place. */
  async promoted(): Promise<string[]> {
    const where = { targetId: this.id, kind: 'signup_promoted' as const };
    const told = await this.t.dataSource.manager.findBy(Notification, where);
    return told.map(({ membershipId }) => membershipId);
  }

  async set(given: Partial<Signup>): Promise<void> {
    await this.t.dataSource.manager.update(Signup, { id: this.id }, given);
  }

  async setItem(item: Title, given: Partial<SignupItem>): Promise<void> {
    await this.t.dataSource.manager.update(SignupItem, { id: this.items[item] }, given);
  }

  async ask(
    type: Question['type'],
    given: Partial<Question> = {},
    choices: string[] = [],
  ): Promise<{ id: string; choices: string[] }> {
    const { manager } = this.t.dataSource;
    const { schoolId } = this.entity;
    const position = await manager.countBy(Question, { signupId: this.id });
    const row = { schoolId, signupId: this.id, position, type, text: `A ${type}` };
    const { id } = await manager.save(manager.create(Question, { ...row, ...given }));
    const ids: string[] = [];
    for (const [at, text] of choices.entries()) {
      const choice = { schoolId, questionId: id, position: at, text };
      ids.push((await manager.save(manager.create(QuestionChoice, choice))).id);
    }
    return { id, choices: ids };
  }
}
