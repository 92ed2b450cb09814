const MINUTES = 60;
export const DAY = 24 * 60 * MINUTES;

/** Failures allowed within so many seconds. A school's families may share one address; an account is one person's. */
export const LIMITS = {
  /** One account from one source. */
  account: { points: 10, duration: 15 * MINUTES },
  source: { points: 200, duration: 15 * MINUTES },
  /** One account from anywhere. */
  everywhere: { points: 100, duration: 60 * MINUTES },
  /**
   * One account from unknown sources in a day. With `known`, two windows of both at most lie in any 24 hours: 1,000 tries of
   * an account.
   */
  day: { points: 250, duration: DAY },
  /** One account from a source that it has signed in from lately: another such source is left over. */
  knownSource: { points: 200, duration: DAY },
  /** One account from all such sources. */
  known: { points: 250, duration: DAY },
  /**
   * Renewals from one source, counted apart from passwords: after a database was restored, all apps may send tokens that it
   * does not know, and have to sign in then.
   */
  renewal: { points: 200, duration: 15 * MINUTES },
  /** Renewals of one person, which need one every fifteen minutes for each device: each leaves a row for weeks. */
  renewed: { points: 5000, duration: DAY },
  /** Challenges for a passkey that one source did not answer correctly. */
  passkey: { points: 200, duration: 15 * MINUTES },
  /** Codes of the second step, of one account from anywhere. */
  code: { points: 20, duration: 60 * MINUTES },
  /**
   * Codes of one account in a day. With `knownCodeDay`, two windows of both at most lie in any 24 hours: 100 tries of an
   * account.
   */
  codeDay: { points: 25, duration: DAY },
  /** One account from a source that it has signed in from lately: another such source is left over. */
  knownCode: { points: 15, duration: DAY },
  /** One account from all such sources. */
  knownCodeDay: { points: 25, duration: DAY },
  /** Passwords that are too easy to guess, of one account: each costs the work of finding that out. */
  weak: { points: 20, duration: 60 * MINUTES },
  mail: { points: 5, duration: 15 * MINUTES },
  /** Codes of devices, of one source: there are 25 billion. */
  userCode: { points: 30, duration: 60 * MINUTES },
  /** Sign-ins that one source begins, by pages and devices: all of a school may sit behind one address. */
  begun: { points: 1000, duration: 15 * MINUTES },
  /** Links that are mailed to one address: strangers fill nobody's mailbox with them. */
  link: { points: 5, duration: DAY },
  /** Links requested from a source that the account has signed in from lately: strangers use up none of these. */
  knownLink: { points: 5, duration: 60 * MINUTES },
  /** Asked for from one source, for whatever address. */
  linkSource: { points: 50, duration: 60 * MINUTES },
} as const;

export type LimitedBy = keyof typeof LIMITS;
export type Attempt = Partial<Record<LimitedBy, string>>;
