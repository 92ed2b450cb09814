import { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  createRemoteJWKSet,
  type CryptoKey,
  customFetch,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type RemoteJWKSet,
} from 'jose';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { OutsideIssuer } from '../../../platform/config/outside-services.js';
import type { Settings } from '../../../platform/config/settings.js';
import { fetchJson, fetchNamedJson } from '../../../platform/upstream/fetch-json.js';
import { UpstreamError } from '../../../platform/upstream/outside-call.js';
import { outsideCall } from '../../../platform/upstream/outside-call.js';

/** After this the keys are read again, beside the request that noticed it. */
const FRESH_MS = 10 * 60_000;
/** And not more often than this, should the provider not answer. */
const AGAIN_MS = 30_000;
/** Reads for the sake of unknown keys: a stranger with invented key ids must not make us hammer the provider. */
const READS = { points: 10, duration: 30 };
const MAX_BYTES = 1_000_000;

/** One strange key must not lose the others: it is no key that a token can name. */
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string().catch('') })).max(100) });
const discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });

/**
 * The public keys of the outside provider: remembered by jose's key set, and good to go on with while it cannot be reached.
 * When they are read again is decided here, by the one clock; where they are is found by discovery, when they are.
 */
@Injectable()
export class OidcJwks {
  private readonly logger = new Logger(OidcJwks.name);
  private readonly issuer: OutsideIssuer | null;
  private readonly deadlineMs: number;
  private readonly budget = new RateLimiterMemory(READS);
  private readonly remote: RemoteJWKSet | null;
  private known: JSONWebKeySet | undefined;
  /** Begun. */
  private reads = 0;
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private onRemoval: () => void = () => undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly clock: Clock,
  ) {
    this.issuer = settings.outsideIssuer;
    this.deadlineMs = settings.upstreamTimeoutMs;
    this.remote = this.issuer && this.remoteKeys(this.issuer);
  }

  /** Calls back when a key is no longer published: what it has signed is no longer to be believed. */
  whenRemoved(callback: () => void): void {
    this.onRemoval = callback;
  }

  /**
   * Null when the provider has no such key, several that fit, or cannot be asked now. Never throws, and waits for one read of
   * the keys at most.
   */
  async find(header: JWSHeaderParameters): Promise<KeyObject | null> {
    const { reads } = this;
    // Where nothing is known yet the look itself waits for a read, be it that of somebody else.
    const isLoaded = this.remote?.jwks() !== undefined;
    let key = await this.lookUp(header);
    // It may be a new one. Many who ask at once share one answer.
    if (!key && isLoaded && reads === this.reads) {
      await this.remote?.reload().catch(() => undefined);
      key = await this.lookUp(header);
    }
    this.compare();
    if (!key) return null;
    this.stayFresh();
    return KeyObject.from(key);
  }

  /** Reads them beside the request that asks when they were read long ago, or later than now: clocks are set back. */
  stayFresh(): void {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.readAt) <= FRESH_MS || Math.abs(now - this.triedAt) <= AGAIN_MS) return;
    this.triedAt = now;
    void this.remote
      ?.reload()
      .catch(() => undefined)
      .then(() => this.compare());
  }

  private async lookUp(header: JWSHeaderParameters): Promise<CryptoKey | null> {
    return (await this.remote?.(header).catch(() => null)) ?? null;
  }

  private remoteKeys(issuer: OutsideIssuer): RemoteJWKSet {
    return createRemoteJWKSet(new URL(issuer.jwksUrl ?? issuer.issuer), {
      // Known keys stay good; for the sake of unknown ones we read them again, within the budget.
      cacheMaxAge: Infinity,
      cooldownDuration: Infinity,
      [customFetch]: () => this.read(issuer),
    });
  }

  /** In place of jose's own fetching: within bounds, without redirects, and found by discovery. */
  private async read(issuer: OutsideIssuer): Promise<Response> {
    this.reads += 1;
    await this.budget.consume('reads');
    try {
      const published = await outsideCall('sign_on', () => this.published(issuer));
      this.readAt = this.clock.now().getTime();
      return Response.json(published);
    } catch (error) {
      const reason = error instanceof UpstreamError ? error.reason : 'malformed';
      this.logger.warn(`The keys of the outside provider could not be read: ${reason}`);
      throw error;
    }
  }

  private async published(issuer: OutsideIssuer): Promise<JSONWebKeySet> {
    const limits = { deadlineMs: this.deadlineMs, maxBytes: MAX_BYTES };
    if (issuer.jwksUrl) return jwks.parse(await fetchJson(new URL(issuer.jwksUrl), limits));
    const begun = performance.now();
    const named = new URL(await this.discover(issuer.issuer));
    // Both requests share one deadline: the sender of the token waits for both.
    const deadlineMs = Math.max(1, Math.round(this.deadlineMs - (performance.now() - begun)));
    return jwks.parse(await fetchNamedJson(named, new URL(issuer.issuer), { ...limits, deadlineMs }));
  }

  /** OpenID Connect Discovery 1.0 §4. */
  private async discover(issuer: string): Promise<string> {
    const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const found = discovery.parse(await fetchJson(url, { deadlineMs: this.deadlineMs, maxBytes: MAX_BYTES }));
    if (found.issuer !== issuer) throw new UpstreamError('malformed');
    return found.jwks_uri;
  }

  private compare(): void {
    const [before, now] = [this.known, this.remote?.jwks()];
    this.known = now;
    if (now && before?.keys.some((old) => !now.keys.some((key) => isDeepStrictEqual(key, old))))
      this.onRemoval();
  }
}
