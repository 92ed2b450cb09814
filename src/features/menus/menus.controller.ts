import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { Along, AlongWithAccess } from '../../access/along-with-access.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { ReadyJson } from '../../http/ready-json.js';
import { ValidQuery } from '../../http/validated.js';
import type { SeenAlong } from '../../snapshots/revision.js';
import { MenuDayQuery, Menus, MenuWeekQuery } from './menu.dto.js';
import { MenusService } from './menus.service.js';
import { ALONG_WITH_MENUS } from './menus.snapshots.js';

@ApiTags('Menus')
@Controller('schools/:schoolId/menus')
@SchoolMember()
@Feature('lunch_menus')
@AlongWithAccess(ALONG_WITH_MENUS)
@ApiId('schoolId')
export class MenusController {
  constructor(private readonly menus: MenusService) {}

  /** Every entry of the menu, of all dates. */
  @Get()
  @ListTag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(403, 404)
  listMenus(@CurrentMember() member: Member, @Along() seen: SeenAlong): Promise<ReadyJson> {
    return this.menus.list(member, seen);
  }

  /** The menu of seven days from a Sunday on. */
  @Get('week')
  @ListTag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(400, 403, 404)
  listMenusOfWeek(
    @CurrentMember() member: Member,
    @ValidQuery() { start }: MenuWeekQuery,
    @Along() seen: SeenAlong,
  ): Promise<ReadyJson> {
    return this.menus.week(member, start, seen);
  }

  /** All meals of one day. */
  @Get('day')
  @ListTag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(400, 403, 404)
  listMenusOfDay(
    @CurrentMember() member: Member,
    @ValidQuery() { date }: MenuDayQuery,
    @Along() seen: SeenAlong,
  ): Promise<ReadyJson> {
    return this.menus.day(member, date, seen);
  }
}
