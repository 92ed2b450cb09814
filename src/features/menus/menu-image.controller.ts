import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Feature, SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { WaitsForOthers } from '../../access/caller-concurrency.guard.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { ValidQuery } from '../../http/validated.js';
import { MenuImage, MenuImageQuery } from './menu.dto.js';
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
