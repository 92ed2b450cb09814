import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOfItem } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { MessageRecipient, OrganizationCandidate } from './student-list.dto.js';
import { subjectsOfRecipients } from './vcard.js';
import { ParentsService } from '../directory/guardians/parents.service.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import { MessageRecipientsService } from './message-recipients.service.js';

@ApiTags('Lists')
@Controller('lists/:listId')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class ListPeopleController {
  constructor(
    private readonly recipients: MessageRecipientsService,
    private readonly parents: ParentsService,
  ) {}

  /**
   * Whom a message to everyone reaches: the guardians of the students on the list and the parents on it, each person
   * once, by name, without the caller and without deactivated members. A phone that its owner hides is hidden from
   * admins too.
   */
  @Get('message-recipients')
  @WeakETag()
  @LogsAccess(subjectsOfRecipients)
  @ApiErrors(404)
  listMessageRecipients(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
  ): Promise<MessageRecipient[]> {
    return this.recipients.list(member, listId);
  }

  /** The message recipients as vCards (RFC 6350), under the same masks, email included. */
  @Get('export.vcf')
  @LogsAccess(({ disclosed }: LoggedFile) => disclosed)
  @ApiOkResponse({
    description: 'One card a recipient.',
    content: { 'text/vcard': { schema: { type: 'string' } } },
  })
  @ApiErrors(404)
  exportList(@CurrentMember() member: Member, @Param('listId') listId: string): Promise<StreamableFile> {
    return this.recipients.exportCards(member, listId);
  }

  /** Every parent of the school, to choose from; by last name, then first name. */
  @Get('candidates')
  @WeakETag()
  @ApiErrors(404)
  listListCandidates(@CurrentMember() member: Member): Promise<OrganizationCandidate[]> {
    return this.parents.candidates(member.schoolId);
  }
}
