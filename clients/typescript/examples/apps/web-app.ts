import {
  createDirectoryClient,
  PublicClientTokens,
  type BegunSignIn,
  type DirectoryClient,
  type Store,
} from '../../src/directory-client.js';

/*
 * A page at https://app.example.org/. Registered once by the operator, who also names its origin in CORS_ORIGINS:
 *   client create --name 'Our web app' --public --redirect-uri https://app.example.org/
 */

/** Only what was begun outlives the page; the tokens stay in memory, and after a reload one click signs in again. */
const begun: Store<BegunSignIn> = {
  load: () => Promise.resolve(JSON.parse(sessionStorage.getItem('begun') ?? 'null') as BegunSignIn | null),
  save: (value) => Promise.resolve(sessionStorage.setItem('begun', JSON.stringify(value))),
  clear: () => Promise.resolve(sessionStorage.removeItem('begun')),
};

const siteUrl = 'https://directory.example.org';
const tokens = new PublicClientTokens({
  siteUrl,
  clientId: '00000000-0000-4000-8000-000000000000',
  redirectUri: 'https://app.example.org/',
  begun,
});

/** When the page has loaded. Null while nobody is signed in: show a button then. */
export async function start(): Promise<DirectoryClient | null> {
  if (!new URLSearchParams(location.search).has('state')) return null;
  const address = location.href;
  history.replaceState(null, '', '/');
  await tokens.complete(address);
  return createDirectoryClient({ siteUrl, tokens });
}

/** Behind the button. */
export async function signIn(): Promise<void> {
  location.assign(await tokens.begin());
}

export async function signOut(): Promise<void> {
  await tokens.signOut();
  location.assign(await tokens.signOutAddress());
}
