import { Controller, Get, Header, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { CurrentAccount, type Account } from '../../platform/auth/caller.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { PersonExport } from './person-export.dto.js';
import { PersonExportService } from './person-export.service.js';

@ApiTags('Privacy')
@Controller('me/export')
@SignedIn()
export class PersonExportController {
  constructor(private readonly exports: PersonExportService) {}

  /**
   * Everything the service holds on the caller, as one document to keep; of secrets only whether they are set. It is sent
   * while it is written, one at a time for a person.
   */
  @Get()
  @ApiOkResponse({ type: PersonExport })
  @Header('Content-Disposition', 'attachment; filename="school-directory-export.json"')
  @ApiErrors()
  exportMyData(@CurrentAccount() account: Account): Promise<StreamableFile> {
    return this.exports.forCaller(account);
  }
}
