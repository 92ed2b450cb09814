import { Injectable } from '@nestjs/common';
import { type SealedWebhook, SealedWebhooksRepository } from './sealed-webhooks.repository.js';
import { WebhookSecrets } from './webhook-secrets.service.js';

const BATCH = 500;

/** Seals the secrets of webhooks by the key of now. */
@Injectable()
export class WebhookSecretRotation {
  constructor(
    private readonly stored: SealedWebhooksRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  /** Seals all by the key of now. It can be begun again, and by several at once. */
  async rotate(): Promise<{ sealed: number; unopenable: number }> {
    const rotation = { sealed: 0, unopenable: 0 };
    let after: string | null = null;
    for (;;) {
      const found: SealedWebhook[] = await this.stored.findOthers(this.secrets.currentPrefix, after, BATCH);
      for (const webhook of found) rotation[await this.seal(webhook)] += 1;
      after = found.at(-1)?.id ?? null;
      if (found.length < BATCH) return rotation;
    }
  }

  /** A former secret that no key opens is left out: it would have signed for a day at most. */
  private async seal(webhook: SealedWebhook): Promise<'sealed' | 'unopenable'> {
    const secret = this.secrets.resealed(webhook.secret_sealed);
    if (secret === null) return 'unopenable';
    const { former_secret_sealed: former } = webhook;
    const resealed = former === null ? null : this.secrets.resealed(former);
    await this.stored.replace(webhook, { secret_sealed: secret, former_secret_sealed: resealed });
    return 'sealed';
  }
}
