import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import { utcText } from '../../platform/database/utc-text.js';
import { ApplicationSessions } from '../account/sessions/application-sessions.service.js';
import { Application } from './application.entity.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** The service's own page `/docs`. */
export const DOCS_CLIENT_ID = '5c400100-0000-4000-8000-000000000001';

/** `school-directory-login`. */
export const LOGIN_CLIENT_ID = '5c400100-0000-4000-8000-000000000002';

/**
 * Applications that every installation has. Each gets its row when it is asked for, so that a database in which nobody has signed in
 * yet is empty; once an operator has revoked it, it stays so.
 */
export const BUILT_IN_APPLICATIONS = [
  // Below SITE_URL, whatever that is.
  { id: DOCS_CLIENT_ID, name: 'API documentation', usesDeviceCode: false, redirectUris: ['/docs'] },
  { id: LOGIN_CLIENT_ID, name: 'School Directory login', usesDeviceCode: true, redirectUris: [] },
];

/** An application as an operator sees it. */
export interface ListedApplication {
  client_id: string;
  name: string;
  /** Of an application that nobody has registered: its client id in requests. */
  document_url: string | null;
  is_public: boolean;
  redirect_uris: string[];
  created_at: string;
  revoked_at: string | null;
  /** Number of open sessions. */
  sessions: number;
}

@Injectable()
export class ApplicationsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly sessions: ApplicationSessions,
  ) {}

  insertApplication(
    application: Pick<Application, 'name' | 'secretHash' | 'createdAt'> & Partial<Application>,
  ): Promise<Application> {
    return this.transactions.run(async (manager) => {
      const inserted = await manager.save(manager.create(Application, { ...application, revokedAt: null }));
      auditItem('application', inserted.id);
      return inserted;
    });
  }

  /** One of another installation, under its id. @throws unique violation where that is taken, by a revoked one too */
  insertCopy(application: Application): Promise<void> {
    return this.transactions.run(async (manager) => {
      await manager.insert(Application, { ...application });
      auditItem('application', application.id);
    });
  }

  /** Those that are there stay as they are, revoked ones above all. */
  async insertBuiltIn(now: Date): Promise<void> {
    const values = BUILT_IN_APPLICATIONS.map((application) => ({
      ...application,
      ...{ secretHash: null, isPublic: true, createdAt: now },
    }));
    await this.dataSource.createQueryBuilder().insert().into(Application).values(values).orIgnore().execute();
  }

  /** By name. Times are UTC. */
  listApplications(): Promise<ListedApplication[]> {
    return this.dataSource.query(
      `select id as client_id, name, document_url, is_public, redirect_uris, ${utcText('created_at')} as created_at, ${utcText('revoked_at')} as revoked_at,
         (select count(*)::int from user_sessions open where open.application_id = applications.id
           and open.revoked_at is null and open.expires_at > now()) as sessions
       from applications order by name, created_at, id`,
    );
  }

  findActive(id: string): Promise<Application | null> {
    return this.dataSource.getRepository(Application).findOneBy({ id, revokedAt: IsNull() });
  }

  /** With every session that it opened. False when there is no such application. */
  revoke(id: string, now: Date): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      auditItem('application', id);
      const [rows] = await manager.query<[unknown[], number]>(
        `update applications set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id`,
        [id, now],
      );
      // A statement of its own: it sees what sign-ins have opened that the first one had to wait for.
      await this.sessions.revokeOfApplication(manager, id, now);
      return rows.length > 0;
    });
  }
}
