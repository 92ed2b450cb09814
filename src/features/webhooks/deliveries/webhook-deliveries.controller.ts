import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember, SeniorAdminOfSchool } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import { WebhookDeliveries, WebhookDeliveriesQuery, QueuedDelivery } from '../webhook.dto.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';

@ApiTags('Webhooks')
@Controller('schools/:schoolId/webhooks/:webhookId')
@SchoolMember()
@ApiId('schoolId')
@ApiId('webhookId')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  /** What the webhook was told, newest first. A senior admin may. */
  @Get('deliveries')
  @SeniorAdminOfSchool()
  @WeakETag()
  @Compressed()
  @ApiErrors(400, 403, 404)
  listWebhookDeliveries(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @ValidQuery() query: WebhookDeliveriesQuery,
  ): Promise<WebhookDeliveries> {
    return this.deliveries.list(member, webhookId, query);
  }

  /** Sends a delivery of the kind `test`, also to a webhook that is paused. A senior admin may; 20 may wait at once. */
  @Post('test')
  @SeniorAdminOfSchool()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: QueuedDelivery, description: 'The delivery is on its way.' })
  @Repeatable(({ delivery_id }: QueuedDelivery) => delivery_id)
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  testWebhook(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<QueuedDelivery> {
    return this.deliveries.test(member, webhookId, replay);
  }

  /** Sends a delivery once more, under its id and with as many attempts as a new one. A senior admin may. */
  @Post('deliveries/:deliveryId/replay')
  @SeniorAdminOfSchool()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: QueuedDelivery, description: 'The delivery is on its way again.' })
  @ApiId('deliveryId')
  @ApiErrors(403, 404, [409, 'limit_reached'])
  replayWebhookDelivery(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<QueuedDelivery> {
    return this.deliveries.replay(member, webhookId, deliveryId);
  }
}
