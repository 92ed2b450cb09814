import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiAnswer, type ApiClient, NoAnswerError } from '../../support/api-client.js';
import type { MovingSite } from '../../support/schools/moving-site.js';
import type { TestMember } from '../../support/school.factory.js';
import type { MovingSchool } from './moving-school.js';

/** Milliseconds before somebody asks again who was refused. */
const PAUSE_MS = 50;
/** Every so many of the writes is a note, which replaces the one before; the others are lists, each a new one. */
const NOTE_EVERY = 3;

/** So many writes a second, by a schedule that waits for nobody, and reads beside them. */
export class WriteLoad {
  /** Lists that were acknowledged, by name. */
  readonly lists: string[] = [];
  /** The note of each author that was acknowledged last. */
  readonly notes = new Map<string, string>();
  refused = 0;
  firstRefusedAt = 0;
  reads = 0;
  readsRefused = 0;
  private readonly tokens: Map<string, string>;
  private readonly busy = new Set<string>();
  private isOver = false;
  private hasFailed = false;
  /** Why the first write that was refused for good was. */
  private failure: Error | null = null;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    private api: ApiClient,
    private readonly moving: MovingSchool,
    private readonly perSecond: number,
    tokens = new Map([moving.admin, ...moving.authors].map(({ email, token }) => [email, token])),
  ) {
    this.tokens = tokens;
  }

  /** @param tokens of the people who write, by address; without them those that they have at the place of the school */
  static begin(
    api: ApiClient,
    moving: MovingSchool,
    perSecond: number,
    tokens?: Map<string, string>,
  ): WriteLoad {
    const load = new WriteLoad(api, moving, perSecond, tokens);
    load.running = Promise.all([load.write(), load.read()]);
    return load;
  }

  get acknowledged(): number {
    return this.lists.length + this.noted;
  }

  private noted = 0;

  /** From here on everybody goes to the other place. */
  async turnTo(site: MovingSite): Promise<void> {
    for (const [email, token] of await this.moving.tokensAt(site)) this.tokens.set(email, token);
    this.api = site.t.api;
  }

  /** Until so many more writes are acknowledged. */
  async hasWritten(more: number): Promise<void> {
    for (const enough = this.acknowledged + more; this.acknowledged < enough && !this.hasFailed;) {
      if (this.failure) throw this.failure;
      await delay(5);
    }
  }

  /** Whatever is still waited for fails: a test has failed, or is over. */
  fail(): void {
    [this.isOver, this.hasFailed] = [true, true];
    this.running.catch(() => undefined);
  }

  /** Returns when nothing is under way any more. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async write(): Promise<void> {
    const begun = performance.now();
    const underWay: Promise<void>[] = [];
    for (let number = 0; !this.isOver; number += 1) {
      await delay(Math.max(0, begun + (number * 1000) / this.perSecond - performance.now()));
      const one = this.writeOne(number);
      one.catch((error: Error) => (this.failure ??= error));
      underWay.push(one);
    }
    await Promise.all(underWay);
  }

  private async writeOne(number: number): Promise<void> {
    const { authors, students, id } = this.moving;
    const at = number % authors.length;
    const author = authors[at]!;
    // One note after the other of each, so that it is known which is the last.
    if (number % NOTE_EVERY === 0 && !this.busy.has(author.email)) {
      this.busy.add(author.email);
      const body = randomUUID();
      await this.send('PUT', `/students/${students[at]}/note`, author, { body });
      this.notes.set(author.membershipId, body);
      this.noted += 1;
      this.busy.delete(author.email);
      return;
    }
    const name = randomUUID();
    await this.send('POST', `/schools/${id}/lists`, author, { name }, name);
    this.lists.push(name);
  }

  /** Until somebody decides, with the same key. */
  private async send(
    method: string,
    path: string,
    { email }: TestMember,
    body: object,
    key?: string,
  ): Promise<ApiAnswer> {
    while (!this.hasFailed) {
      const token = this.tokens.get(email)!;
      const headers = { ...(key && { 'Idempotency-Key': key }) };
      const answer = await this.api.send(method, path, { token, body, headers }).catch((error: unknown) => {
        if (error instanceof NoAnswerError) return null;
        throw error;
      });
      if (answer && answer.status < 300) return answer;
      if (answer && answer.status !== 503)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      if (answer) this.noteRefusal();
      await delay(PAUSE_MS);
    }
    throw new Error('Given up');
  }

  private noteRefusal(): void {
    this.refused += 1;
    if (this.firstRefusedAt === 0) this.firstRefusedAt = performance.now();
  }

  private async read(): Promise<void> {
    for (; !this.isOver; await delay(20)) {
      const token = this.tokens.get(this.moving.admin.email)!;
      const { status } = await this.api.get(`/schools/${this.moving.id}/students`, { token });
      this.reads += 1;
      if (status !== 200) this.readsRefused += 1;
    }
  }
}
