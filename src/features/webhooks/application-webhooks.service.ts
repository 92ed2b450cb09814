import { Inject, Injectable } from '@nestjs/common';
import { auditItem } from '../../platform/audit/operation.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { ValidationFailedError } from '../../platform/errors/app-error.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { ApplicationWebhooksRepository, type ListedWebhook } from './application-webhooks.repository.js';
import { webhookAddress } from './webhook-address.js';
import { APPLICATION_KINDS } from './webhook-kinds.js';
import { WebhookSecrets } from './webhook-secrets.service.js';

export type { ListedWebhook } from './application-webhooks.repository.js';

/** Of an application. */
const MAX_WEBHOOKS = 20;

/** Webhooks of applications (contract section 26, rule 4): an operator sets them, and they hear of many schools. */
@Injectable()
export class ApplicationWebhooks {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhooks: ApplicationWebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'reachesLoopback'>,
  ) {}

  /**
   * @returns the secret is shown this once
   * @throws CommandRefusedError the address or a kind is none, the application is not there or has as many as it may
   */
  async add(clientId: string, text: string, kinds: string[]): Promise<{ webhookId: string; secret: string }> {
    const url = this.checkedAddress(text);
    assertKinds(kinds);
    return this.transactions.run(async (manager) => {
      const isThere = isUuid(clientId) && (await this.webhooks.lockApplication(manager, clientId));
      if (!isThere) throw new CommandRefusedError('There is no application with this client id.');
      if ((await this.webhooks.count(manager, clientId)) >= MAX_WEBHOOKS)
        throw new CommandRefusedError(
          `An application has at most ${MAX_WEBHOOKS} webhooks: remove one first.`,
        );
      const { secret, sealed } = this.secrets.create();
      const webhook = { applicationId: clientId, url, kinds: [...new Set(kinds)], secretSealed: sealed };
      const webhookId = await this.webhooks.insert(manager, webhook, this.clock.now());
      auditItem('webhook', webhookId);
      return { webhookId, secret };
    });
  }

  /** In the order in which they were made. */
  async list(clientId: string): Promise<ListedWebhook[]> {
    return isUuid(clientId) ? this.webhooks.listOfApplication(clientId) : [];
  }

  /** Of a school, for an operator who is asked why nothing comes. */
  listOfSchool(schoolId: string): Promise<ListedWebhook[]> {
    return this.webhooks.listOfSchool(schoolId);
  }

  /**
   * Its deliveries go with it.
   * @throws CommandRefusedError the application has no such webhook
   */
  remove(clientId: string, url: string): Promise<number> {
    return this.transactions.run(async (manager) => {
      const removed = isUuid(clientId) ? await this.webhooks.remove(manager, clientId, url) : 0;
      if (removed === 0) throw new CommandRefusedError('The application has no webhook with this address.');
      auditItem('application', clientId);
      return removed;
    });
  }

  private checkedAddress(text: string): string {
    try {
      return webhookAddress(text, this.settings.reachesLoopback);
    } catch (error) {
      if (!(error instanceof ValidationFailedError)) throw error;
      throw new CommandRefusedError(`--${error.details.fields?.[0]?.message}.`);
    }
  }
}

function assertKinds(kinds: string[]): void {
  const known: readonly string[] = APPLICATION_KINDS;
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (kinds.length === 0 || unknown !== undefined)
    throw new CommandRefusedError(`--kinds should be some of ${known.join(', ')}, with commas between them.`);
}
