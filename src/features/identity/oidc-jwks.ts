import { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  createLocalJWKSet,
  type JSONWebKeySet,
  type JWK,
  type JWSHeaderParameters,
  type LocalJWKSet,
} from 'jose';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { OutsideIssuer } from '../../platform/config/outside-services.js';
import type { Settings } from '../../platform/config/settings.js';
import { fetchJson, fetchNamedJson } from '../../platform/upstream/fetch-json.js';
import { UpstreamError } from '../../platform/upstream/outside-call.js';
import { outsideCall } from '../../platform/upstream/outside-call.js';

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
 * The public keys of the outside provider: remembered, and good to go on with while it cannot be reached. The fetching is
 * ours, and not jose's `createRemoteJWKSet`, for the reasons in `docs/decisions/2026-11-25-plain-house.md`.
 */
@Injectable()
export class OidcJwks {
  private readonly logger = new Logger(OidcJwks.name);
  private readonly issuer: OutsideIssuer | null;
  private readonly deadlineMs: number;
  private readonly budget = new RateLimiterMemory(READS);
  private keys: JWK[] = [];
  private keySet: LocalJWKSet = createLocalJWKSet({ keys: [] });
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private reading: Promise<void> | null = null;
  private onRemoval: () => void = () => undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly clock: Clock,
  ) {
    this.issuer = settings.outsideIssuer;
    this.deadlineMs = settings.upstreamTimeoutMs;
  }

  /** Calls back when a key is no longer published: what it has signed is no longer to be believed. */
  whenRemoved(callback: () => void): void {
    this.onRemoval = callback;
  }

  /** Null when the provider has no such key, or cannot be asked now. Never throws. */
  async find(header: JWSHeaderParameters): Promise<KeyObject | null> {
    const known = await this.lookUp(header);
    if (known) {
      this.stayFresh();
      return known;
    }
    await this.read();
    return this.lookUp(header);
  }

  /** Reads them beside the request that asks when they were read long ago, or later than now: clocks are set back. */
  stayFresh(): void {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.readAt) <= FRESH_MS || Math.abs(now - this.triedAt) <= AGAIN_MS) return;
    this.triedAt = now;
    void this.read();
  }

  /** None either where several fit, as in a set without key ids. */
  private lookUp(header: JWSHeaderParameters): Promise<KeyObject | null> {
    return this.keySet(header).then(
      (key) => KeyObject.from(key),
      () => null,
    );
  }

  /** Many who ask at once share one answer. */
  private read(): Promise<void> {
    this.reading ??= this.readNow().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readNow(): Promise<void> {
    const allowed = await this.budget.consume('reads').then(
      () => true,
      () => false,
    );
    if (!allowed || !this.issuer) return;
    try {
      const { issuer } = this;
      this.replace(await outsideCall('sign_on', () => this.published(issuer)));
    } catch (error) {
      const reason = error instanceof UpstreamError ? error.reason : 'malformed';
      this.logger.warn(`The keys of the outside provider could not be read: ${reason}`);
    }
  }

  private async published(issuer: OutsideIssuer): Promise<JSONWebKeySet> {
    const limits = { deadlineMs: this.deadlineMs, maxBytes: MAX_BYTES };
    if (issuer.jwksUrl) return jwks.parse(await fetchJson(new URL(issuer.jwksUrl), limits));
    const named = new URL(await this.discover(issuer.issuer));
    return jwks.parse(await fetchNamedJson(named, new URL(issuer.issuer), limits));
  }

  /** OpenID Connect Discovery 1.0 §4. */
  private async discover(issuer: string): Promise<string> {
    const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const found = discovery.parse(await fetchJson(url, { deadlineMs: this.deadlineMs, maxBytes: MAX_BYTES }));
    if (found.issuer !== issuer) throw new UpstreamError('malformed');
    return found.jwks_uri;
  }

  private replace(published: JSONWebKeySet): void {
    const removed = this.keys.some((old) => !published.keys.some((key) => isDeepStrictEqual(key, old)));
    this.keySet = createLocalJWKSet(published);
    this.keys = published.keys;
    this.readAt = this.clock.now().getTime();
    if (removed) this.onRemoval();
  }
}
