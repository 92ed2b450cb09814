import { randomInt } from 'node:crypto';
import { sha256 } from '../secrets.js';

/** Without the letters and digits that are mistaken for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

export const RECOVERY_CODES = 8;

/** 16 characters of 31, about 79 bits, in groups of four for a person to copy. */
export function newRecoveryCode(): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** @param code in capitals, without blanks and hyphens */
export const recoveryCodeHash = (userId: string, code: string): string => sha256(`${userId} ${code}`);
