import { Controller, Get, Header, Param, VERSION_NEUTRAL, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../access/access-rule.js';
import { MenuPicturesService } from './menu-pictures.service.js';

/** `{site_url}/api/menu-images/…`: for an `<img>`, which sends no token; the name is what opens it. */
@ApiExcludeController()
@Controller({ path: 'menu-images/:name', version: VERSION_NEUTRAL })
@Public()
export class MenuPicturesController {
  constructor(private readonly pictures: MenuPicturesService) {}

  /** Another picture has another name, so this one may be kept for good; a web app of another site may show it. */
  @Get()
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  showMenuPicture(@Param('name') name: string): Promise<StreamableFile> {
    return this.pictures.show(name);
  }
}
