import { DirectoryError } from './directory-error.js';
import type { components } from './schema.js';
import { SessionEnd, type OnSessionEnded } from './session-end.js';
import { sendRepeatably } from './patience.js';
import { baseUrlOf, connected, type Send } from './send.js';

export type TokenPair = components['schemas']['TokenPair'];

/** Where access tokens come from. */
export interface Tokens {
  /** The one to send; null before sign-in. */
  current(): Promise<string | null>;
  /** A fresh one instead of `refused`; null when there is none to be had and somebody must sign in again. */
  renew(refused: string | null): Promise<string | null>;
  /** Takes what the second step of the sign-in gave. */
  keep?(pair: TokenPair): Promise<void>;
}

/** Where something is kept between two requests: in memory unless the application has a better place. */
export interface Store<T> {
  load(): Promise<T | null>;
  save(value: T): Promise<void>;
  clear(): Promise<void>;
}

export class MemoryStore<T> implements Store<T> {
  private value: T | null = null;

  load = (): Promise<T | null> => Promise.resolve(this.value);

  save(value: T): Promise<void> {
    this.value = value;
    return Promise.resolve();
  }

  clear(): Promise<void> {
    this.value = null;
    return Promise.resolve();
  }
}

export type TokenStore = Store<TokenPair>;

export class MemoryTokenStore extends MemoryStore<TokenPair> {}

export interface Application {
  /** The bare address of the service, without /api/v1. */
  siteUrl: string;
  /** As the operator issued them. They are a secret: a page in a browser brings {@link Tokens} of its own instead. */
  clientId: string;
  clientSecret: string;
  store?: TokenStore;
  /** The session was ended elsewhere, or is over: somebody has to sign in again. Called once, and not by `signOut`. */
  onSessionEnded?: OnSessionEnded;
  fetch?: Send;
}

/** Tokens of one user of an application: signs in, renews, signs out. */
export class ApplicationTokens implements Tokens {
  private readonly store: TokenStore;
  private readonly send: Send;
  private readonly end: SessionEnd;
  private renewing: Promise<string | null> | null = null;

  constructor(private readonly application: Application) {
    this.store = application.store ?? new MemoryTokenStore();
    this.send = connected(application.fetch);
    this.end = new SessionEnd(application.onSessionEnded);
  }

  /** @throws DirectoryError not_authenticated */
  async signIn(email: string, password: string): Promise<void> {
    await this.store.save(await this.obtain({ grant_type: 'password', email, password }));
    this.end.opened();
  }

  /** Forgets the tokens first: they are gone from here even when the service cannot be told. */
  async signOut(): Promise<void> {
    await this.renewing?.catch(() => null);
    const pair = await this.store.load();
    this.end.signedOut();
    await this.store.clear();
    if (!pair || (await this.revoke(pair))) return;
    // The access token had expired, which ends no session.
    const fresh = await this.refresh(pair);
    if (fresh) await this.revoke(fresh);
  }

  async current(): Promise<string | null> {
    const accessToken = (await this.store.load())?.access_token ?? null;
    if (accessToken !== null) this.end.opened();
    return accessToken;
  }

  /** Requests that were refused at the same time wait for one renewal: a refresh token is good once. */
  renew(refused: string | null): Promise<string | null> {
    this.renewing ??= this.exchange(refused).finally(() => (this.renewing = null));
    return this.renewing;
  }

  keep(pair: TokenPair): Promise<void> {
    return this.store.save(pair);
  }

  private async exchange(refused: string | null): Promise<string | null> {
    const pair = await this.store.load();
    // Renewed while the refused request was on its way, maybe by another window with the same store.
    if (pair && pair.access_token !== refused) return pair.access_token;
    const fresh = pair && (await this.refresh(pair));
    if (!fresh) {
      if (pair) await this.store.clear();
      this.end.found();
    }
    // Signed out meanwhile: the new pair ended with its session.
    else if ((await this.store.load())?.refresh_token === pair?.refresh_token) await this.store.save(fresh);
    return fresh?.access_token ?? null;
  }

  /** Null when the session has ended. */
  private async refresh({ refresh_token }: TokenPair): Promise<TokenPair | null> {
    try {
      return await this.obtain({ grant_type: 'refresh_token', refresh_token });
    } catch (error) {
      if (error instanceof DirectoryError && error.status === 401) return null;
      throw error;
    }
  }

  /** False when the access token was refused. */
  private async revoke({ access_token, refresh_token }: TokenPair): Promise<boolean> {
    const request = this.post('/auth/revoke', `Bearer ${access_token}`, { refresh_token });
    const response = await sendRepeatably(this.send, request);
    if (!response.ok && response.status !== 401) throw await DirectoryError.from(response);
    return response.ok;
  }

  private async obtain(body: components['schemas']['TokenRequest']): Promise<TokenPair> {
    const { clientId, clientSecret } = this.application;
    const request = this.post('/auth/token', `Basic ${btoa(`${clientId}:${clientSecret}`)}`, body);
    // The service gives the same pair again to who renews; a second sign-in would be a second session.
    const response = await (body.grant_type === 'refresh_token'
      ? sendRepeatably(this.send, request)
      : this.send(request));
    if (!response.ok) throw await DirectoryError.from(response);
    return (await response.json()) as TokenPair;
  }

  private post(path: string, authorization: string, body: object): Request {
    return new Request(baseUrlOf(this.application.siteUrl) + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}
