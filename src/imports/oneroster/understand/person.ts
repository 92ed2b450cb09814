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

/** People as the rows of users.csv describe them; made anew each time, since nobody has room for all of them twice. */
export class People {
  constructor(private readonly users: ReadonlyMap<string, UserRow>) {}

  /** Null for a user who has no row, or neither of two names. */
  find(userId: string): Person | null {
    const user = this.users.get(userId);
    if (!user || isNameless(user)) return null;
    return {
      firstName: cut(user.givenName, NAME_LENGTH) ?? NO_NAME,
      middleName: cut(user.middleName, NAME_LENGTH),
      lastName: cut(user.familyName, NAME_LENGTH) ?? NO_NAME,
      preferredName: cut(user.preferredName, NAME_LENGTH),
      email: emailOf(user),
      phone: cut(user.phone, PHONE_LENGTH),
    };
  }
}

export const isNameless = ({ givenName, familyName }: UserRow): boolean =>
  givenName === '' && familyName === '';

/** What is missing or wrong in the row of somebody who is active. */
export function reportPerson(user: UserRow, log: IssueLog): void {
  const place = { file: 'users.csv', line: user.line };
  if (isNameless(user)) {
    log.error(place, 'missing_name', user.id, 'The row has no name; what is stored was left alone.');
    return;
  }
  if (user.givenName === '' || user.familyName === '') {
    const message = `The row has one of two names; the other is shown as ${NO_NAME}.`;
    log.warn(place, 'incomplete_name', user.id, message);
  }
  if (user.email === '' || emailOf(user) !== null) return;
  log.warn(place, 'invalid_email', '', 'The email address has not the form of one; it was left out.');
}

function emailOf({ email }: UserRow): string | null {
  const normalized = email === '' ? '' : normalizeEmail(email);
  return looksLikeEmail(normalized) ? normalized : null;
}

const cut = (text: string, length: number): string | null =>
  text === '' ? null : text.slice(0, length).toWellFormed().trim();
