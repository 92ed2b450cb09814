import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { InteractionResults, KoaContextWithOIDC } from 'oidc-provider';
import { auditNothing, type Operation } from '../../platform/audit/operation.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { SIGNING_KEYS, type SigningKeys } from '../../platform/auth/signing-keys.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { afterCommit } from '../../platform/database/ambient-transaction.js';
import { Flash } from '../../platform/pages/flash.js';
import { expectBody } from '../../platform/http/announced-bodies.js';
import { kindOf } from '../../platform/http/app-error-of.js';
import { NotFoundError, RateLimitedError } from '../../platform/errors/app-error.js';
import type { BrowserSession } from '../account/sessions/browser-sessions.service.js';
import type { Attempt } from '../account/attempts/attempt-limits.js';
import { open, sameDigest, seal, sha256 } from '../account/secrets.js';
import { sourceOf } from '../../platform/http/source-of.js';
import { LOST_ANSWER_MS, oauthAdapter } from './oauth-adapter.js';
import { RESPONSE_MODES } from './oauth-client-storage.js';
import { cookieNames, OAUTH_ROUTES, oauthConfiguration } from './oauth-configuration.js';
import { isBoundedQuery, MAX_LIBRARY_FORM } from './oauth-bounds.js';
import { devicePages, errorPage, signOutPages } from './oauth-pages.js';
import { type GrantedTo, type Interaction, newGrant } from './oauth-grants.js';
import { currentOauthRequest, deviceFaultOf, inOauthRequest } from './oauth-request.js';
import { OauthStorage } from './oauth-storage.repository.js';

/** Written so and not otherwise: the library knows neither capitals from small letters nor a slash at the end, and what is decided by an address does. */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...Object.values(OAUTH_ROUTES),
  ...['confirm', 'success'].map((step) => `${OAUTH_ROUTES.end_session}/${step}`),
  ...['openid-configuration', 'oauth-authorization-server'].map((name) => `/.well-known/${name}`),
]);
/** Paths on which a request goes on after a person has signed in. */
const RESUMED = /^(\/oauth\/authorize|\/device)\/[^/]+$/;

/** Requests of callers who are not signed in and that store something. */
const BEGINNINGS = new Set([
  `GET ${OAUTH_ROUTES.authorization}`,
  `HEAD ${OAUTH_ROUTES.authorization}`,
  `GET ${OAUTH_ROUTES.code_verification}`,
  `HEAD ${OAUTH_ROUTES.code_verification}`,
  `GET ${OAUTH_ROUTES.end_session}`,
  `HEAD ${OAUTH_ROUTES.end_session}`,
  `POST ${OAUTH_ROUTES.pushed_authorization_request}`,
  `POST ${OAUTH_ROUTES.device_authorization}`,
]);

/** Requests without an entry in the audit trail: it has one for the grant in which they end. */
const UNAUDITED: ReadonlySet<string> = new Set([
  OAUTH_ROUTES.pushed_authorization_request,
  OAUTH_ROUTES.device_authorization,
  OAUTH_ROUTES.code_verification,
]);

/** A form of a device's page, or what comes after it. */
const isOfDevice = ({ method, path }: KoaContextWithOIDC): boolean =>
  path.startsWith(`${OAUTH_ROUTES.code_verification}/`) ||
  (method === 'POST' && path === OAUTH_ROUTES.code_verification);

const isRefusedRefresh = ({ path, status, oidc }: KoaContextWithOIDC): boolean =>
  path === OAUTH_ROUTES.token && status === 400 && oidc?.params?.['grant_type'] === 'refresh_token';

function see(ctx: KoaContextWithOIDC, path: string): void {
  ctx.status = 303;
  ctx.redirect(path);
}

function refuseQuery(ctx: KoaContextWithOIDC): void {
  const refusal = { error: 'invalid_request', error_description: 'the query is too long' };
  ctx.status = 400;
  if (ctx.accepts('json', 'html') === 'html') errorPage(ctx, refusal);
  else ctx.body = refusal;
}

const withoutHost = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '');

/** Rolls back the writes of a request whose answer is sent. */
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
    private readonly storage: OauthStorage,
    private readonly dataKeys: DataKeys,
    private readonly flash: Flash,
  ) {
    this.site = new URL(siteUrl);
  }

  private get isSecure(): boolean {
    return this.site.protocol === 'https:';
  }

  /** Answers a request to one of the library's own addresses. */
  async handle(request: Request, response: Response): Promise<void> {
    if (!ADDRESSES.has(request.path) && !RESUMED.test(request.path)) throw new NotFoundError();
    const provider = await this.provider();
    await this.within(request, async () => {
      const answered = new Promise<void>((resolve) => response.once('close', resolve));
      expectBody(request, MAX_LIBRARY_FORM);
      const flashData = request.method === 'GET' ? this.flash.take(request, response) : {};
      currentOauthRequest().deviceFault = deviceFaultOf(flashData['deviceFault']);
      void provider.callback()(request, response);
      await answered;
    });
  }

  /** The authorization request that waits for the person. Null: too old, or of another browser. */
  async interaction(request: Request, response: Response): Promise<Interaction | null> {
    const provider = await this.provider();
    return this.within(request, () =>
      provider.interactionDetails(request, response).catch((error: unknown) => {
        if ((error as { error?: string }).error === 'invalid_request') return null;
        throw error;
      }),
    );
  }

  /** Sends the browser back, with what the person has done. @returns the address that it goes on to */
  async finish(request: Request, response: Response, result: InteractionResults): Promise<string> {
    const provider = await this.provider();
    return this.within(request, () => provider.interactionResult(request, response, result));
  }

  /** Stores the person's permission for the application in this browser. @returns the id of the grant */
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

  private async create(): Promise<Provider> {
    const { default: OidcProvider, errors } = await import('oidc-provider');
    const { origin: site } = this.site;
    const provider = new OidcProvider(site, {
      ...oauthConfiguration(this.storage, this.keys, { isSecure: this.isSecure, errors, site }),
      adapter: oauthAdapter(this.storage, { errors, site, algorithm: this.keys.current.algorithm }),
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
      this.logger.error(kindOf(error), 'The authorization server failed');
    });
    return provider;
  }

  private async within<T>(request: Request, work: () => Promise<T>): Promise<T> {
    // Metadata and redirects follow SITE_URL alone, whatever Host says and the target of the request (RFC 9112, section 3.2.2).
    request.url = withoutHost(request.url);
    request.originalUrl = withoutHost(request.originalUrl);
    request.headers['x-forwarded-host'] = this.site.host;
    request.headers['x-forwarded-proto'] = this.site.protocol.slice(0, -1);
    const browser = await this.storage.browsers.findComplete(request);
    const source = sourceOf(request.ip);
    return inOauthRequest(
      {
        ...{ browser, source, path: request.path, lostAnswer: null, spent: null, queue: Promise.resolve() },
        deviceFault: null,
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
      now: () => this.storage.clock.now(),
      ...{ schoolIds: [], item: null, entries: 0, over: false },
    };
  }

  /** Stores everything that the library writes for a request, or nothing; a refusal is stored, too. */
  private async aroundWrites(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    // Before anything asks for one of its parameters.
    if (!isBoundedQuery(ctx.querystring)) return refuseQuery(ctx);
    const { source } = currentOauthRequest();
    if (BEGINNINGS.has(`${ctx.method} ${ctx.path}`) && !(await this.isWithinLimits(ctx, { begun: source })))
      return;
    // Without a session of the library there is no code under way, and its page could not be shown again.
    if (isOfDevice(ctx) && !ctx.cookies.get(cookieNames(this.isSecure).session))
      return void see(ctx, OAUTH_ROUTES.code_verification);
    if (ctx.method !== 'POST') {
      await next();
      const { body } = ctx as { body?: unknown };
      // The library lists all that it can do.
      if (isMetadata(body)) body.response_modes_supported = RESPONSE_MODES;
      return this.completePage(ctx);
    }
    if (UNAUDITED.has(ctx.path)) auditNothing();
    await this.storage.transactions
      .around(async () => {
        await next();
        if (ctx.path === OAUTH_ROUTES.token) await this.afterRefresh(ctx);
        const hasConfirmed = ctx.path === `${OAUTH_ROUTES.end_session}/confirm` && ctx.status === 303;
        if (hasConfirmed) await this.signOut(ctx);
        if (ctx.status >= 500) throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    const { deviceFault } = currentOauthRequest();
    if (deviceFault) this.flash.keep(ctx.res as Response, ctx.path, { deviceFault });
    if (deviceFault) see(ctx, ctx.path);
    // Counted after the attempt, as at the token operation of section 11: nobody guesses 256 bits.
    if (isRefusedRefresh(ctx)) await this.isWithinLimits(ctx, { renewal: source });
  }

  /** Counts an attempt, and answers 429 in the place of whatever was to be answered when there were too many. */
  private async isWithinLimits(ctx: KoaContextWithOIDC, attempt: Attempt): Promise<boolean> {
    try {
      await this.storage.limits.count(attempt);
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
    const { repository, limits, clock } = this.storage;
    const { lostAnswer, spent, source } = currentOauthRequest();
    // Spent, and with another application: it was stolen, however soon it comes.
    if (spent?.sessionId && spent.clientId !== client?.clientId)
      await repository.revokeSession(spent.sessionId, clock.now());
    if (lostAnswer && lostAnswer.clientId === client?.clientId) {
      ctx.status = 200;
      ctx.body = JSON.parse(open(given, lostAnswer.sealed));
    } else if (ctx.status === 200) {
      const forgetBefore = new Date(clock.now().getTime() - LOST_ANSWER_MS);
      await repository.sealAnswer(sha256(given), seal(given, JSON.stringify(ctx.body)), forgetBefore);
      const userId = ctx.oidc.account?.accountId;
      // A device that holds a live refresh token: it may ask for the password where it is.
      if (userId) await afterCommit(() => limits.remember(userId, source));
    }
  }

  /**
   * Two pages of the library are its own, in English, with a form that sends itself. It asks nobody about signing out whom no
   * application knows, and a link on another site is no answer.
   */
  private completePage(ctx: KoaContextWithOIDC): void {
    if (ctx.method === 'POST' || ctx.status !== 200 || typeof ctx.body !== 'string') return;
    if (ctx.path === OAUTH_ROUTES.code_verification && ctx.oidc.params?.['user_code'])
      devicePages.codeGiven(ctx, ctx.body);
    if (ctx.path !== OAUTH_ROUTES.end_session || ctx.oidc.session?.accountId) return;
    if (currentOauthRequest().browser) signOutPages.logoutSource(ctx, ctx.body);
    else signOutPages.nobodySignedIn(ctx, ctx.body);
  }

  /** The browser is signed out, and so is the application that has asked for it. */
  private async signOut(ctx: KoaContextWithOIDC): Promise<void> {
    const { browser } = currentOauthRequest();
    if (!browser || !ctx.oidc.params?.['logout']) return;
    const { repository, browsers, clock, transactions } = this.storage;
    const now = clock.now();
    const { client } = ctx.oidc;
    await transactions.run(async (manager) => {
      if (client) await repository.revokeOfBrowser(manager, browser.id, client.clientId, now);
      await browsers.revoke(manager, browser.id);
    });
  }
}

const isMetadata = (body: unknown): body is { response_modes_supported: unknown } =>
  typeof body === 'object' && body !== null && 'response_modes_supported' in body;
