import { AuthorizationServer, SignInError, type TokenAnswer } from './authorization-server.js';
import {
  assertSecureContext,
  codeChallenge,
  idTokenClaims,
  randomText,
  type SignedInPerson,
} from './pkce.js';
import { SessionEnd, type OnSessionEnded } from './session-end.js';
import { sendRepeatably } from './patience.js';
import { baseUrlOf, connected, type Send } from './send.js';
import { MemoryStore, type Store, type Tokens } from './tokens.js';

/** An app that cannot keep a secret: in a browser, or on a device. */
export interface PublicClient {
  /** The bare address of the service, without /api/v1. */
  siteUrl: string;
  /** As the operator has registered it: `client create --public --redirect-uri …`. */
  clientId: string;
  /** Where people come back to; exactly as it was registered, but for the port on 127.0.0.1. */
  redirectUri: string;
  /** `openid email offline_access` unless given; without `offline_access` there is nothing to renew. */
  scope?: string;
  /**
   * Where the tokens are kept: in memory unless given. Windows of a browser that share one renew once where it is IndexedDB; of
   * localStorage they hear a little late, and then two may renew and get the same tokens.
   */
  store?: Store<PublicTokens>;
  /** Where a sign-in that was begun is kept until the person comes back: it has to outlive the page, where that is left. */
  begun?: Store<BegunSignIn>;
  /** The session was ended elsewhere, or is over: somebody has to sign in again. Called once, and not by `signOut`. */
  onSessionEnded?: OnSessionEnded;
  fetch?: Send;
}

export interface PublicTokens {
  accessToken: string;
  refreshToken: string | null;
}

/** No token, and useless without the code that comes back; it is used once. */
export interface BegunSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

export interface BeginOptions {
  /** Fills in the address. */
  loginHint?: string;
  /** `login` asks for the password in any case, `none` for nothing at all: the answer is then `login_required`, say. */
  prompt?: 'login' | 'none' | 'consent';
  /** Of the pages, such as `es`; else the browser's. */
  uiLocales?: string;
}

/**
 * Tokens of one person in an app without a secret, by the authorization code with PKCE (RFC 9700): `begin` gives the address to
 * open, `complete` takes the address that the person has come back to.
 */
export class PublicClientTokens implements Tokens {
  private readonly server: AuthorizationServer;
  private readonly store: Store<PublicTokens>;
  private readonly begun: Store<BegunSignIn>;
  private readonly send: Send;
  private readonly end: SessionEnd;
  private renewing: Promise<string | null> | null = null;

  constructor(private readonly client: PublicClient) {
    this.send = connected(client.fetch);
    this.end = new SessionEnd(client.onSessionEnded);
    this.server = new AuthorizationServer(client.siteUrl.replace(/\/+$/, ''), client.clientId, this.send);
    this.store = client.store ?? new MemoryStore();
    this.begun = client.begun ?? new MemoryStore();
  }

  /**
   * @returns the address to open in the browser
   * @throws SignInError insecure_context on a page of plain http
   */
  async begin({ loginHint, prompt, uiLocales }: BeginOptions = {}): Promise<string> {
    assertSecureContext();
    const { clientId, redirectUri, scope = 'openid email offline_access' } = this.client;
    const begun = { state: randomText(), nonce: randomText(), verifier: randomText() };
    const { authorization_endpoint } = await this.server.metadata();
    const address = new URL(authorization_endpoint);
    const asked = {
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope },
      ...{ state: begun.state, nonce: scope.split(' ').includes('openid') ? begun.nonce : undefined },
      ...{ code_challenge: await codeChallenge(begun.verifier), code_challenge_method: 'S256' },
      ...{ login_hint: loginHint, prompt, ui_locales: uiLocales },
    };
    for (const [name, value] of Object.entries(asked)) if (value) address.searchParams.set(name, value);
    await this.begun.save(begun);
    return address.href;
  }

  /**
   * @param callback the address that the person has come back to, whole
   * @returns null when the scope has no `openid`
   * @throws SignInError when the person has not agreed, or the answer is not to what this app has asked
   */
  async complete(callback: string): Promise<SignedInPerson | null> {
    const begun = await this.begun.load();
    await this.begun.clear();
    const answer = new URL(callback).searchParams;
    const { issuer } = await this.server.metadata();
    // Somebody else's answer, slipped in (RFC 6749, section 10.12), or one of another server (RFC 9207).
    if (!begun || answer.get('state') !== begun.state || answer.get('iss') !== issuer)
      throw new SignInError('wrong_answer', 'This answers nothing that was asked here');
    const error = answer.get('error');
    if (error) throw new SignInError(error, answer.get('error_description') ?? error);
    const tokens = await this.server.exchange(
      answer.get('code') ?? '',
      begun.verifier,
      this.client.redirectUri,
    );
    const { clientId } = this.client;
    const person = tokens.id_token
      ? idTokenClaims(tokens.id_token, { issuer, clientId, nonce: begun.nonce })
      : null;
    await this.store.save(kept(tokens, null));
    this.end.opened();
    return person;
  }

  async current(): Promise<string | null> {
    const accessToken = (await this.store.load())?.accessToken ?? null;
    if (accessToken !== null) this.end.opened();
    return accessToken;
  }

  renew(refused: string | null): Promise<string | null> {
    this.renewing ??= this.alone(() => this.exchange(refused)).finally(() => (this.renewing = null));
    return this.renewing;
  }

  /** Forgets the tokens first: they are gone from here even when the service cannot be told. */
  async signOut(): Promise<void> {
    await this.renewing?.catch(() => null);
    const tokens = await this.store.load();
    this.end.signedOut();
    await this.store.clear();
    if (!tokens) return;
    if (tokens.refreshToken) return this.server.revoke(tokens.refreshToken);
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const url = `${baseUrlOf(this.client.siteUrl)}/auth/revoke`;
    await sendRepeatably(this.send, new Request(url, { method: 'POST', headers }));
  }

  /**
   * The address that signs out of the browser as well, after a question, and then leads back to `redirectUri`: for devices that
   * several people use.
   */
  async signOutAddress(): Promise<string> {
    const address = new URL((await this.server.metadata()).end_session_endpoint);
    address.searchParams.set('client_id', this.client.clientId);
    address.searchParams.set('post_logout_redirect_uri', this.client.redirectUri);
    return address.href;
  }

  /** Among the windows of a browser as well, where they share a store: a refresh token is good for one renewal. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const locks = (globalThis.navigator as Navigator | undefined)?.locks;
    return locks ? locks.request(`school-directory ${this.client.clientId}`, work) : work();
  }

  private async exchange(refused: string | null): Promise<string | null> {
    const before = await this.store.load();
    // Renewed while the refused request was on its way, maybe by another window with the same store.
    if (before && before.accessToken !== refused) return before.accessToken;
    const fresh = await this.refresh(before?.refreshToken ?? null);
    if (!fresh) {
      if (before) await this.store.clear();
      this.end.found();
    }
    // Signed out meanwhile: the new tokens ended with their session.
    else if ((await this.store.load())?.accessToken === refused)
      await this.store.save(kept(fresh, before?.refreshToken ?? null));
    return fresh?.access_token ?? null;
  }

  /** Null when the session has ended. */
  private async refresh(refreshToken: string | null): Promise<TokenAnswer | null> {
    if (!refreshToken) return null;
    try {
      return await this.server.refresh(refreshToken);
    } catch (error) {
      if (error instanceof SignInError && error.code === 'invalid_grant') return null;
      throw error;
    }
  }
}

const kept = ({ access_token, refresh_token }: TokenAnswer, before: string | null): PublicTokens => ({
  accessToken: access_token,
  refreshToken: refresh_token ?? before,
});
