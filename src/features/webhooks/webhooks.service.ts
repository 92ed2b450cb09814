import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { auditItem } from '../../platform/audit/operation.js';
import { lockSeniorAdmin } from '../../platform/auth/member-lock.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { LimitReachedError, NotFoundError } from '../../platform/errors/app-error.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Replay } from '../idempotency/replay.js';
import { webhookAddress } from './webhook-address.js';
import {
  type NewWebhookBody,
  toWebhook,
  type WebhookBody,
  type WebhookChanges,
  type WebhookInput,
  type Webhooks,
  type WebhookSecret,
} from './webhook.dto.js';
import type { Webhook } from './webhook.entity.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { type WebhookOfSchool, WebhooksRepository } from './webhooks.repository.js';

/** Of a school. */
export const MAX_WEBHOOKS = 20;
/** Openings are looked for every few seconds: those of a minute before may not have been told yet. */
const HEARD_BEFORE_MS = 60_000;
const FORMER_SECRET_MS = 24 * 60 * 60_000;

/** Webhooks of a school: senior admins decide who hears of what. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'reachesLoopback'>,
  ) {}

  async list({ schoolId }: Member): Promise<Webhooks> {
    return { webhooks: (await this.webhooks.findOfSchool(schoolId)).map(toWebhook) };
  }

  /**
   * @throws ValidationFailedError the address is none that a webhook may have
   * @throws NotAuthorizedError no senior admin any more
   * @throws LimitReachedError
   * @throws NotFoundError for a replay: it was deleted
   */
  create(member: Member, input: WebhookInput, replay?: Replay): Promise<NewWebhookBody> {
    const url = webhookAddress(input.url, this.settings.reachesLoopback);
    return this.transactions.run(async (manager) => {
      await lockSeniorAdmin(manager, member);
      if (replay) return this.created(await this.lock(manager, member, replay.resultKey ?? ''));
      if ((await this.webhooks.countOfSchool(manager, member.schoolId)) >= MAX_WEBHOOKS)
        throw new LimitReachedError(`A school has at most ${MAX_WEBHOOKS} webhooks: delete one first.`);
      const { kinds, description = null } = input;
      const webhook = this.newWebhook({ schoolId: member.schoolId, url, kinds, description });
      const inserted = await this.webhooks.insert(manager, webhook);
      auditItem('webhook', inserted.id);
      return this.created(inserted);
    });
  }

  /**
   * @throws ValidationFailedError the address is none that a webhook may have
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError
   */
  change(member: Member, id: string, changes: WebhookChanges): Promise<WebhookBody> {
    const url = changes.url && webhookAddress(changes.url, this.settings.reachesLoopback);
    return this.transactions.run(async (manager) => {
      await lockSeniorAdmin(manager, member);
      const webhook = await this.lock(manager, member, id);
      const { description = webhook.description } = changes;
      const state = this.stateAfter(webhook, { ...changes, url });
      const next = { ...webhook, ...this.kindsAfter(webhook, changes), description, ...state };
      await this.webhooks.update(manager, next);
      return toWebhook(next);
    });
  }

  /**
   * Its deliveries go with it.
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError
   */
  remove(member: Member, id: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      await lockSeniorAdmin(manager, member);
      const isRemoved = isUuid(id) && (await this.webhooks.remove(manager, member.schoolId, id));
      if (!isRemoved) throw new NotFoundError();
    });
  }

  /**
   * The secret of before signs beside the new one for 24 hours.
   * @throws NotAuthorizedError no senior admin any more
   * @throws NotFoundError
   */
  renewSecret(member: Member, id: string, replay?: Replay): Promise<WebhookSecret> {
    return this.transactions.run(async (manager) => {
      await lockSeniorAdmin(manager, member);
      const webhook = await this.lock(manager, member, id);
      if (replay) return { secret: this.secrets.open(webhook.secretSealed) };
      const { secret, sealed } = this.secrets.create();
      const now = this.clock.now();
      await this.webhooks.update(manager, {
        ...webhook,
        ...{ secretSealed: sealed, formerSecretSealed: webhook.secretSealed },
        ...{ formerSecretUntil: new Date(now.getTime() + FORMER_SECRET_MS), updatedAt: now },
      });
      return { secret };
    });
  }

  /** @throws NotFoundError */
  async get({ schoolId }: Member, id: string): Promise<Webhook> {
    const webhook = isUuid(id) ? await this.webhooks.find(schoolId, id) : null;
    if (!webhook) throw new NotFoundError();
    return webhook;
  }

  /** @throws NotFoundError */
  async lock(manager: EntityManager, { schoolId }: Member, id: string): Promise<WebhookOfSchool> {
    const webhook = isUuid(id) ? await this.webhooks.lock(manager, schoolId, id) : null;
    if (!webhook) throw new NotFoundError();
    return webhook;
  }

  private created(webhook: Webhook): NewWebhookBody {
    return { ...toWebhook(webhook), secret: this.secrets.open(webhook.secretSealed) };
  }

  private newWebhook(
    given: Pick<Webhook, 'schoolId' | 'url' | 'kinds' | 'description'>,
  ): Omit<Webhook, 'id'> {
    const now = this.clock.now();
    return {
      ...{ ...given, applicationId: null, secretSealed: this.secrets.create().sealed },
      ...{ formerSecretSealed: null, formerSecretUntil: null, failingSince: null, pausedAt: null },
      ...{ heardSince: now, createdAt: now, updatedAt: now },
    };
  }

  /** Other kinds: it is told of no opening that was long before, and of none of the last minute twice or never. */
  private kindsAfter(
    { kinds, heardSince }: Webhook,
    { kinds: next }: WebhookChanges,
  ): Pick<Webhook, 'kinds' | 'heardSince'> {
    if (next === undefined) return { kinds, heardSince };
    const since = new Date(this.clock.now().getTime() - HEARD_BEFORE_MS);
    return { kinds: next, heardSince: since > heardSince ? since : heardSince };
  }

  /** Whoever gives another address, or begins anew, starts without the failures of before. */
  private stateAfter(
    { url, failingSince, pausedAt }: Webhook,
    { url: newUrl = url, paused }: Pick<WebhookChanges, 'url' | 'paused'>,
  ): Pick<Webhook, 'url' | 'failingSince' | 'pausedAt' | 'updatedAt'> {
    const now = this.clock.now();
    const isRestarted = newUrl !== url || paused === false;
    return {
      ...{ url: newUrl, updatedAt: now, failingSince: isRestarted ? null : failingSince },
      pausedAt: paused === undefined ? pausedAt : paused ? (pausedAt ?? now) : null,
    };
  }
}
