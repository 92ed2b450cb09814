import { Controller, Get, Header, VERSION_NEUTRAL, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../access/access-rule.js';
import { FrontPageService } from './front-page.service.js';

/** The bare address, for a person who opens it. */
@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
@Public()
export class FrontPageController {
  constructor(private readonly pages: FrontPageService) {}

  @Get('/')
  @Header('Cache-Control', 'no-store')
  showFrontPage(): Promise<StreamableFile> {
    return this.pages.show();
  }
}
