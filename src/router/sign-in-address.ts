/** The address in the body of `POST /auth/token`; null where there is none, as with a refresh token. */
export function signInAddress(body: Buffer): string | null {
  try {
    const { email } = JSON.parse(body.toString()) as { email?: unknown };
    // Characters (contract section 0, rule 4): a cell refuses what is longer.
    return typeof email === 'string' && email.length > 0 && email.length <= 254 ? email : null;
  } catch {
    return null;
  }
}
