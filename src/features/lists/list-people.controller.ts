import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { OwnerOfItem } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ParentsService } from '../directory/parents.service.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import type { DisclosingFile } from '../disclosures/disclosed-subject.js';
import { Discloses } from '../disclosures/discloses.js';
import { OrganizationCandidate } from './list-guardian.dto.js';
import { MessageRecipient } from './message-recipient.dto.js';
import { MessageRecipientsService } from './message-recipients.service.js';
import { shownOfRecipients } from './shown-in-lists.js';

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
  @ListTag()
  @Discloses(shownOfRecipients)
  @ApiErrors(404)
  listMessageRecipients(
    @CurrentMember() member: Member,
    @Param('listId') listId: string,
  ): Promise<MessageRecipient[]> {
    return this.recipients.list(member, listId);
  }

  /** The message recipients as vCards (RFC 6350), under the same masks, email included. */
  @Get('export.vcf')
  @Discloses(({ shown }: DisclosingFile) => shown)
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
  @ListTag()
  @ApiErrors(404)
  listListCandidates(@CurrentMember() member: Member): Promise<OrganizationCandidate[]> {
    return this.parents.candidates(member.schoolId);
  }
}
