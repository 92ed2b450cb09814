import { CommandRefusedError } from '../../../src/platform/errors/operator.error.js';
import { Follower, inWords } from '../../support/changes/follower.js';
import type { Chance } from '../imports/chance.js';
import type { CursorApp } from './cursor-app.js';
import { editsOf } from './cursor-edits.js';
import { couldEverRead } from './cursor-oracle.js';
import { type Caller, CursorStore } from './cursor-store.js';
import { type CursorSchool, signInAnew } from './cursor-world.js';
import type { NamedEdit, Send } from './edit-tools.js';

/** A caller, their place in the school's changes, and what they have kept. */
interface Following {
  caller: Caller;
  follower: Follower;
  store: CursorStore;
}

/** Edits that give a caller another place in the school, and those after which everyone starts anew. */
const MOVES_CALLERS = new Set([
  ...['grant', 'revoke', 'deactivate', 'reactivate', 'roster: parent', 'roster: student', 'undo'],
  ...[
    'organization: leaders',
    'school set',
    'school defaults',
    'erasure',
    'link',
    'unlink',
    'leave',
    'return',
  ],
  ...['import OneRoster', 'import organizations', 'archive a student', 'organization: archived', 'graduates'],
]);

const isTraced = process.env.CURSOR_TRACE !== undefined;
const trace = (text: string): void => void (isTraced && process.stderr.write(`${text}\n`));

/** Rounds of random edits, after each of which callers keep up and are compared with a full read. */
export class CursorRounds {
  readonly counts = { told: 0, answers: 0, stale: 0, made: 0, refused: 0, edits: 0 };
  /** How often a caller started anew, by what had happened in the round. */
  readonly staleAfter = new Map<string, number>();
  readonly following: Following[] = [];

  constructor(
    private readonly t: CursorApp,
    private readonly chance: Chance,
    private readonly worlds: CursorSchool[],
    /** Names of edits that are not made. */
    private readonly without: RegExp = /^$/,
  ) {}

  async begin(): Promise<void> {
    for (const { callers, school } of this.worlds)
      for (const caller of callers) {
        const follower = await Follower.begin(this.t, school, caller.member);
        const store = new CursorStore(this.t, caller);
        await store.readAll();
        this.following.push({ caller, follower, store });
      }
  }

  /** @returns the names of the edits */
  async edit(number: number): Promise<string[]> {
    await signInAnew(this.t, this.worlds);
    const done: string[] = [];
    for (let edit = 0; edit < number; edit += 1) {
      const [name, run] = this.anEdit();
      done.push(name);
      await run();
    }
    return done;
  }

  /** One of all edits, each as often as its number says, in one of the schools. */
  anEdit(): [name: string, run: () => Promise<void>] {
    const { t, chance, worlds, send } = this;
    const world = chance.of(worlds);
    const edits = editsOf({ t, chance, send, world }).filter(([name]) => !this.without.test(name));
    const [name, , work] = chosen(edits, chance);
    this.counts.edits += 1;
    const run = (): Promise<void> =>
      work().then(
        () => undefined,
        (error: Error) => {
          if (!(error instanceof CommandRefusedError)) throw error;
          trace(`${name}: ${error.message}`);
        },
      );
    return [`${worlds.indexOf(world)} ${name}`, run];
  }

  /** @returns what is wrong, in words */
  async keepUp(one: Following, done: string[]): Promise<string[]> {
    const { caller, store } = one;
    const before = store.keys;
    const told = await this.follow(one, done);
    if (!told) return [];
    const unseen = told.filter(
      ({ type, id }) => !store.keys.has(`${type} ${id}`) && !before.has(`${type} ${id}`),
    );
    const leaks: string[] = [];
    for (const item of unseen)
      if (!(await couldEverRead(this.t.dataSource, caller.member, item, this.t.clock.now())))
        leaks.push(`${caller.name} is told of what they never could read: ${inWords(item)}`);
    const faults = [...leaks, ...(await store.faults())];
    if (faults.length > 0) {
      trace(`${faults.join('\n')}\n${done.join(', ')}`);
      await store.readAll();
    }
    return faults;
  }

  /** Reads what has changed, and changes what is kept; null after beginning anew. */
  async follow({ follower, store }: Following, done: string[]) {
    const told = await follower.follow().catch((error: Error) => {
      if (/not_authorized/.test(error.message)) return null;
      throw error;
    });
    this.counts.answers += 1;
    if (told) {
      this.counts.told += told.length;
      await store.apply(told);
      return told;
    }
    this.countStale(done);
    await follower.restart();
    await store.readAll();
    return null;
  }

  /** For whoever watches a long run. */
  traceCounts(): void {
    const causes = [...this.staleAfter].sort(([, one], [, other]) => other - one);
    trace(JSON.stringify({ ...this.counts, causes: causes.slice(0, 12) }));
  }

  private countStale(done: string[]): void {
    this.counts.stale += 1;
    const causes = new Set(done.map((name) => name.slice(2)).filter((name) => MOVES_CALLERS.has(name)));
    const words = [...causes].sort().join(', ') || 'an expired grant';
    this.staleAfter.set(words, (this.staleAfter.get(words) ?? 0) + 1);
  }

  private readonly send: Send = async (method, path, { token }, body) => {
    const { status, text } = await this.t.api.send(method, path, { token, ...(body && { body }) });
    if (status >= 500) throw new Error(`${method} ${path}: ${text}`);
    this.counts[status < 300 ? 'made' : 'refused'] += 1;
    if (status >= 300) trace(`${method} ${path} ${status} ${text.slice(0, 200)}`);
  };
}

function chosen(edits: NamedEdit[], chance: Chance): NamedEdit {
  let at = chance.next() * edits.reduce((sum, [, often]) => sum + often, 0);
  return edits.find(([, often]) => (at -= often) < 0) ?? edits[0]!;
}
