import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOfSchool, Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { Prefetch, Prefetched } from '../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiIfMatch, WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import type { PreparedJson } from '../../platform/http/prepared-json.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import type { RequestContext } from '../../platform/cache/snapshot-kind.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { MenuChangesService } from './menu-changes.service.js';
import {
  CreatedMenus,
  MenuChanges,
  MenuDayQuery,
  MenuEntryBody,
  Menus,
  MenusInput,
  MenuWeekQuery,
} from './menu.dto.js';
import { MenusService } from './menus.service.js';
import { MENUS_PREFETCH } from './menus.snapshots.js';

@ApiTags('Menus')
@Controller('schools/:schoolId/menus')
@SchoolMember()
@Feature('lunch_menus')
@ApiId('schoolId')
export class MenusController {
  constructor(
    private readonly menus: MenusService,
    private readonly changes: MenuChangesService,
  ) {}

  /** Every entry of the menu, of all dates. */
  @Get()
  @Prefetch(MENUS_PREFETCH)
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(403, 404)
  listMenus(@CurrentMember() member: Member, @Prefetched() context: RequestContext): Promise<PreparedJson> {
    return this.menus.list(member, context);
  }

  /** The menu of seven days from a Sunday on. */
  @Get('week')
  @Prefetch(MENUS_PREFETCH)
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
  @Prefetch(MENUS_PREFETCH)
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

  /**
   * Writes one meal, or up to 400 of them. An admin may; a school has at most 20,000. The meal of a date and kind that is there
   * is replaced. Its picture stays until another one is made.
   */
  @Post()
  @AdminOfSchool()
  @Repeatable()
  @ApiErrors(400, 403, 404, [409, 'limit_reached'])
  createMenus(
    @CurrentMember() member: Member,
    @JsonBody() input: MenusInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedMenus> {
    return this.changes.write(member, input, replay);
  }

  /** Changes what is given. An admin may. */
  @Patch(':menuId')
  @AdminOfSchool()
  @ApiId('menuId')
  @ApiIfMatch('menu of the day')
  @ApiErrors(400, 403, 404, 409)
  changeMenu(
    @CurrentMember() member: Member,
    @Param('menuId') menuId: string,
    @JsonBody() changes: MenuChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<MenuEntryBody> {
    return this.changes.change(member, menuId, changes, ifMatch);
  }

  /** Deletes an entry of the menu, with its picture. An admin may. */
  @Delete(':menuId')
  @AdminOfSchool()
  @HttpCode(204)
  @ApiId('menuId')
  @ApiIfMatch('menu of the day')
  @ApiErrors(403, 404, 409)
  deleteMenu(
    @CurrentMember() member: Member,
    @Param('menuId') menuId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, menuId, ifMatch);
  }
}
