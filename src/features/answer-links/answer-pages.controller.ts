import { Controller, Get, HttpCode, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import {
  type Form,
  FormBody,
  FormPage,
  PageLanguageOf,
  ReceivesForm,
} from '../../platform/pages/form-page.js';
import type { Language } from '../../platform/messages/languages.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { AnswerPages } from './answer-pages.service.js';

/**
 * `{site_url}/answer`: where the buttons of a mail lead. The secret stands behind the `#`, and comes by POST; programs that look at
 * mail follow links, and change nothing.
 */
@ApiExcludeController()
@Controller({ path: 'answer', version: VERSION_NEUTRAL })
@Public()
export class AnswerPagesController {
  constructor(private readonly pages: AnswerPages) {}

  @Get()
  @FormPage()
  showAnswerPage(@PageLanguageOf() language: Language): HtmlPage {
    return this.pages.show(language);
  }

  /** A script of the page sends it by itself: it changes nothing. */
  @Post()
  @HttpCode(200)
  @ReceivesForm()
  openAnswer(@FormBody() form: Form, @PageLanguageOf() language: Language): Promise<HtmlPage> {
    return this.pages.open(form, language);
  }

  @Post('given')
  @HttpCode(200)
  @ReceivesForm()
  giveAnswer(@FormBody() form: Form, @PageLanguageOf() language: Language): Promise<HtmlPage> {
    return this.pages.give(form, language);
  }

  @Post('not-me')
  @HttpCode(200)
  @ReceivesForm()
  endAnswerLinks(@FormBody() form: Form, @PageLanguageOf() language: Language): Promise<HtmlPage> {
    return this.pages.endLinks(form, language);
  }
}
