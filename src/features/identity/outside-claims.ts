import { hash } from 'node:crypto';
import type { OutsideToken } from '../../access/caller.js';
import { inNormalForm, looksLikeEmail, normalizeEmail } from '../../text/normalize.js';

/** RFC 8176: methods that are a second step beside a password. */
const SECOND_STEPS = new Set(['mfa', 'otp', 'totp', 'hwk', 'swk', 'sms', 'sc', 'webauthn']);
/** NIST SP 800-63B levels, OpenID EAP, PAPE. */
const HIGH_LEVELS = new Set([
  'aal2',
  'aal3',
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]);

/** Kelvin and angstrom: other characters than the letters that NFC makes of them. */
const LETTER_SIGNS = /[\u212A\u212B]/;

/** What we read of an outside provider's token, or null when it names nobody. */
export function outsideClaims(payload: Record<string, unknown>, expiresAt: number): OutsideToken | null {
  const { iss, sub, email, email_verified: verified } = payload;
  if (typeof sub !== 'string' || typeof email !== 'string') return null;
  const address = normalizeEmail(email);
  if (!looksLikeEmail(address)) return null;
  return {
    issuer: 'outside',
    sessionId: null,
    subjectId: uuidFrom(`${String(iss)} ${sub}`),
    email: address,
    // Some providers write booleans as text.
    emailVerified: (verified === true || verified === 'true') && isPlain(email, address),
    secondStepDone: secondStepDone(payload),
    expiresAt,
  };
}

/**
 * Only case and blanks around it differ. `normalizeEmail` also makes one of look-alikes (`ﬁna@` is `fina@`), which at the
 * provider are other people: what it has verified of them it has not verified of the account here.
 */
const isPlain = (given: string, address: string): boolean =>
  inNormalForm(given).trim().toLowerCase() === address && !LETTER_SIGNS.test(given);

function secondStepDone({ aal, amr, acr }: Record<string, unknown>): boolean {
  const methods = Array.isArray(amr) ? amr : [];
  const levels = [aal, acr].filter((level): level is string => typeof level === 'string');
  return (
    methods.some((method) => typeof method === 'string' && SECOND_STEPS.has(method)) ||
    levels.some((level) => HIGH_LEVELS.has(level.toLowerCase()))
  );
}

/** The same person has the same id each time; RFC 9562 §5.8 leaves version 8 to us. */
function uuidFrom(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
