import { Controller, Get, Param, Req, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { OwnerOfItem } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { MessageRecipient } from './message-recipient.dto.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { ListExportQuery } from './list-export.dto.js';
import { accessToRecipients } from './logged-access.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import { MessageRecipientsService } from './message-recipients.service.js';

@ApiTags('Lists')
@Controller('lists/:listId')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class MessageRecipientsController {
  constructor(private readonly recipients: MessageRecipientsService) {}

  /**
   * Whom a message to everyone reaches: the guardians of the students on the list and the parents on it, each person
   * once, by name, without the caller and without deactivated members. A phone that its owner hides is hidden from
   * admins too.
   */
  @Get('message-recipients')
  @WeakETag()
  @LogsAccess(accessToRecipients)
  @ApiErrors(404)
  listMessageRecipients(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
  ): Promise<MessageRecipient[]> {
    return this.recipients.list(member, listId);
  }

  /**
   * The message recipients as vCards (RFC 6350; RFC 2426 for `version=3.0`), under the same masks, email included. Phones are plain
   * text.
   */
  @Get('export.vcf')
  @LogsAccess(({ loggedAccess }: LoggedFile) => loggedAccess)
  @ApiOkResponse({
    description: 'One card a recipient.',
    content: { 'text/vcard': { schema: { type: 'string' } } },
  })
  @ApiErrors(400, 404)
  exportList(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
    @ValidQuery() { version }: ListExportQuery,
    @Req() { headers: { accept } }: Request,
  ): Promise<StreamableFile> {
    return this.recipients.exportCards(member, listId, { version, accept });
  }
}
