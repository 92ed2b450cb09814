import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Application } from '../application.entity.js';
import type { OauthApplication } from '../oauth-application.js';
import { ClientHost } from './client-host.entity.js';
import type { ClientDocument } from './client-document.js';

/** A host that the operator allows. */
export interface AllowedHost {
  origin: string;
  /** UTC. */
  allowed_at: Date;
  /** Documents there that somebody has signed in with, or tried to. */
  clients: number;
}

/** Documents of one host that are stored; of more, those go first that nobody has a session with. */
const MAX_DOCUMENTS = 100;

const READ = `
  insert into applications (name, redirect_uris, is_native, document_url, document_read_at, is_public, created_at)
  values ($1, $2, $3, $4, $5, true, $5)
  on conflict (document_url) where document_url is not null
  do update set name = excluded.name, redirect_uris = excluded.redirect_uris, is_native = excluded.is_native,
    document_read_at = excluded.document_read_at`;

/** $1: the host, $2: how many stay. */
const REMOVE_SURPLUS = `
  delete from applications where id in (
    select a.id from applications a
    where starts_with(a.document_url, $1 || '/') and a.revoked_at is null
    order by exists (select from user_sessions s where s.application_id = a.id) desc, a.document_read_at desc offset $2)
  and not exists (select from user_sessions s where s.application_id = applications.id)`;

/** Applications that are known by the address of a document, and the hosts where such documents may be. */
@Injectable()
export class ClientDocumentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  isAllowed(origin: string): Promise<boolean> {
    return this.dataSource.getRepository(ClientHost).existsBy({ origin });
  }

  /** UTC; null for a document that nobody has asked for yet. */
  async findReadAt(documentUrl: string): Promise<Date | null> {
    const found = await this.dataSource
      .getRepository(Application)
      .findOne({ select: { documentReadAt: true }, where: { documentUrl } });
    return found?.documentReadAt ?? null;
  }

  /** What the document said when it was read last, while its host is allowed, and the application was not revoked. */
  async find(url: string): Promise<OauthApplication | null> {
    const [row] = await this.dataSource.query<OauthApplication[]>(
      `select id, document_url as "clientId", name, null as "secretHash", is_native as "isNative", false as "usesDeviceCode",
         redirect_uris as "redirectUris"
       from applications where document_url = $1 and revoked_at is null and exists (
         select from client_hosts h where starts_with($1, h.origin || '/'))`,
      [url],
    );
    return row ?? null;
  }

  /** One that was revoked stays so. */
  async save(url: URL, { name, redirectUris, isNative }: ClientDocument, now: Date): Promise<void> {
    await this.dataSource.query(READ, [name, redirectUris, isNative, url.href, now]);
    await this.dataSource.query(REMOVE_SURPLUS, [url.origin, MAX_DOCUMENTS]);
  }

  async allow(manager: EntityManager, origin: string, now: Date): Promise<void> {
    await manager.query(
      'insert into client_hosts (origin, allowed_at) values ($1, $2) on conflict (origin) do nothing',
      [origin, now],
    );
  }

  /** By origin. */
  findAllowed(): Promise<AllowedHost[]> {
    return this.dataSource.query(
      `select h.origin, h.allowed_at, (select count(*)::int from applications a
         where starts_with(a.document_url, h.origin || '/') and a.revoked_at is null) as clients
       from client_hosts h order by h.origin`,
    );
  }

  /** @returns the applications of the host, whose sessions are to end; null where it was not allowed */
  async disallow(manager: EntityManager, origin: string): Promise<string[] | null> {
    const [removed] = await manager.query<[unknown[], number]>(
      'delete from client_hosts where origin = $1 returning origin',
      [origin],
    );
    if (removed.length === 0) return null;
    const found = await manager.query<{ id: string }[]>(
      `select id from applications where starts_with(document_url, $1 || '/')`,
      [origin],
    );
    return found.map(({ id }) => id);
  }
}
