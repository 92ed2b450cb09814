/** By what a body of `POST /auth/token` says who signs in. */
export type SignInSecret = { email: string } | { refreshToken: string };

/** Characters (contract section 0, rule 4, and section 11): a cell refuses what is longer. */
const MAX = { email: 254, refreshToken: 200 };

/** What the body says; null where it says nothing of it. */
export function signInSecret(body: Buffer): SignInSecret | null {
  try {
    const { email, refresh_token: refreshToken } = JSON.parse(body.toString()) as Record<string, unknown>;
    if (isText(email, MAX.email)) return { email };
    return isText(refreshToken, MAX.refreshToken) ? { refreshToken } : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
