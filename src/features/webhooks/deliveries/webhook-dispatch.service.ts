import { Inject, Injectable, Logger } from '@nestjs/common';
import { UnopenableSecretError } from '../../../platform/auth/data-keys.js';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { outsideCall } from '../../../platform/upstream/outside-call.js';
import { postBounded, type PostOutcome } from '../../../platform/upstream/post-bounded.js';
import type { DeliveryFailure } from './delivery-state.js';
import { MAX_ATTEMPTS, nextAttempt } from './webhook-backoff.js';
import { type ClaimedDelivery, WebhookQueueRepository } from './webhook-queue.repository.js';
import { WebhookSecrets } from '../webhook-secrets.service.js';
import { signedHeaders } from './webhook-signature.js';

/** Bytes of an answer that are read at most. */
const MAX_ANSWER = 64 * 1024;

interface Outcome {
  status: number | null;
  failure: DeliveryFailure | null;
}

/** One attempt at one delivery. */
@Injectable()
export class WebhookDispatch {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly queue: WebhookQueueRepository,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    @Inject(SETTINGS)
    private readonly settings: Pick<Settings, 'upstreamTimeoutMs' | 'reachesLoopback'>,
  ) {}

  async deliver(claimed: ClaimedDelivery): Promise<void> {
    const { status, failure } = await this.attempt(claimed);
    if (failure === null) return this.queue.endDelivered(claimed, status);
    const now = this.clock.now();
    const dueAt = nextAttempt(now, claimed.attempts, Math.random());
    await this.queue.endAttempt(claimed, { status, failure, dueAt }, now);
  }

  /** Processes died over one that has more attempts than there are: one more could, too. */
  private async attempt(claimed: ClaimedDelivery): Promise<Outcome> {
    if (claimed.attempts > MAX_ATTEMPTS) return { status: null, failure: 'interrupted' };
    const secrets = this.signingSecrets(claimed);
    if (!secrets) return { status: null, failure: 'no_secret' };
    const body = bodyOf(claimed);
    const signed = signedHeaders(secrets, { id: claimed.id, at: this.clock.now(), body });
    const headers = { ...signed, 'Content-Type': 'application/json' };
    const limits = { deadlineMs: this.settings.upstreamTimeoutMs, maxBytes: MAX_ANSWER };
    const { reachesLoopback } = this.settings;
    return observed(() => postBounded(new URL(claimed.url), { headers, body }, limits, reachesLoopback));
  }

  /** The newest first; null where no key opens it. */
  private signingSecrets(claimed: ClaimedDelivery): string[] | null {
    const { secretSealed, formerSecretSealed: former, formerSecretUntil: until } = claimed;
    const isFormerGood = former !== null && until !== null && this.clock.now() < until;
    try {
      return [secretSealed, ...(isFormerGood ? [former] : [])].map((sealed) => this.secrets.open(sealed));
    } catch (error) {
      if (!(error instanceof UnopenableSecretError)) throw error;
      this.logger.error('The secret of a webhook cannot be opened: see what "doctor" says of DATA_KEY');
      return null;
    }
  }
}

/** The same to the byte for each attempt. */
const bodyOf = ({ kind, occurredAt, data }: ClaimedDelivery): string =>
  JSON.stringify({ type: kind, timestamp: occurredAt.toISOString(), data });

/** A failure is an outcome here, and counted as one. */
async function observed(post: () => Promise<PostOutcome>): Promise<PostOutcome> {
  let outcome: PostOutcome = { status: null, failure: 'unreachable' };
  const call = async (): Promise<void> => {
    outcome = await post();
    if (outcome.failure !== null) throw new WebhookFailedError(outcome.failure);
  };
  await outsideCall('webhooks', call, (error) => (error as WebhookFailedError).reason).catch(() => undefined);
  return outcome;
}

class WebhookFailedError extends Error {
  constructor(readonly reason: string) {
    super(`A webhook failed: ${reason}`);
  }
}
