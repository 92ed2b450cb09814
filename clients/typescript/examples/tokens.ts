import type { DirectoryClient } from '../src/directory-client.js';

interface Application {
  clientId: string;
  clientSecret: string;
}

/** What `ApplicationTokens.signIn` does; the application authenticates by HTTP Basic. */
export async function obtainToken(
  api: DirectoryClient,
  { clientId, clientSecret, email, password }: Application & { email: string; password: string },
) {
  const { data } = await api.POST('/auth/token', {
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: { grant_type: 'password', email, password },
  });
  return data;
}

/** What the client does by itself after `mfa_required`: first it asks for a challenge … */
export async function openTwoStepChallenge(api: DirectoryClient) {
  const { data } = await api.POST('/auth/two-step/challenge', { body: { method: 'totp' } });
  return data.challenge_id;
}

/** … then it sends the code that the user typed. */
export async function verifyTwoStep(
  api: DirectoryClient,
  { challengeId, code }: { challengeId: string; code: string },
) {
  const { data } = await api.POST('/auth/two-step/verify', {
    body: { challenge_id: challengeId, code },
  });
  return data;
}

/** What `ApplicationTokens.signOut` does. */
export async function revokeTokens(api: DirectoryClient, { refreshToken }: { refreshToken: string }) {
  await api.POST('/auth/revoke', { body: { refresh_token: refreshToken } });
}
