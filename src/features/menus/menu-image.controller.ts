import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { MenuImage, MenuImageQuery } from './menu.dto.js';
import { WaitsForOthers } from '../../platform/auth/caller-concurrency.guard.js';
import { MenuImageService } from './menu-image.service.js';

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
