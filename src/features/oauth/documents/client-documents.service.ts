import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { isInTransaction } from '../../../platform/database/ambient-transaction.js';
import { CommandRefusedError } from '../../../platform/errors/operator.error.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { fetchJson, fetchPublicJson } from '../../../platform/upstream/fetch-json.js';
import { kindOfFailure, outsideCall, UpstreamError } from '../../../platform/upstream/outside-call.js';
import { ApplicationSessions } from '../../account/sessions/application-sessions.service.js';
import type { OauthApplication } from '../oauth-application.js';
import { isDocumentAddress, isLoopback, readDocument } from './client-document.js';
import { type AllowedHost, ClientDocumentsRepository } from './client-documents.repository.js';

/** A document is read again when somebody signs in and it was read longer ago. */
const FRESH_MS = 60 * 60_000;

/** The draft recommends 5 kB (section 6.6); names in many languages take more. */
const MAX_BYTES = 20_000;

/** Documents that a process reads at once: of more, what was read before counts. */
const MAX_IN_FLIGHT = 8;

/**
 * Applications that no operator has registered: their client id is the address of a document that says who they are (OAuth
 * Client ID Metadata Document), on a host that the operator allows.
 */
@Injectable()
export class ClientDocuments {
  private readonly logger = new Logger('ClientDocuments');
  private readonly inFlight = new Map<string, Promise<void>>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'reachesLoopback' | 'upstreamTimeoutMs'>,
    private readonly documents: ClientDocumentsRepository,
    private readonly sessions: ApplicationSessions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * The application whose document is at this address; null where its host is not allowed, or its document has never been one. It
   * is read once an hour, and counts as it was read last where it cannot be read. Nothing is read within a transaction: the
   * connection would wait for a host far away.
   */
  async find(clientId: string): Promise<OauthApplication | null> {
    if (!isDocumentAddress(clientId, this.settings.reachesLoopback)) return null;
    await this.learn(clientId);
    return this.documents.find(clientId);
  }

  private async learn(clientId: string): Promise<void> {
    if (isInTransaction()) return;
    const url = new URL(clientId);
    if (!(await this.documents.isAllowed(url.origin))) return;
    const readAt = await this.documents.findReadAt(clientId);
    if (readAt && this.clock.now().getTime() - readAt.getTime() < FRESH_MS) return;
    await this.readOnce(url);
  }

  /**
   * Documents of the host count from now on.
   * @throws CommandRefusedError
   */
  allow(host: string): Promise<string> {
    const origin = this.originOf(host);
    return this.transactions.run(async (manager) => {
      await this.documents.allow(manager, origin, this.clock.now());
      return origin;
    });
  }

  listAllowed(): Promise<AllowedHost[]> {
    return this.documents.findAllowed();
  }

  /**
   * Ends every session with an application of the host as well.
   * @throws CommandRefusedError
   */
  disallow(host: string): Promise<string> {
    const origin = this.originOf(host);
    return this.transactions.run(async (manager) => {
      const applications = await this.documents.disallow(manager, origin);
      if (!applications) throw new CommandRefusedError(`${origin} is not allowed; see "client allowed".`);
      for (const id of applications) await this.sessions.revokeOfApplication(manager, id, this.clock.now());
      return origin;
    });
  }

  private originOf(host: string): string {
    const url = URL.parse(host);
    const isReachable =
      url?.protocol === 'https:' || (url && this.settings.reachesLoopback && isLoopback(url));
    if (!url || !isReachable || url.username || url.password)
      throw new CommandRefusedError(`${host} is no host with https:// before it.`);
    if (url.href !== `${url.origin}/`)
      throw new CommandRefusedError(
        `${host} has more than a host: all documents of a host are allowed, or none. Give ${url.origin}`,
      );
    return url.origin;
  }

  /** However many sign in at once, a document is read once. */
  private async readOnce(url: URL): Promise<void> {
    const underWay = this.inFlight.get(url.href);
    if (underWay) return underWay;
    if (this.inFlight.size >= MAX_IN_FLIGHT) return;
    const reading = this.read(url).finally(() => this.inFlight.delete(url.href));
    this.inFlight.set(url.href, reading);
    return reading;
  }

  private async read(url: URL): Promise<void> {
    try {
      const said = await outsideCall('client_documents', () => this.fetch(url));
      const document = readDocument(said, url.href);
      if (!document) throw new UpstreamError('malformed');
      await this.documents.save(url, document, this.clock.now());
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.logger.warn(
        { host: url.host, reason: kindOfFailure(error) },
        'A client document could not be read',
      );
    }
  }

  private fetch(url: URL): Promise<unknown> {
    const limits = { deadlineMs: this.settings.upstreamTimeoutMs, maxBytes: MAX_BYTES };
    return isLoopback(url) ? fetchJson(url, limits) : fetchPublicJson(url, limits);
  }
}
