import { Injectable } from '@nestjs/common';
import { DataKeys, UnopenableSecretError } from '../../../platform/auth/data-keys.js';
import { Clock } from '../../../platform/clock/clock.js';
import { matchingTotpStep, newTotpSecret, totpUri } from '../secrets.js';
import type { OwnVisit } from '../pages/account-changes.service.js';

/** How long somebody may take to set up their app. */
const ENROLMENT_MS = 10 * 60_000;

/**
 * A secret on its way into an authenticator app. It stands nowhere until a code has shown that it has arrived: the form
 * brings it back sealed, for this session alone and for a while.
 */
@Injectable()
export class Enrolments {
  constructor(
    private readonly keys: DataKeys,
    private readonly clock: Clock,
  ) {}

  private begin(own: OwnVisit) {
    const secret = newTotpSecret();
    const until = this.clock.now().getTime() + ENROLMENT_MS;
    const sealed = this.keys.seal(purposeOf(own), JSON.stringify({ secret, until }));
    return { totpUri: totpUri(secret, own.session.email), sealed };
  }

  /** With the secret that the person has put into their app already, after a code that was wrong. */
  goOn(own: OwnVisit, sealed: string | undefined) {
    const secret = sealed === undefined ? null : this.open(own, sealed);
    if (sealed === undefined || secret === null) return this.begin(own);
    return { totpUri: totpUri(secret, own.session.email), sealed };
  }

  /** Null when it is too old, or was made for another session. */
  open(own: OwnVisit, sealed: string): string | null {
    try {
      const { secret, until } = JSON.parse(this.keys.open(purposeOf(own), sealed)) as {
        secret: string;
        until: number;
      };
      return this.clock.now().getTime() < until ? secret : null;
    } catch (error) {
      if (error instanceof UnopenableSecretError) return null;
      throw error;
    }
  }

  /** The time step of a right code. */
  stepOf(secret: string, code: string): number | null {
    return matchingTotpStep(secret, code.replace(/\s/g, ''), this.clock.now());
  }
}

const purposeOf = ({ session }: OwnVisit): string => `enrolment ${session.userId} ${session.id}`;
