import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { ListTag } from '../../http/entity-tag.interceptor.js';
import type { JsonText } from '../../http/json-text.js';
import { MenuDayQuery, Menus, MenuWeekQuery } from './menu.dto.js';
import { MenusService } from './menus.service.js';

@ApiTags('Menus')
@Controller('schools/:schoolId/menus')
@SchoolMember()
@Feature('lunch_menus')
@ApiId('schoolId')
export class MenusController {
  constructor(private readonly menus: MenusService) {}

  /** Every entry of the menu, of all dates. */
  @Get()
  @ListTag()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(403, 404)
  listMenus(@CurrentMember() member: Member): Promise<JsonText> {
    return this.menus.list(member);
  }

  /** The menu of seven days from a Sunday on. */
  @Get('week')
  @ListTag()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(400, 403, 404)
  listMenusOfWeek(@CurrentMember() member: Member, @Query() { start }: MenuWeekQuery): Promise<JsonText> {
    return this.menus.week(member, start);
  }

  /** All meals of one day. */
  @Get('day')
  @ListTag()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(400, 403, 404)
  listMenusOfDay(@CurrentMember() member: Member, @Query() { date }: MenuDayQuery): Promise<JsonText> {
    return this.menus.day(member, date);
  }
}
