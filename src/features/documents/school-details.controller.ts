import { Controller, Headers, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOfSchool, Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { ApiIfMatch } from '../../platform/http/conditional-request.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { DocumentBody } from './document.dto.js';
import { SchoolDetailsInput } from './school-details.dto.js';
import { SchoolDetailsService } from './school-details.service.js';

@ApiTags('Documents')
@Controller('schools/:schoolId/school-details')
@SchoolMember()
@Feature('document_library')
@ApiId('schoolId')
export class SchoolDetailsController {
  constructor(private readonly details: SchoolDetailsService) {}

  /** Writes School Details, the first entry of the Document Library: what is given of it. An admin may. */
  @Put()
  @AdminOfSchool()
  @ApiIfMatch('list of documents')
  @ApiErrors(400, 403, 404, 409)
  putSchoolDetails(
    @CurrentMember() member: Member,
    @JsonBody() input: SchoolDetailsInput,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<DocumentBody> {
    return this.details.put(member, input, ifMatch);
  }
}
