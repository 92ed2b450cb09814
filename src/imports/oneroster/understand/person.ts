import { looksLikeEmail, normalizeEmail } from '../../../text/normalize.js';
import type { IssueLog } from '../issue-log.js';
import type { UserRow } from '../read/roster-data.js';

export interface Person {
  firstName: string;
  middleName: string | null;
  lastName: string;
  preferredName: string | null;
  email: string | null;
  phone: string | null;
}

const NAME_LENGTH = 200;
const PHONE_LENGTH = 50;

/** Stands for a name that the source does not have: nobody is given a name that is not theirs. */
const NO_NAME = '—';

/** People as the rows of users.csv describe them; each row is looked at, and reported, once. */
export class People {
  private readonly known = new Map<string, Person | null>();

  constructor(
    private readonly users: ReadonlyMap<string, UserRow>,
    private readonly log: IssueLog,
  ) {}

  /** Null for a user who has no row, or neither of two names. */
  find(userId: string): Person | null {
    let person = this.known.get(userId);
    if (person === undefined) {
      const user = this.users.get(userId);
      person = user ? this.read(user) : null;
      this.known.set(userId, person);
    }
    return person;
  }

  private read(user: UserRow): Person | null {
    const place = { file: 'users.csv', line: user.line };
    const { givenName, familyName } = user;
    if (givenName === '' && familyName === '') {
      this.log.error(place, 'missing_name', user.id, 'The row has no name; what is stored was left alone.');
      return null;
    }
    if (givenName === '' || familyName === '') {
      this.log.warn(
        place,
        'incomplete_name',
        user.id,
        `The row has one of two names; the other is shown as ${NO_NAME}.`,
      );
    }
    return {
      firstName: cut(givenName, NAME_LENGTH) ?? NO_NAME,
      middleName: cut(user.middleName, NAME_LENGTH),
      lastName: cut(familyName, NAME_LENGTH) ?? NO_NAME,
      preferredName: cut(user.preferredName, NAME_LENGTH),
      email: this.email(user),
      phone: cut(user.phone, PHONE_LENGTH),
    };
  }

  private email(user: UserRow): string | null {
    if (user.email === '') return null;
    const email = normalizeEmail(user.email);
    if (looksLikeEmail(email)) return email;
    const message = 'The email address has not the form of one; it was left out.';
    this.log.warn({ file: 'users.csv', line: user.line }, 'invalid_email', '', message);
    return null;
  }
}

const cut = (text: string, length: number): string | null =>
  text === '' ? null : text.slice(0, length).toWellFormed().trim();
