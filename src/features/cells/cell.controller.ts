import { Controller, Get, HttpCode, Post, Req, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import type { CallerOnRequest } from '../../platform/auth/caller.js';
import { Compressed } from '../../platform/http/compressed.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { CellBearerGuard } from './cell-bearer.guard.js';
import { CellPersonInput, CellRefreshTokenInput, type CellSchools, type PersonInCell } from './cell.dto.js';
import { CellService } from './cell.service.js';
import { CellTokenGuard } from './cell-token.guard.js';

/** `{site_url}/cell/…`: asked by the router in front of several cells, and by nobody else. */
@ApiExcludeController()
@Controller({ path: 'cell', version: VERSION_NEUTRAL })
@Public()
@UseGuards(CellTokenGuard)
export class CellController {
  constructor(private readonly cell: CellService) {}

  /** The schools that are here; one that has moved away is not. */
  @Get('schools')
  @WeakETag()
  @Compressed()
  listCellSchools(): Promise<CellSchools> {
    return this.cell.listSchools();
  }

  /** Whether a person who signs in is known here. It is a POST so that no address stands in a URL. */
  @Post('people')
  @HttpCode(200)
  findCellPerson(@JsonBody() { email }: CellPersonInput): Promise<PersonInCell> {
    return this.cell.findPerson(email);
  }

  /** Whether a session that is renewed is one of here. It counts as no try, and spends nothing. */
  @Post('refresh-tokens')
  @HttpCode(200)
  findCellSession(@JsonBody() { refresh_token }: CellRefreshTokenInput): Promise<PersonInCell> {
    return this.cell.findSession(refresh_token);
  }

  /** Whether the person of a bearer token is known here. Nobody gets an account by it. */
  @Get('bearer')
  @UseGuards(CellBearerGuard)
  findCellBearer(@Req() { user }: CallerOnRequest): Promise<PersonInCell> {
    return this.cell.findBearer(user);
  }
}
