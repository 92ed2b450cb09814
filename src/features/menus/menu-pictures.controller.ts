import { Controller, Get, Header, Param, type StreamableFile, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import { MenuImageService } from './menu-image.service.js';

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
