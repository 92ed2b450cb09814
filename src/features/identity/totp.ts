import { generateSecret, generateURI, verifySync } from 'otplib';

const PERIOD = 30;

export const newTotpSecret = (): string => generateSecret();

/** For an authenticator app (`otpauth://`, the key URI format). */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'School Directory', label: email, secret });

/**
 * The time step that a code belongs to, one step early or late included (RFC 6238, 30 s); null when it is wrong.
 * @param now UTC
 */
export function matchingTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, period: PERIOD, epochTolerance: PERIOD });
  return result.valid ? Math.floor(epoch / PERIOD) + result.delta : null;
}
