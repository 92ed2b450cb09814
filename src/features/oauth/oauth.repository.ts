import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { isUuid } from '../../platform/text/uuid.js';
import { isWithinItsSchools } from '../../policy/bounded-schools.js';
import { ApplicationSessions } from '../account/sessions/application-sessions.service.js';
import { ApplicationsService } from './applications.service.js';
import { OauthGrant } from './oauth-grant.entity.js';
import { ClientDocuments } from './documents/client-documents.service.js';
import type { OauthApplication } from './oauth-application.js';
import { OauthArtifact } from './oauth-artifact.entity.js';

export interface StoredArtifact {
  payload: Record<string, unknown>;
  sessionId: string | null;
  /** UTC; when it was used up. */
  consumedAt: Date | null;
  sealedAnswer: Buffer | null;
  /** Its session lives; true for what has none. */
  live: boolean;
  fullyDeactivated: boolean;
  /** It is too old. */
  isOver: boolean;
}

export interface NewArtifact {
  model: string;
  idHash: string;
  payload: Record<string, unknown>;
  sessionId: string | null;
  userId: string | null;
  userCodeHash: string | null;
  expiresAt: Date;
}

export interface NewGrant {
  id: string;
  userId: string;
  applicationId: string;
  browserSessionId: string;
  payload: Record<string, unknown>;
  now: Date;
  expiresAt: Date;
}

const LIVE_SESSION = `s.revoked_at is null and s.expires_at > $3 and ${isWithinItsSchools('s', 's.user_id')}`;

@Injectable()
export class OauthRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly applications: ApplicationsService,
    private readonly sessions: ApplicationSessions,
    private readonly documents: ClientDocuments,
  ) {}

  /** One that people sign in to by this server, and that was not revoked. */
  async findApplication(clientId: string): Promise<OauthApplication | null> {
    if (!isUuid(clientId)) return this.documents.find(clientId);
    const stored = await this.findStored(clientId);
    if (stored) return stored;
    await this.applications.makeSureOf(clientId);
    return this.findStored(clientId);
  }

  private async findStored(id: string): Promise<OauthApplication | null> {
    const [row] = await this.dataSource.query<OauthApplication[]>(
      `select id, id as "clientId", name, secret_hash as "secretHash", is_native as "isNative", uses_device_code as "usesDeviceCode",
         redirect_uris as "redirectUris"
       from applications where id = $1 and document_url is null and revoked_at is null and (cardinality(redirect_uris) > 0 or uses_device_code)`,
      [id],
    );
    return row ?? null;
  }

  async findAccount(userId: string): Promise<{ email: string; verified: boolean } | null> {
    const [row] = await this.dataSource.query<{ email: string; verified: boolean }[]>(
      `select email, email_verified_at is not null as verified from users where id = $1`,
      [userId],
    );
    return row ?? null;
  }

  /**
   * Locked, with its session, until the transaction ends: of two that use it at once the second sees what the first has done. A code is
   * good for as long as the person stays signed in where it was given out.
   */
  async lockArtifact(model: string, idHash: string, now: Date): Promise<StoredArtifact | null> {
    const [row] = await this.dataSource.query<StoredArtifact[]>(
      `select a.payload, a.session_id as "sessionId", a.consumed_at as "consumedAt", a.sealed_answer as "sealedAnswer",
         ${LIVE_SESSION} and (a.model <> 'AuthorizationCode' or not exists (select from oauth_grants g join user_sessions b on b.id = g.browser_session_id
           where g.session_id = s.id and b.revoked_at is not null)) as live,
         (select count(*) > 0 and bool_and(m.deactivated_at is not null) from memberships m where m.user_id = s.user_id) as "fullyDeactivated", false as "isOver"
       from oauth_artifacts a join user_sessions s on s.id = a.session_id
       where a.model = $1 and a.id_hash = $2 and a.expires_at > $3 for update of s, a`,
      [model, idHash, now],
    );
    return row ?? null;
  }

  /**
   * Locks the code and notes the poll. Of two polls at once the second sees the time of the first. @returns time of the poll
   * before, UTC
   */
  async lockDeviceCode(idHash: string, now: Date): Promise<Date | null> {
    const [[row] = []] = await this.dataSource.query<[{ askedAt: string | null }[], number]>(
      `update oauth_artifacts a set payload = a.payload || jsonb_build_object('askedAt', $2::text)
       from (select id_hash, payload ->> 'askedAt' as asked_at from oauth_artifacts where model = 'DeviceCode' and id_hash = $1 for update) before
       where a.model = 'DeviceCode' and a.id_hash = before.id_hash returning before.asked_at as "askedAt"`,
      [idHash, now.toISOString()],
    );
    return row?.askedAt ? new Date(row.askedAt) : null;
  }

  async findArtifact(model: string, idHash: string, now: Date): Promise<StoredArtifact | null> {
    return this.findBy('a.model = $1 and a.id_hash = $2', [model, idHash, now]);
  }

  /** @returns with the digest of its id, which is known to the device alone */
  async findByUserCode(
    userCodeHash: string,
    now: Date,
  ): Promise<(StoredArtifact & { idHash: string }) | null> {
    return this.findBy('a.model = $1 and a.user_code_hash = $2', ['DeviceCode', userCodeHash, now]);
  }

  /** The code of a device also when it is too old: the device is told so. */
  private async findBy(
    condition: string,
    values: unknown[],
  ): Promise<(StoredArtifact & { idHash: string }) | null> {
    const [row] = await this.dataSource.query<(StoredArtifact & { idHash: string })[]>(
      `select a.id_hash as "idHash", a.payload, a.session_id as "sessionId", a.consumed_at as "consumedAt", null as "sealedAnswer",
         a.session_id is null or coalesce(${LIVE_SESSION}, false) as live, false as "fullyDeactivated", a.expires_at <= $3 as "isOver"
       from oauth_artifacts a left join user_sessions s on s.id = a.session_id
       where ${condition} and (a.expires_at > $3 or $1 = 'DeviceCode')`,
      values,
    );
    return row ?? null;
  }

  async saveArtifact(artifact: NewArtifact): Promise<void> {
    await this.dataSource.query(
      `insert into oauth_artifacts (model, id_hash, payload, session_id, user_id, user_code_hash, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (model, id_hash) do update set payload = excluded.payload, session_id = excluded.session_id,
         user_id = excluded.user_id, expires_at = excluded.expires_at`,
      [
        ...[artifact.model, artifact.idHash, artifact.payload, artifact.sessionId, artifact.userId],
        ...[artifact.userCodeHash, artifact.expiresAt],
      ],
    );
  }

  async consumeArtifact(model: string, idHash: string, now: Date): Promise<void> {
    const artifacts = this.dataSource.getRepository(OauthArtifact);
    await artifacts.update({ model, idHash, consumedAt: IsNull() }, { consumedAt: now });
  }

  async removeArtifact(model: string, idHash: string): Promise<void> {
    await this.dataSource.getRepository(OauthArtifact).delete({ model, idHash });
  }

  /** For whoever has lost the answer; those that nobody may ask for any more are dropped. */
  async sealAnswer(idHash: string, sealed: Buffer, forgetBefore: Date): Promise<void> {
    await this.dataSource.query(
      `update oauth_artifacts a set sealed_answer = case when a.id_hash = $1 then $2::bytea end
       from oauth_artifacts spent where spent.model = 'RefreshToken' and spent.id_hash = $1 and a.session_id = spent.session_id
         and a.model = 'RefreshToken' and (a.id_hash = $1 or a.consumed_at < $3 and a.sealed_answer is not null)`,
      [idHash, sealed, forgetBefore],
    );
  }

  /**
   * The session of what a person allows an application in their browser, and what they allow. False when the browser's session
   * is not the person's, not complete or over, or the application is revoked or not for the schools of the person.
   */
  async insertGrant(manager: EntityManager, grant: NewGrant): Promise<boolean> {
    const isOpened = await this.sessions.openAllowed(manager, grant);
    const { id: sessionId, payload, browserSessionId } = grant;
    if (isOpened)
      await manager
        .getRepository(OauthGrant)
        .insert({ sessionId, payload: payload as object, browserSessionId });
    return isOpened;
  }

  /** The grant, if its session lives. */
  async findGrant(id: string, now: Date): Promise<Record<string, unknown> | null> {
    const [row] = await this.dataSource.query<{ payload: Record<string, unknown> }[]>(
      `select g.payload from oauth_grants g join user_sessions s on s.id = g.session_id
       where g.session_id = $1 and s.revoked_at is null and s.expires_at > $2`,
      [id, now],
    );
    return row?.payload ?? null;
  }

  /** The session lives on for as long as its newest refresh token. False when it was ended meanwhile. */
  extendSession(sessionId: string, now: Date, expiresAt: Date): Promise<boolean> {
    return this.sessions.extend(sessionId, now, expiresAt);
  }

  revokeSession(id: string, now: Date): Promise<void> {
    return this.sessions.revoke(id, now);
  }

  /** Revokes the permissions that were given in this browser. */
  async revokeOfBrowser(
    manager: EntityManager,
    browserSessionId: string,
    clientId: string,
    now: Date,
  ): Promise<void> {
    const application = await this.findApplication(clientId);
    if (!application) return;
    const grants = await manager.getRepository(OauthGrant).find({
      select: { sessionId: true },
      where: { browserSessionId },
    });
    const ids = grants.map(({ sessionId }) => sessionId);
    await this.sessions.revokeOf(manager, application.id, ids, now);
  }
}
