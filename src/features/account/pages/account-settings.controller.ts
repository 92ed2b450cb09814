import { Controller, Get, HttpCode, Post, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../platform/auth/access-rule.js';
import { type Form, FormBody, FormPage, ReceivesForm } from '../../../platform/pages/form-page.js';
import type { HtmlPage } from '../../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from './account-visit.service.js';
import { AddressesService } from '../addresses/addresses.service.js';
import { TwoStepSettingsService } from '../two-step/two-step-settings.service.js';

@ApiExcludeController()
@Controller({ path: 'account', version: VERSION_NEUTRAL })
@Public()
export class AccountSettingsController {
  constructor(
    private readonly twoStep: TwoStepSettingsService,
    private readonly addresses: AddressesService,
  ) {}

  @Get('two-step')
  @FormPage()
  showTwoStep(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.twoStep.show(visit);
  }

  @Post('two-step')
  @HttpCode(200)
  @ReceivesForm()
  turnTwoStepOn(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.twoStep.turnOn(visit, form);
  }

  @Post('two-step/codes')
  @HttpCode(200)
  @ReceivesForm()
  renewRecoveryCodes(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.twoStep.renewCodes(visit, form);
  }

  @Post('two-step/off')
  @HttpCode(200)
  @ReceivesForm()
  turnTwoStepOff(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.twoStep.turnOff(visit, form);
  }

  @Get('addresses')
  @FormPage()
  showAddresses(@CurrentVisit() visit: Visit, @Query('done') done?: string): Promise<HtmlPage> {
    return this.addresses.show(visit, done);
  }

  @Post('addresses')
  @HttpCode(200)
  @ReceivesForm()
  addAddress(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.addresses.add(visit, form);
  }

  @Post('addresses/first')
  @HttpCode(200)
  @ReceivesForm()
  makeAddressFirst(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.addresses.makeFirst(visit, form);
  }

  @Post('addresses/remove')
  @HttpCode(200)
  @ReceivesForm()
  removeAddress(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.addresses.remove(visit, form);
  }

  /** From a mail. It changes nothing: programs that look at mail follow links. */
  @Get('address')
  @FormPage()
  showAddressLink(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.addresses.showLink(visit);
  }

  @Post('address')
  @HttpCode(200)
  @ReceivesForm()
  takeAddressLink(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.addresses.takeLink(visit, form);
  }
}
