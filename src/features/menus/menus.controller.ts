import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { Prefetch, Prefetched } from '../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { PreparedJson } from '../../platform/http/prepared-json.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import type { RequestContext } from '../../platform/cache/snapshot-kind.js';
import { MenuDayQuery, Menus, MenuWeekQuery } from './menu.dto.js';
import { MenusService } from './menus.service.js';
import { MENUS_PREFETCH } from './menus.snapshots.js';

@ApiTags('Menus')
@Controller('schools/:schoolId/menus')
@SchoolMember()
@Feature('lunch_menus')
@Prefetch(MENUS_PREFETCH)
@ApiId('schoolId')
export class MenusController {
  constructor(private readonly menus: MenusService) {}

  /** Every entry of the menu, of all dates. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(403, 404)
  listMenus(@CurrentMember() member: Member, @Prefetched() context: RequestContext): Promise<PreparedJson> {
    return this.menus.list(member, context);
  }

  /** The menu of seven days from a Sunday on. */
  @Get('week')
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(400, 403, 404)
  listMenusOfWeek(
    @CurrentMember() member: Member,
    @ValidQuery() { start }: MenuWeekQuery,
    @Prefetched() context: RequestContext,
  ): Promise<PreparedJson> {
    return this.menus.week(member, start, context);
  }

  /** All meals of one day. */
  @Get('day')
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(400, 403, 404)
  listMenusOfDay(
    @CurrentMember() member: Member,
    @ValidQuery() { date }: MenuDayQuery,
    @Prefetched() context: RequestContext,
  ): Promise<PreparedJson> {
    return this.menus.day(member, date, context);
  }
}
