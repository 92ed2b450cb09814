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

/** A mail that is about to be written. */
export interface ComposedMail {
  /** The account that it turned out to be for. */
  userId?: string | null;
  /** Null when nobody needs the mail any more. */
  write: () => Promise<Mail | null>;
}

/** Writes the mails of some kinds, at the moment at which they are sent. */
export interface MailComposer {
  kinds: readonly string[];
  /** Kinds that go to an address that somebody has typed: it is stored no longer than the mail waits. */
  typedKinds?: readonly string[];
  /** By id of the mail. A mail without an entry is dropped. */
  compose(mails: ClaimedMail[]): Promise<Map<string, ComposedMail>>;
}

/** Composers by the kinds of mail that they write. */
@Injectable()
export class MailComposers {
  private readonly byKind = new Map<string, MailComposer>();

  register(composer: MailComposer): void {
    for (const kind of composer.kinds) {
      if (this.byKind.has(kind)) throw new Error(`Two write mails of the kind ${kind}`);
      this.byKind.set(kind, composer);
    }
  }

  /** Composers of these mails, each with its own. Mails of a kind that a newer version has added have none. */
  grouped(mails: ClaimedMail[]): [MailComposer, ClaimedMail[]][] {
    return [...new Set(this.byKind.values())]
      .map((composer): [MailComposer, ClaimedMail[]] => [
        composer,
        mails.filter(({ kind }) => composer.kinds.includes(kind)),
      ])
      .filter(([, own]) => own.length > 0);
  }

  kinds(): string[] {
    return [...this.byKind.keys()];
  }

  isTyped(kind: string): boolean {
    return this.byKind.get(kind)?.typedKinds?.includes(kind) ?? false;
  }

  typedKinds(): string[] {
    return this.kinds().filter((kind) => this.isTyped(kind));
  }
}
