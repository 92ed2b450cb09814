import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboxModule } from '../../platform/mail/outbox.module.js';
import { ApplicationWebhooksRepository } from './application-webhooks.repository.js';
import { ApplicationWebhooks } from './application-webhooks.service.js';
import { PausedWebhookMailsRepository } from './pauses/paused-webhook-mails.repository.js';
import { PausedWebhookMails } from './pauses/paused-webhook-mails.service.js';
import { SealedWebhooksRepository } from './sealed-webhooks.repository.js';
import { NotificationEventsRepository } from './notification-events.repository.js';
import { NotificationEvents } from './notification-events.service.js';
import { WebhookDeliveriesController } from './deliveries/webhook-deliveries.controller.js';
import { WebhookDeliveriesRepository } from './deliveries/webhook-deliveries.repository.js';
import { WebhookDeliveriesService } from './deliveries/webhook-deliveries.service.js';
import { WebhookDispatch } from './deliveries/webhook-dispatch.service.js';
import { WebhookEvents } from './webhook-events.service.js';
import { WebhookMomentsRepository } from './moments/webhook-moments.repository.js';
import { WebhookMoments } from './moments/webhook-moments.service.js';
import { WebhookPausesRepository } from './pauses/webhook-pauses.repository.js';
import { WebhookPauses } from './pauses/webhook-pauses.service.js';
import { WebhookQueueRepository } from './deliveries/webhook-queue.repository.js';
import { WebhookSecretRotation } from './webhook-secret-rotation.service.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookSender } from './deliveries/webhook-sender.service.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhooksSubscriber } from './webhooks-subscriber.service.js';

@Module({
  imports: [OutboxModule, TypeOrmModule.forFeature([Webhook])],
  controllers: [WebhookDeliveriesController, WebhooksController],
  providers: [
    ApplicationWebhooks,
    ApplicationWebhooksRepository,
    PausedWebhookMails,
    PausedWebhookMailsRepository,
    SealedWebhooksRepository,
    NotificationEvents,
    NotificationEventsRepository,
    WebhookDeliveriesRepository,
    WebhookDeliveriesService,
    WebhookDispatch,
    WebhookEvents,
    WebhookMoments,
    WebhookMomentsRepository,
    WebhookPauses,
    WebhookPausesRepository,
    WebhookQueueRepository,
    WebhookSecretRotation,
    WebhookSecrets,
    WebhookSender,
    WebhooksRepository,
    WebhooksService,
    WebhooksSubscriber,
  ],
  exports: [ApplicationWebhooks, WebhookSecretRotation],
})
export class WebhooksModule {}
