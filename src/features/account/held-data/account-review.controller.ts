import { Controller, Get, HttpCode, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../../platform/pages/form-page.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from '../pages/account-visit.service.js';
import { ReviewService } from './review.service.js';

/** Pages on which the signed-in person reviews everything that leads into their account. */
@ApiExcludeController()
@Controller({ path: 'account/review', version: VERSION_NEUTRAL })
@Public()
export class AccountReviewController {
  constructor(private readonly review: ReviewService) {}

  @Get()
  @FormPage()
  showReview(@CurrentVisit() visit: Visit, @Query('done') done?: string): Promise<HtmlPage> {
    return this.review.show(visit, done);
  }

  @Post()
  @HttpCode(200)
  @ReceivesForm()
  confirmAsOwn(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.review.confirm(visit, form);
  }

  @Post('end')
  @HttpCode(200)
  @ReceivesForm()
  endEverything(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.review.endAll(visit);
  }
}
