import type { Adapter, AdapterPayload, errors } from 'oidc-provider';
import { requiresNew } from '../../platform/database/ambient-transaction.js';
import { isUuid } from '../../platform/text/uuid.js';
import type { SigningAlgorithm } from '../../platform/auth/signing-keys.js';
import { RateLimitedError } from '../../platform/errors/app-error.js';
import { auditItem, currentOperation, inOperation } from '../../platform/audit/operation.js';
import { sha256 } from '../account/secrets.js';
import { tooLongParameter } from './oauth-bounds.js';
import { ClientStorage, none, nothing } from './oauth-client-storage.js';
import { currentOauthRequest, oneAfterAnother } from './oauth-request.js';
import type { StoredArtifact } from './oauth.repository.js';
import type { OauthStorage } from './oauth-storage.repository.js';

/** Within this time a spent refresh token gives its holder the same answer again: the first may have been lost. */
export const LOST_ANSWER_MS = 30_000;

/** How long a grant lives that no refresh token has come of: as long as the access token of its code. */
const GRANT_MS = 20 * 60_000;

/** A zero byte, as JSON writes it. */
const ZERO_BYTE = '\\u0000';

/** A device asks every five seconds whether somebody has agreed (RFC 8628, section 3.5); clocks are not exact. */
const DEVICE_PAUSE_MS = 4_000;

/** Beginning of an id of which only the digest is known, because it was found by another way. */
const BY_DIGEST = '#';

/** By model: where the library looks for what it knows by its digest. Nobody else is to, who has read the database, say. */
const FOUND_BY_DIGEST: Record<string, string | undefined> = {
  DeviceCode: '/device',
  PushedAuthorizationRequest: '/oauth/authorize/',
};

/** The library's refusals, which is loaded when it is needed, what ID tokens are signed with, and SITE_URL. */
export interface LoadedLibrary {
  errors: typeof errors;
  algorithm: SigningAlgorithm;
  site: string;
}

/**
 * Stores what the authorization server's library hands over. Ids are secrets, and only their digests are stored; a grant is a session of
 * the person, and what belongs to it is good for as long as that lives.
 */
export function oauthAdapter(storage: OauthStorage, library: LoadedLibrary): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return new ClientStorage(storage.repository, library);
    return model === 'Grant'
      ? new GrantStorage(storage, library)
      : new ArtifactStorage(storage, library, model);
  };
}

class ArtifactStorage implements Adapter {
  constructor(
    private readonly storage: OauthStorage,
    private readonly library: LoadedLibrary,
    private readonly model: string,
  ) {}

  upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    return oneAfterAnother(async () => {
      const { repository, clock } = this.storage;
      const { grantId = null, accountId = null, userCode } = payload;
      this.assertStorable(payload);
      const expiresAt = new Date(clock.now().getTime() + expiresIn * 1000);
      if (this.model === 'RefreshToken' && grantId) {
        if (accountId) await this.countRenewal(accountId);
        const lives = await repository.extendSession(grantId, clock.now(), expiresAt);
        if (!lives) throw new this.library.errors.InvalidGrant('the session has ended');
      }
      await repository.saveArtifact({
        ...{ model: this.model, idHash: this.digest(id), payload: withoutSecrets(id, payload), expiresAt },
        sessionId: grantId,
        userId: accountId,
        userCodeHash: userCode ? sha256(userCode) : null,
      });
    });
  }

  /** On the connection of the renewal: with one more for each, as many at once as there are connections would wait for ever. */
  private countRenewal(userId: string): Promise<void> {
    return this.storage.limits.count({ renewed: userId }).catch((error: unknown) => {
      if (!(error instanceof RateLimitedError)) throw error;
      throw new this.library.errors.CustomOIDCProviderError('temporarily_unavailable', 'too many renewals');
    });
  }

  /** Anybody has it store what they ask for, before they are known. */
  private assertStorable(payload: AdapterPayload): void {
    const { InvalidRequest } = this.library.errors;
    // In no text of PostgreSQL.
    if (JSON.stringify(payload).includes(ZERO_BYTE))
      throw new InvalidRequest('a parameter holds a zero byte');
    const long = tooLongParameter(payload);
    if (long !== null) throw new InvalidRequest(`${long} is too long`);
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return oneAfterAnother(async () => {
      const isToken = this.model === 'RefreshToken' || this.model === 'AuthorizationCode';
      const pathPrefix = FOUND_BY_DIGEST[this.model];
      const mayBeDigest = pathPrefix !== undefined && currentOauthRequest().path.startsWith(pathPrefix);
      if (id.startsWith(BY_DIGEST) && !mayBeDigest) return undefined;
      const { repository, clock } = this.storage;
      const now = clock.now();
      const polledAt = this.model === 'DeviceCode' ? await this.lockDevice(id, now) : null;
      const stored = isToken
        ? await repository.lockArtifact(this.model, this.digest(id), now)
        : await repository.findArtifact(this.model, this.digest(id), now);
      if (!stored?.live) return undefined;
      if (this.model === 'Session' && !this.isOfBrowser(stored)) return undefined;
      if (this.model === 'RefreshToken' && !(await this.mayRefresh(stored))) return undefined;
      const isPending = stored.sessionId === null && stored.payload['error'] === undefined;
      if (polledAt && isPending && now.getTime() - polledAt.getTime() < DEVICE_PAUSE_MS)
        throw new this.library.errors.SlowDown();
      return restored(id, stored);
    });
  }

  /** Until the transaction ends. @returns when the device has asked before, UTC */
  private async lockDevice(id: string, now: Date): Promise<Date | null> {
    if (currentOauthRequest().path !== '/oauth/token') return null;
    return this.storage.repository.lockDeviceCode(this.digest(id), now);
  }

  /** Somebody types the code of their device: guesses are counted. */
  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return oneAfterAnother(async () => {
      const { repository, limits, clock } = this.storage;
      const attempt = { userCode: currentOauthRequest().source };
      await requiresNew(() => limits.count(attempt)).catch((error: unknown) => {
        if (!(error instanceof RateLimitedError)) throw error;
        throw new this.library.errors.CustomOIDCProviderError('temporarily_unavailable', 'too many codes');
      });
      const stored = await repository.findByUserCode(sha256(userCode), clock.now());
      if (!stored?.live) return undefined;
      await requiresNew(() => limits.forgive(attempt));
      return { ...restored(`${BY_DIGEST}${stored.idHash}`, stored), userCode };
    });
  }

  /** Nothing is bound to the library's own session. */
  findByUid(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  consume(id: string): Promise<void> {
    return oneAfterAnother(() =>
      this.storage.repository.consumeArtifact(this.model, this.digest(id), this.storage.clock.now()),
    );
  }

  destroy(id: string): Promise<void> {
    return oneAfterAnother(() => this.storage.repository.removeArtifact(this.model, this.digest(id)));
  }

  /** All of them end with the session. */
  revokeByGrantId(grantId: string): Promise<void> {
    return oneAfterAnother(() => this.storage.repository.revokeSession(grantId, this.storage.clock.now()));
  }

  /** True for an artifact of this browser's user: the browser's own session says who is signed in, and not the library's. */
  private isOfBrowser({ payload }: StoredArtifact): boolean {
    const { accountId } = payload;
    return accountId === undefined || accountId === currentOauthRequest().browser?.userId;
  }

  /** One that was spent is handed on, so that its session is ended, unless the answer to it may have been lost. */
  private async mayRefresh({ payload, sessionId, ...stored }: StoredArtifact): Promise<boolean> {
    const { repository, clock } = this.storage;
    if (typeof payload['accountId'] === 'string') auditItem('user', payload['accountId']);
    if (stored.fullyDeactivated && sessionId) {
      await repository.revokeSession(sessionId, clock.now());
      return false;
    }
    const request = currentOauthRequest();
    // Signing out with a spent token ends the session.
    if (!stored.consumedAt || request.path !== '/oauth/token') return true;
    request.spent = { sessionId, clientId: payload['clientId'] };
    const age = clock.now().getTime() - stored.consumedAt.getTime();
    if (age > LOST_ANSWER_MS || !stored.sealedAnswer) return true;
    request.lostAnswer = { sealed: stored.sealedAnswer, clientId: payload['clientId'] };
    return false;
  }

  private digest(id: string): string {
    return id.startsWith(BY_DIGEST) ? id.slice(BY_DIGEST.length) : sha256(id);
  }
}

/**
 * The id, the code, the cookie of the library's session and the id of a request that was pushed are secrets. The address that an
 * interaction returns to ends with its id, which is what the browser's cookie holds.
 */
function withoutSecrets(
  id: string,
  { jti: _, userCode: __, session: ___, returnTo, parJti, ...payload }: AdapterPayload,
): AdapterPayload {
  return {
    ...payload,
    ...(returnTo !== undefined && { returnTo: returnTo.slice(0, -id.length) }),
    ...(typeof parJti === 'string' && {
      parJti: parJti.startsWith(BY_DIGEST) ? parJti : `${BY_DIGEST}${sha256(parJti)}`,
    }),
  };
}

const restored = (id: string, { payload, consumedAt, isOver }: StoredArtifact): AdapterPayload => ({
  ...payload,
  jti: id,
  ...(typeof payload['returnTo'] === 'string' && { returnTo: `${payload['returnTo']}${id}` }),
  // The library goes by the machine's clock.
  ...(isOver && { exp: 1 }),
  ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
});

/** A session of the person in the application, until it is ended in whatever way a session can be. */
class GrantStorage implements Adapter {
  constructor(
    private readonly storage: OauthStorage,
    private readonly library: LoadedLibrary,
  ) {}

  upsert(id: string, payload: AdapterPayload): Promise<void> {
    return oneAfterAnother(async () => {
      const { repository, browsers, clock, transactions } = this.storage;
      const { browser, operation } = currentOauthRequest();
      const { accountId: userId, clientId } = payload;
      const application = clientId === undefined ? null : await repository.findApplication(clientId);
      const now = clock.now();
      const inserted =
        browser !== null && userId !== undefined && application !== null
          ? await inOperation(currentOperation() ?? operation, () =>
              transactions.run(async (manager) => {
                auditItem('application', application.id);
                // A change of the password, or turning on two-step verification, waits for this lock, and then ends the new
                // session too.
                await browsers.lockSignIn(manager, userId);
                return repository.insertGrant(manager, {
                  ...{ id, userId, applicationId: application.id, payload, now },
                  browserSessionId: browser.id,
                  expiresAt: new Date(now.getTime() + GRANT_MS),
                });
              }),
            )
          : false;
      if (!inserted) throw new this.library.errors.AccessDenied();
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (!isUuid(id)) return undefined;
    const payload = await oneAfterAnother(() =>
      this.storage.repository.findGrant(id, this.storage.clock.now()),
    );
    if (!payload) return undefined;
    // It ends with its session, which lives on with each refresh token; the library would end it where it stood at first.
    const { exp: _, ...grant } = payload;
    return { ...grant, jti: id };
  }

  destroy(id: string): Promise<void> {
    return oneAfterAnother(() => this.storage.repository.revokeSession(id, this.storage.clock.now()));
  }

  revokeByGrantId(id: string): Promise<void> {
    return this.destroy(id);
  }

  consume = nothing;
  findByUid = none;
  findByUserCode = none;
}
