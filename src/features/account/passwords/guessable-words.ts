import type { AddressedAccount } from '../users.service.js';

/** Words that an acquaintance of the person would try first. */
export const guessableWords = ({
  email,
  firstName,
  lastName,
}: Omit<AddressedAccount, 'id' | 'signsInByPassword'>): string[] =>
  [email, firstName, lastName].filter((word) => word !== null);
