import type { AcrossSchools } from './operator-across-schools.js';

const ROOM = 'features/webhooks';

const OF_AN_APPLICATION = 'a webhook of an application, which hears of many schools';

/** Those of webhooks: one of an application is of no school, and hears of many. */
export const OF_WEBHOOKS: Record<string, AcrossSchools> = {
  [`${ROOM}/application-webhooks.repository.ts ApplicationWebhooksRepository.count`]: {
    tables: ['webhooks'],
    why: OF_AN_APPLICATION,
  },
  [`${ROOM}/application-webhooks.repository.ts ApplicationWebhooksRepository.listOfApplication`]: {
    tables: ['webhook_deliveries', 'webhooks'],
    why: OF_AN_APPLICATION,
  },
  [`${ROOM}/application-webhooks.repository.ts ApplicationWebhooksRepository.listOfSchool`]: {
    tables: ['webhook_deliveries'],
    why: 'counts what waits for each webhook, whichever school it is of',
  },
  'cli/doctor/tables.check.ts countsOf': {
    tables: ['poll_tallies', 'polls', 'webhooks'],
    why: 'the operator asks which keys have sealed the secrets, and the waiting answers of polls, of all',
  },
  [`${ROOM}/application-webhooks.repository.ts ApplicationWebhooksRepository.remove`]: {
    tables: ['webhooks'],
    why: OF_AN_APPLICATION,
  },
  [`${ROOM}/notification-events.repository.ts NotificationEventsRepository.isHeard`]: {
    tables: ['webhooks'],
    why: 'applications that hear of the school, by the sessions of its members',
  },
  [`${ROOM}/deliveries/webhook-deliveries.repository.ts WebhookDeliveriesRepository.writeDeliveries`]: {
    tables: ['webhooks'],
    why: 'those of the school, and of applications that hear of it by the sessions of its members',
  },
  [`${ROOM}/deliveries/webhook-queue.repository.ts WebhookQueueRepository.claimDue`]: {
    tables: ['schools', 'webhook_deliveries', 'webhooks'],
    why: 'finds deliveries that are due, of whichever school',
  },
  [`${ROOM}/deliveries/webhook-queue.repository.ts WebhookQueueRepository.endDelivered`]: {
    tables: ['webhooks'],
    why: 'the webhook of a delivery that was claimed, which may be of no school',
  },
  [`${ROOM}/deliveries/webhook-queue.repository.ts WebhookQueueRepository.endAttempt`]: {
    tables: ['webhooks'],
    why: 'the webhook of a delivery that was claimed, which may be of no school',
  },
  [`${ROOM}/sealed-webhooks.repository.ts SealedWebhooksRepository.findOthers`]: {
    tables: ['webhooks'],
    why: 'the operator has all secrets sealed by a new key',
  },
  [`${ROOM}/sealed-webhooks.repository.ts SealedWebhooksRepository.replace`]: {
    tables: ['webhooks'],
    why: 'the operator has all secrets sealed by a new key',
  },
  [`${ROOM}/moments/webhook-moments.repository.ts WebhookMomentsRepository.hasWebhooks`]: {
    tables: ['webhooks'],
    why: 'asks whether anybody is to be told of anything',
  },
  [`${ROOM}/moments/webhook-moments.repository.ts WebhookMomentsRepository.markDue`]: {
    tables: ['permission_slips', 'polls', 'schools', 'signups', 'webhook_moments', 'webhooks'],
    why: 'finds items that have opened or closed, of whichever school',
  },
  [`${ROOM}/pauses/webhook-pauses.repository.ts WebhookPausesRepository.pauseFailing`]: {
    tables: ['webhooks'],
    why: 'finds those that have failed for three days, of whichever school',
  },
  [`${ROOM}/pauses/webhook-pauses.repository.ts WebhookPausesRepository.pauseFull`]: {
    tables: ['webhook_deliveries', 'webhooks'],
    why: 'those that were told of something a moment before, which may be of no school',
  },
  [`${ROOM}/pauses/webhook-pauses.repository.ts WebhookPausesRepository.findSeniorAdmins`]: {
    tables: ['memberships', 'webhooks'],
    why: 'the admins of the school of each webhook that was paused',
  },
  [`${ROOM}/pauses/paused-webhook-mails.repository.ts PausedWebhookMailsRepository.findDue`]: {
    tables: ['mails', 'memberships', 'schools', 'webhooks'],
    why: 'mails that were claimed, of whichever school',
  },
};
