import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC, InteractionResults } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { auditAsRepeat, type Operation } from '../../platform/audit/operation.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { SIGNING_KEYS, type SigningKeys } from '../../platform/auth/signing-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import { RateLimitedError } from '../../platform/errors/app-error.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { afterCommit, inAmbientTransaction } from '../../platform/database/ambient-transaction.js';
import { AuthSessionsRepository, type BrowserSession } from '../identity/auth-sessions.repository.js';
import { BrowserSessions } from '../identity/browser-sessions.service.js';
import { BruteForceLimits } from '../identity/brute-force-limits.js';
import { TOKEN_AUDIENCE } from '../identity/identity.errors.js';
import { open, sameDigest, seal, sha256 } from '../identity/secrets.js';
import { sourceOf } from '../identity/source-of.js';
import { ACCESS_TTL, REFRESH_TTL } from '../identity/token-pairs.service.js';
import { LOST_ANSWER_MS, oauthAdapter, type OauthStorage } from './oauth-adapter.js';
import { currentOauthRequest, inOauthRequest } from './oauth-request.js';
import { OauthRepository } from './oauth.repository.js';
import { devicePages, errorPage, signOutPages } from './oauth-pages.js';

/** Seconds. */
const INTERACTION_TTL = 3600;
const DEVICE_TTL = 600;

/** Where the library answers; `SITE_URL` comes before it, whatever Host a request has. */
export const OAUTH_ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  pushed_authorization_request: '/oauth/par',
  device_authorization: '/oauth/device',
  end_session: '/oauth/sign-out',
  code_verification: '/device',
  jwks: '/.well-known/jwks.json',
} as const;

/** The transaction of a failed token request is rolled back, its answer is sent. */
class RolledBack extends Error {}

/**
 * The authorization server (contract section 17): OAuth and OpenID Connect as `oidc-provider` speaks it, on our sessions. A grant is a
 * session of the person; the browser's own session says who is signed in (`BrowserSessions`).
 */
@Injectable()
export class AuthorizationServer {
  private readonly logger = new Logger('SignIn');
  private readonly site: URL;
  private created: Promise<Provider> | null = null;

  constructor(
    @Inject(SETTINGS) { siteUrl }: Settings,
    @Inject(SIGNING_KEYS) private readonly keys: SigningKeys,
    private readonly dataSource: DataSource,
    private readonly repository: OauthRepository,
    private readonly sessions: AuthSessionsRepository,
    private readonly browsers: BrowserSessions,
    private readonly limits: BruteForceLimits,
    private readonly dataKeys: DataKeys,
    private readonly clock: Clock,
  ) {
    this.site = new URL(siteUrl);
  }

  /** Answers a request to one of the library's own addresses. */
  async handle(request: Request, response: Response): Promise<void> {
    const provider = await this.provider();
    await this.within(request, async () => {
      const answered = new Promise<void>((resolve) => response.once('close', resolve));
      void provider.callback()(request, response);
      await answered;
    });
  }

  /** What an application has asked for, and the person has still to do. Null: too old, or of another browser. */
  async interaction(request: Request, response: Response): Promise<Interaction | null> {
    const provider = await this.provider();
    return this.within(request, () =>
      provider.interactionDetails(request, response).catch((error: unknown) => {
        if ((error as { error?: string }).error === 'invalid_request') return null;
        throw error;
      }),
    ) as Promise<Interaction | null>;
  }

  /** Sends the browser back, with what the person has done. @returns the address that it goes on to */
  async finish(request: Request, response: Response, result: InteractionResults): Promise<string> {
    const provider = await this.provider();
    return this.within(request, () => provider.interactionResult(request, response, result));
  }

  /** What the person allows the application in this browser. @returns the id of the grant */
  async grant(request: Request, to: GrantedTo): Promise<string> {
    const provider = await this.provider();
    return this.within(request, () => newGrant(provider, to));
  }

  async clientOf(request: Request, clientId: string) {
    const provider = await this.provider();
    return this.within(request, () => provider.Client.find(clientId));
  }

  /** The library is loaded when somebody asks for it: a start needs it as little as an installation that uses another provider. */
  private provider(): Promise<Provider> {
    return (this.created ??= this.create());
  }

  private async within<T>(request: Request, work: () => Promise<T>): Promise<T> {
    // Metadata and redirects follow SITE_URL alone.
    request.headers['x-forwarded-host'] = this.site.host;
    request.headers['x-forwarded-proto'] = this.site.protocol.slice(0, -1);
    const browser = await this.browsers.findComplete(request);
    const source = sourceOf(request.ip);
    return inOauthRequest(
      {
        ...{ browser, source, path: request.path, lostAnswer: null, queue: Promise.resolve() },
        operation: this.operationOf(browser, source),
      },
      work,
    );
  }

  private operationOf(browser: BrowserSession | null, source: string): Operation {
    return {
      name: 'authorizeApplication',
      actor: { kind: 'person', id: browser?.userId ?? null, operator: null, reason: null },
      source: this.dataKeys.digest('source', source),
      now: () => this.clock.now(),
      ...{ schoolIds: [], item: null, entries: 0, over: false },
    };
  }

  private async create(): Promise<Provider> {
    const { default: OidcProvider, errors } = await import('oidc-provider');
    const { repository, sessions, limits, clock, dataSource } = this;
    const algorithm = this.keys.current.algorithm;
    const storage: OauthStorage = { repository, sessions, limits, clock, dataSource, algorithm, errors };
    const provider = new OidcProvider(this.site.origin, {
      ...this.configuration(),
      adapter: oauthAdapter(storage),
    });
    provider.proxy = true;
    // Their digests are stored.
    Object.assign(provider.Client.prototype, {
      compareClientSecret(this: { clientSecret: string }, given: string) {
        return sameDigest(this.clientSecret, sha256(given));
      },
    });
    provider.use((ctx, next) => this.aroundWrites(ctx as unknown as KoaContextWithOIDC, next));
    provider.on('server_error', (_ctx, error: Error) => {
      this.logger.error({ err: error }, 'The authorization server failed');
    });
    return provider;
  }

  private configuration(): Configuration {
    const { algorithm, kid, privateKey } = this.keys.current;
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' };
    const isSecure = this.site.protocol === 'https:';
    return {
      jwks: { keys: [jwk as never] },
      routes: OAUTH_ROUTES,
      scopes: ['openid', 'offline_access'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      // There is no userinfo: what a scope gives stands in the ID token.
      conformIdTokenClaims: false,
      responseTypes: ['code'],
      pkce: { required: () => true },
      clientAuthMethods: ['none', 'client_secret_basic'],
      clientDefaults: { id_token_signed_response_alg: algorithm },
      enabledJWA: { idTokenSigningAlgValues: [algorithm] },
      allowOmittingSingleRegisteredRedirectUri: false,
      rotateRefreshToken: true,
      issueRefreshToken: (_ctx, client, source) =>
        client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
      // A grant lives on when the browser's session is over, as a session does.
      expiresWithSession: () => false,
      cookies: {
        // Their values are random and looked up: a signature would add nothing.
        names: { session: 'oauth_session', interaction: 'oauth_interaction', resume: 'oauth_resume' },
        long: { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: false },
        short: { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: false },
      },
      ttl: {
        AccessToken: ACCESS_TTL,
        AuthorizationCode: 60,
        DeviceCode: DEVICE_TTL,
        Grant: REFRESH_TTL,
        IdToken: ACCESS_TTL,
        Interaction: INTERACTION_TTL,
        RefreshToken: REFRESH_TTL,
        Session: 12 * 3600,
      },
      interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
      findAccount: (_ctx, id) => this.accountOf(id),
      loadExistingGrant: (ctx) => loadGrant(ctx),
      extraParams: { scope: withApiScope },
      extraTokenClaims: (_ctx, token) => ({ sid: 'grantId' in token ? token.grantId : undefined }),
      formats: { customizers: { jwt: (_ctx, _token, jwt) => void this.byOurClock(jwt.payload) } },
      renderError: errorPage,
      features: {
        devInteractions: { enabled: false },
        userinfo: { enabled: false },
        revocation: { enabled: true },
        pushedAuthorizationRequests: { enabled: true },
        rpInitiatedLogout: { enabled: true, ...signOutPages },
        deviceFlow: { enabled: true, mask: '****-****', deviceInfo: () => ({}), ...devicePages },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => TOKEN_AUDIENCE,
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope: API_SCOPE,
            audience: TOKEN_AUDIENCE,
            accessTokenTTL: ACCESS_TTL,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: algorithm } },
          }),
        },
      },
    };
  }

  /** Of what the library stores for a request all is there after it, or nothing; a refusal is stored, too. */
  private async aroundWrites(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    if (BEGINNINGS.has(`${ctx.method} ${ctx.path}`) && !(await this.mayBegin(ctx))) return;
    if (ctx.method !== 'POST') return next();
    // Nothing that the trail is about: what is begun here ends in a grant, which is.
    if (UNAUDITED.has(ctx.path)) auditAsRepeat();
    await inAmbientTransaction(this.dataSource, async () => {
      await next();
      if (ctx.path === OAUTH_ROUTES.token) await this.afterRefresh(ctx);
      if (ctx.path === `${OAUTH_ROUTES.end_session}/confirm`) await this.signOut(ctx);
      if (ctx.status >= 500) throw new RolledBack();
    }).catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  }

  private async mayBegin(ctx: KoaContextWithOIDC): Promise<boolean> {
    try {
      await this.limits.count({ begun: currentOauthRequest().source });
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      ctx.status = error.status;
      ctx.set(error.details.headers ?? {});
      ctx.body = { error: 'temporarily_unavailable' };
      return false;
    }
  }

  private async afterRefresh(ctx: KoaContextWithOIDC): Promise<void> {
    const { params, client } = ctx.oidc ?? {};
    const given = params?.['refresh_token'];
    if (params?.['grant_type'] !== 'refresh_token' || typeof given !== 'string') return;
    const { lostAnswer, source } = currentOauthRequest();
    if (lostAnswer && lostAnswer.clientId === client?.clientId) {
      ctx.status = 200;
      ctx.body = JSON.parse(open(given, lostAnswer.sealed));
    } else if (ctx.status === 200) {
      const forgetBefore = new Date(this.clock.now().getTime() - LOST_ANSWER_MS);
      await this.repository.sealAnswer(sha256(given), seal(given, JSON.stringify(ctx.body)), forgetBefore);
      const userId = ctx.oidc.account?.accountId;
      // A device that holds a live refresh token: it may ask for the password where it is.
      if (userId) await afterCommit(() => this.limits.remember(userId, source));
    } else await afterCommit(() => this.limits.count({ renewal: source }));
  }

  /** The browser is signed out, and so is the application that has asked for it. */
  private async signOut(ctx: KoaContextWithOIDC): Promise<void> {
    const { browser } = currentOauthRequest();
    if (!browser || !ctx.oidc.params?.['logout']) return;
    const now = this.clock.now();
    await this.dataSource.transaction(async (manager) => {
      if (ctx.oidc.client)
        await this.repository.revokeOfBrowser(manager, browser.id, ctx.oidc.client.clientId, now);
      await this.sessions.revokeOwn(browser.userId, browser.id, now);
    });
  }

  private async accountOf(accountId: string) {
    const account = await this.repository.findAccount(accountId);
    if (!account) return undefined;
    const { email, verified } = account;
    return { accountId, claims: () => ({ sub: accountId, email, email_verified: verified }) };
  }

  /** The library knows the machine's clock alone. */
  private byOurClock(payload: { iat?: number; exp?: number }): void {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    payload.iat = now;
    payload.exp = now + ACCESS_TTL;
  }
}

/** What an application has asked for: `params` as in its request, checked; `iat` in seconds since 1970. */
export interface Interaction {
  uid: string;
  iat: number;
  prompt: { name: string; reasons: string[] };
  params: Record<string, unknown>;
}

const API_SCOPE = 'directory';

/** What anybody can do without being known, and stores something. */
const BEGINNINGS = new Set([
  `GET ${OAUTH_ROUTES.authorization}`,
  `POST ${OAUTH_ROUTES.pushed_authorization_request}`,
  `POST ${OAUTH_ROUTES.device_authorization}`,
]);

const UNAUDITED: ReadonlySet<string> = new Set([
  OAUTH_ROUTES.pushed_authorization_request,
  OAUTH_ROUTES.device_authorization,
  OAUTH_ROUTES.code_verification,
]);

/** The API is given unasked; a refresh token to whoever asks, without another page (OpenID Connect Core, section 11: the operator has agreed). */
function withApiScope(ctx: KoaContextWithOIDC): void {
  const { params, body } = ctx.oidc;
  const asked = [(body ?? ctx.query)['scope'], params?.['scope']].join(' ').split(' ');
  const scopes = new Set(String(params?.['scope'] ?? '').split(' ')).add(API_SCOPE);
  if (asked.includes('offline_access')) scopes.add('offline_access');
  scopes.delete('');
  if (params) params['scope'] = [...scopes].join(' ');
}

export interface GrantedTo {
  clientId: string;
  accountId: string;
  scope: string;
}

/** A new one for each sign-in: it is a session. */
async function newGrant(provider: Provider, { clientId, accountId, scope }: GrantedTo): Promise<string> {
  const grant = new provider.Grant({ clientId, accountId });
  grant.jti = randomUUID();
  grant.addOIDCScope(scope);
  grant.addResourceScope(TOKEN_AUDIENCE, API_SCOPE);
  await grant.save();
  return grant.jti;
}

/** That of the page on which the person has agreed, else, for an application in a browser, a new one: the operator has agreed. */
async function loadGrant(ctx: KoaContextWithOIDC) {
  const { provider, client, account, result, params } = ctx.oidc;
  const agreed = result?.consent?.grantId;
  if (agreed) return provider.Grant.find(agreed);
  const mustAsk = client?.applicationType === 'native' || ctx.oidc.prompts.has('consent');
  const isPending = ctx.oidc.prompts.has('login') && !result?.login;
  if (!client || !account || mustAsk || isPending) return undefined;
  const id = await newGrant(provider, {
    clientId: client.clientId,
    accountId: account.accountId,
    scope: String(params?.['scope'] ?? ''),
  });
  return provider.Grant.find(id);
}
