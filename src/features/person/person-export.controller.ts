import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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

  /** Everything the service holds on the caller, as one document to keep; of secrets only whether they are set. */
  @Get()
  @Header('Content-Disposition', 'attachment; filename="school-directory-export.json"')
  @ApiErrors()
  exportMyData(@CurrentAccount() account: Account): Promise<PersonExport> {
    return this.exports.forCaller(account);
  }
}
