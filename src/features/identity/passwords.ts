import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { inNormalForm } from '../../text/normalize.js';

/** OWASP's first choice for argon2id (2 in the package's numbering): 19 MiB, two passes, one lane. */
const COST: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

@Injectable()
export class Passwords {
  private readonly nobodys = hash('the password of nobody', COST);

  hash(password: string): Promise<string> {
    return hash(inNormalForm(password, 'NFKC'), COST);
  }

  /** Takes as long for a person who does not exist, or has no password, as for one who does. */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const matched = await verify(passwordHash ?? (await this.nobodys), inNormalForm(password, 'NFKC'));
    return matched && Boolean(passwordHash);
  }
}
