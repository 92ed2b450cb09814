import type { TestMember, TestSchool } from '../school.factory.js';
import type { ApiAnswer } from '../api-client.js';
import type { TestApp } from '../test-app.js';

export interface Told {
  type: string;
  id: string;
  change: 'changed' | 'removed';
}

/** A member who follows a school by its cursor. */
export class Follower {
  cursor = '';

  private constructor(
    private readonly t: TestApp,
    private readonly school: Pick<TestSchool, 'id'>,
    readonly member: Pick<TestMember, 'token' | 'membershipId'>,
  ) {}

  /** Begins now: what happened before is told to nobody. */
  static async begin(
    t: TestApp,
    school: Pick<TestSchool, 'id'>,
    member: Pick<TestMember, 'token' | 'membershipId'>,
  ): Promise<Follower> {
    const follower = new Follower(t, school, member);
    await follower.restart();
    return follower;
  }

  async restart(): Promise<void> {
    const { body } = await this.ask('');
    this.cursor = body.cursor as string;
  }

  ask(since: string): Promise<ApiAnswer> {
    const path = `/schools/${this.school.id}/changes?since=${encodeURIComponent(since)}`;
    return this.t.api.get(path, { token: this.member.token });
  }

  /** One answer as it comes, after which the cursor stands where it was. */
  peek(): Promise<ApiAnswer> {
    return this.ask(this.cursor);
  }

  /** Everything since last time; null where the answer is `stale`. */
  async follow(): Promise<Told[] | null> {
    const told: Told[] = [];
    for (let more = true; more;) {
      const { status, body, text } = await this.peek();
      if (status === 409 && body.error.reason === 'stale') return null;
      if (status !== 200) throw new Error(text);
      told.push(...(body.changes as Told[]));
      this.cursor = body.cursor as string;
      more = body.more as boolean;
    }
    return told;
  }

  /** The same in few words: `changed notice 5…`, without the counts that go with almost everything. */
  async words(): Promise<string[] | null> {
    const told = await this.follow();
    return (
      told
        ?.filter(({ type }) => type !== 'features')
        .map(inWords)
        .sort() ?? null
    );
  }
}

export const inWords = ({ type, id, change }: Told): string => `${change} ${type} ${id}`;
