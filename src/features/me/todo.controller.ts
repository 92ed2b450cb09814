import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access-rule.js';
import { type Account, CurrentAccount } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { Outstanding } from './todo.dto.js';
import { TodoService } from './todo.service.js';
import { Compressed } from '../../platform/http/compressed.js';

@ApiTags('Session')
@Controller('me/outstanding')
@SignedIn()
export class TodoController {
  constructor(private readonly outstanding: TodoService) {}

  /** What is open and waits for the caller's answer, in all their schools that have its feature turned on. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiErrors()
  listOutstanding(@CurrentAccount() account: Account): Promise<Outstanding> {
    return this.outstanding.list(account);
  }
}
