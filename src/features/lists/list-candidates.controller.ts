import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OwnerOfItem } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { ParentsService } from '../directory/guardians/parents.service.js';
import { OrganizationCandidate } from './student-list.dto.js';

@ApiTags('Lists')
@Controller('lists/:listId')
@OwnerOfItem('list', 'listId')
@ApiId('listId')
export class ListCandidatesController {
  constructor(private readonly parents: ParentsService) {}

  /** Every parent of the school, to choose from; by last name, then first name. */
  @Get('candidates')
  @WeakETag()
  @ApiErrors(404)
  listListCandidates(@CurrentMember() member: Member): Promise<OrganizationCandidate[]> {
    return this.parents.candidates(member);
  }
}
