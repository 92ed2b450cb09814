import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { PASSWORD } from '../application.factory.js';
import type { TestApp } from '../test-app.js';
import { SigningBrowser } from './signing-browser.js';

export const ASSISTANT_REDIRECT = 'https://assistant.example.org/callback';

type Tokens = Parameters<OAuthClientProvider['saveTokens']>[0];

/** What a host of an assistant keeps, which knows the site's address and a client id. */
export class AssistantHost implements OAuthClientProvider {
  readonly redirectUrl = ASSISTANT_REDIRECT;
  readonly clientMetadata = { redirect_uris: [ASSISTANT_REDIRECT], client_name: 'Assistant' };
  asked: URL | null = null;
  held: Tokens | undefined;
  private verifier = '';

  constructor(private readonly clientId: string) {}

  clientInformation = () => ({ client_id: this.clientId });
  tokens = () => this.held;
  saveTokens(tokens: Tokens): void {
    this.held = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

/** The address that the person comes back to. */
export async function signedIn(t: TestApp, asked: URL, email: string): Promise<URL> {
  const browser = new SigningBrowser(t.url);
  await browser.open(asked.href);
  const { url, html } = await browser.submit('/password', { email, password: PASSWORD });
  // Who asks for a token that lasts has the person agree.
  return html.includes('/consent"') ? (await browser.submit('/consent', { answer: 'allow' })).url : url;
}
