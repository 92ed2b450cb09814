import { hash, randomBytes } from 'node:crypto';
import { DOCS_CLIENT_ID } from '../../../src/features/oauth/applications.repository.js';
import { SigningBrowser } from './signing-browser.js';

interface Signed {
  access_token: string;
  refresh_token: string;
}

/** Signs in as the page /docs does, on the pages of the service: the site has to be reached by its own address. */
export async function signInAtDocs(
  site: string,
  { email, password }: { email: string; password: string },
  browser = new SigningBrowser(site),
): Promise<Signed> {
  const verifier = randomBytes(32).toString('base64url');
  const asked = {
    ...{ client_id: DOCS_CLIENT_ID, redirect_uri: `${site}/docs`, response_type: 'code' },
    ...{ response_mode: 'fragment', scope: 'openid offline_access', state: 'x' },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
  };
  await browser.open(`/oauth/authorize?${new URLSearchParams(asked).toString()}`);
  const { url } = await browser.submit('/password', { email, password });
  const answer = await fetch(`${site}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: DOCS_CLIENT_ID, redirect_uri: `${site}/docs` },
      ...{ code: new URLSearchParams(url.hash.slice(1)).get('code') ?? '', code_verifier: verifier },
    }),
  });
  if (!answer.ok) throw new Error(`${email} is not signed in: ${url.href} ${await answer.text()}`);
  return (await answer.json()) as Signed;
}
