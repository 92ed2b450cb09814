import { Injectable } from '@nestjs/common';
import { hash, type Options, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { currentCaller } from '../../../platform/auth/current-caller.js';
import { FairQueue } from '../../../platform/concurrency/fair-queue.js';
import { inNormalForm } from '../../../platform/text/normalize.js';

/** OWASP's first choice for argon2id (2 in the package's numbering): 19 MiB, two passes, one lane. */
const COST: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;
/** Characters that are looked at for what is guessed first: the work grows with more than their number. */
const LOOKED_AT = 64;
/** With signs in the place of letters: each is looked up as a password of its own. */
const SPELLINGS = 5;
/** Some years of what signing in lets a stranger try (see `brute-force-limits.ts`). */
const MIN_GUESSES = 1_000_000;

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Its lists take megabytes: loaded by whoever sets a password, and not by every service. */
const guesser = (): Promise<ZxcvbnFactory> => (loaded ??= load());

async function load(): Promise<ZxcvbnFactory> {
  const [core, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new core.ZxcvbnFactory({
    ...{ graphs: adjacencyGraphs, dictionary },
    ...{ maxLength: LOOKED_AT, l33tMaxSubstitutions: SPELLINGS },
  });
}

/**
 * Password checks at the same time: every one keeps a processor and 19 MiB of memory busy. A school's families may share one
 * source.
 */
const CHECKS = { places: 3, ofOneCaller: 2 };

@Injectable()
export class Passwords {
  private readonly queue = new FairQueue(CHECKS.places, CHECKS.ofOneCaller);
  private readonly nobodys = hash('the password of nobody', COST);

  hash(password: string): Promise<string> {
    return this.queue.run(currentCaller(), () => hash(inNormalForm(password, 'NFKC'), COST));
  }

  /** Long enough, and none that a list of the commonest, a keyboard, a date or the person's own words would find soon. */
  async isStrong(password: string, words: string[]): Promise<boolean> {
    const text = inNormalForm(password, 'NFKC');
    const characters = [...text];
    if (characters.length < MIN_LENGTH || password.length > MAX_LENGTH) return false;
    const own = words.flatMap((word) => [word, ...word.split(/[@.\s]+/)]);
    const { guesses } = (await guesser()).check(
      characters.slice(0, LOOKED_AT).join(''),
      own.filter((word) => word.length <= LOOKED_AT),
    );
    return guesses >= MIN_GUESSES;
  }

  /** Takes as long for a person who does not exist, or has no password, as for one who does. */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const known = passwordHash ?? (await this.nobodys);
    const matched = await this.queue.run(currentCaller(), () =>
      verify(known, inNormalForm(password, 'NFKC')),
    );
    return matched && Boolean(passwordHash);
  }
}
