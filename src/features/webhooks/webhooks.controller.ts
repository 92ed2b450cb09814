import { Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember, SeniorAdminOfSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import {
  NewWebhookBody,
  WebhookBody,
  WebhookChanges,
  WebhookInput,
  Webhooks,
  WebhookSecret,
} from './webhook.dto.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('Webhooks')
@Controller('schools/:schoolId/webhooks')
@SchoolMember()
@ApiId('schoolId')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** The addresses that hear of changes in the school. A senior admin may. */
  @Get()
  @SeniorAdminOfSchool()
  @WeakETag()
  @Compressed()
  @ApiErrors(403)
  listWebhooks(@CurrentMember() member: Member): Promise<Webhooks> {
    return this.webhooks.list(member);
  }

  /**
   * Adds an address that hears of changes from now on, by the Standard Webhooks specification. A senior admin may; a school has at
   * most 20. Keep the secret: it is shown in this answer alone.
   */
  @Post()
  @SeniorAdminOfSchool()
  @Repeatable()
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createWebhook(
    @CurrentMember() member: Member,
    @JsonBody() input: WebhookInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<NewWebhookBody> {
    return this.webhooks.create(member, input, replay);
  }

  /** Changes what is given. A senior admin may. `paused: false` takes up again what was paused, also by the service. */
  @Patch(':webhookId')
  @SeniorAdminOfSchool()
  @ApiId('webhookId')
  @ApiErrors(400, 403, 404)
  changeWebhook(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @JsonBody() changes: WebhookChanges,
  ): Promise<WebhookBody> {
    return this.webhooks.change(member, webhookId, changes);
  }

  /** Deletes a webhook with its deliveries: what waits is not sent any more. A senior admin may. */
  @Delete(':webhookId')
  @SeniorAdminOfSchool()
  @HttpCode(204)
  @ApiId('webhookId')
  @ApiErrors(403, 404)
  deleteWebhook(@CurrentMember() member: Member, @Param('webhookId') webhookId: string): Promise<void> {
    return this.webhooks.remove(member, webhookId);
  }

  /** Makes a new secret. A senior admin may. The one of before signs beside it for 24 hours. */
  @Post(':webhookId/secret')
  @SeniorAdminOfSchool()
  @HttpCode(200)
  @Repeatable(() => null)
  @ApiId('webhookId')
  @ApiErrors(400, 403, 404, 409)
  renewWebhookSecret(
    @CurrentMember() member: Member,
    @Param('webhookId') webhookId: string,
    @CurrentReplay() replay?: Replay,
  ): Promise<WebhookSecret> {
    return this.webhooks.renewSecret(member, webhookId, replay);
  }
}
