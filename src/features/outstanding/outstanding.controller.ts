import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../access/access-rule.js';
import { CurrentAccount, type Account } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { Compressed } from '../../http/compressed.js';
import { Outstanding } from './outstanding.dto.js';
import { OutstandingService } from './outstanding.service.js';

@ApiTags('Session')
@Controller('me/outstanding')
@SignedIn()
export class OutstandingController {
  constructor(private readonly outstanding: OutstandingService) {}

  /** What is open and waits for the caller's answer, in all their schools that have its feature turned on. */
  @Get()
  @ListTag()
  @Compressed()
  @ApiErrors()
  listOutstanding(@CurrentAccount() account: Account): Promise<Outstanding> {
    return this.outstanding.list(account);
  }
}
