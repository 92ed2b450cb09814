import type { StreamableFile } from '@nestjs/common';

/** Data whose readers the product records: contacts and addresses of a person. A photo is recorded as a contact. */
export const ACCESS_LOG_SUBJECTS = ['contact', 'address'] as const;
export type AccessLogSubject = (typeof ACCESS_LOG_SUBJECTS)[number];

/** Stands in place of an id for everyone whom the reader's role may see: a read of the whole school. */
export const EVERYONE = '00000000-0000-0000-0000-000000000000';

/** Personal data that an answer contained. */
export interface LoggedAccess {
  /** Ids of guardians, of memberships, and of students with a contact of their own; or `EVERYONE`. */
  contacts?: string[];
  /** Ids of the students whose address or coordinates it has; or `EVERYONE`. */
  addresses?: string[];
}

/** A file whose bytes do not tell any more what they show. */
export type LoggedFile = StreamableFile & { loggedAccess: LoggedAccess };

/** Whether anything of a contact was shown: what is masked, or not on file, is null. */
export const hasContact = ({
  email = null,
  phone,
}: {
  email?: string | null;
  phone: string | null;
}): boolean => email !== null || phone !== null;
