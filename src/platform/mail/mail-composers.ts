import { Injectable } from '@nestjs/common';
import type { Mail } from './mailer.js';
import type { MailDetails } from './queued-mail.entity.js';

/** A mail that this process is to send now. */
export interface ClaimedMail {
  id: string;
  kind: string;
  subject: string;
  schoolId: string | null;
  notificationId: string | null;
  userId: string | null;
  email: string | null;
  details: MailDetails | null;
  /** This one included. */
  attempts: number;
  /** UTC: when it was put into the outbox. */
  createdAt: Date;
}

/** A mail that is about to be written, or waits until its hour. */
export type ComposedMail = WrittenMail | HeldMail;

/** It was not tried, and is asked again then. */
export interface HeldMail {
  /** UTC. */
  heldUntil: Date;
}

export interface WrittenMail {
  /** The account that it turned out to be for. */
  userId?: string | null;
  /** Ids of waiting mails that end with this one: it says what they would. */
  covers?: string[];
  /** Null when nobody needs the mail any more. */
  write: () => Promise<Mail | null>;
}

/** Writes the mails of some kinds, at the moment at which they are sent. */
export interface MailComposer {
  /** Name of the job that sends them: mails of one composer wait for no mail of another one. */
  job: string;
  kinds: readonly string[];
  /** Kinds that go to an address that somebody has typed: it is stored no longer than the mail waits. */
  typedKinds?: readonly string[];
  /** Kinds that a person has just asked for: they go to an address that takes no mail, too, and show when it takes some again. */
  askedForKinds?: readonly string[];
  /** By id of the mail. A mail without an entry is dropped. */
  compose(mails: ClaimedMail[]): Promise<Map<string, ComposedMail>>;
}

/** Every composer. A mail of a kind that a newer version has added waits for that version. */
@Injectable()
export class MailComposers {
  private readonly registered: MailComposer[] = [];

  register(composer: MailComposer): void {
    const twice = composer.kinds.find((kind) => this.registered.some(({ kinds }) => kinds.includes(kind)));
    if (twice !== undefined) throw new Error(`Two write mails of the kind ${twice}`);
    this.registered.push(composer);
  }

  all(): readonly MailComposer[] {
    return this.registered;
  }

  typedKinds(): string[] {
    return this.registered.flatMap(({ typedKinds = [] }) => typedKinds);
  }

  isAskedFor(kind: string): boolean {
    return this.registered.some(({ askedForKinds = [] }) => askedForKinds.includes(kind));
  }

  isTyped(kind: string): boolean {
    return this.typedKinds().includes(kind);
  }
}
