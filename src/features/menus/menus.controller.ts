import {
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  type StreamableFile,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { ApiExcludeController, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, Public, SchoolMember } from '../../platform/auth/access-rule.js';
import { Prefetch, Prefetched } from '../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETag } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { PreparedJson } from '../../platform/http/prepared-json.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import type { RequestContext } from '../../platform/cache/snapshot-kind.js';
import { MenuDayQuery, MenuImage, MenuImageQuery, Menus, MenuWeekQuery } from './menu.dto.js';
import { MenusService } from './menus.service.js';
import { ALONG_WITH_MENUS } from './menus.snapshots.js';
import { WaitsForOthers } from '../../platform/auth/caller-concurrency.guard.js';
import { MenuImageService } from './menu-image.service.js';

@ApiTags('Menus')
@Controller('schools/:schoolId/menus')
@SchoolMember()
@Feature('lunch_menus')
@Prefetch(ALONG_WITH_MENUS)
@ApiId('schoolId')
export class MenusController {
  constructor(private readonly menus: MenusService) {}

  /** Every entry of the menu, of all dates. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Menus })
  @ApiErrors(403, 404)
  listMenus(@CurrentMember() member: Member, @Prefetched() seen: RequestContext): Promise<PreparedJson> {
    return this.menus.list(member, seen);
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
    @Prefetched() seen: RequestContext,
  ): Promise<PreparedJson> {
    return this.menus.week(member, start, seen);
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
    @Prefetched() seen: RequestContext,
  ): Promise<PreparedJson> {
    return this.menus.day(member, date, seen);
  }
}

@ApiTags('Menus')
@Controller('schools/:schoolId/menus/:menuId/image')
@SchoolMember()
@Feature('lunch_menus')
@ApiId('menuId')
@ApiId('schoolId')
export class MenuImageController {
  constructor(private readonly images: MenuImageService) {}

  /**
   * The picture of a lunch, made unless there is one of these items.
   * @remarks However many ask at once, one picture is made and all are given it. When that fails, the picture that was
   * there before stays.
   */
  @Post()
  @WaitsForOthers()
  @HttpCode(200)
  @ApiErrors(400, 403, 404, 502)
  createMenuImage(
    @CurrentMember() member: Member,
    @Param('menuId') menuId: string,
    @ValidQuery() query: MenuImageQuery,
  ): Promise<MenuImage> {
    return this.images.picture(member, menuId, query);
  }
}

/** `{site_url}/api/menu-images/…`: for an `<img>`, which sends no token; the name is what opens it. */
@ApiExcludeController()
@Controller({ path: 'menu-images/:name', version: VERSION_NEUTRAL })
@Public()
export class MenuPicturesController {
  constructor(private readonly images: MenuImageService) {}

  /** A web app of another site may show it. Kept by the device that asked, and for an hour: it ends with the school's menus. */
  @Get()
  @Header('Cache-Control', 'private, max-age=3600, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  showMenuPicture(@Param('name') name: string): Promise<StreamableFile> {
    return this.images.show(name);
  }
}
