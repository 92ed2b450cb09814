import {
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  UseFilters,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import {
  type Form,
  FormBody,
  FormPage,
  FormPageErrors,
  OwnPagesGuard,
  ReceivesForm,
} from '../../platform/pages/form-page.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { CurrentVisit, type Visit } from './account-visit.service.js';
import { AccountService, OwnPasswordService } from './account.service.js';
import { AddressesService } from './addresses.service.js';
import { TwoStepSettingsService } from './two-step-settings.service.js';

/** Pages on which people look after their account, each signed in by the browser's own session. */
@ApiExcludeController()
@Controller({ path: 'account', version: VERSION_NEUTRAL })
@Public()
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly passwords: OwnPasswordService,
  ) {}

  @Get()
  @FormPage()
  showAccount(@CurrentVisit() visit: Visit, @Query('done') done?: string): Promise<HtmlPage> {
    return this.account.show(visit, done);
  }

  @Get('confirm')
  @FormPage()
  showConfirmation(@CurrentVisit() visit: Visit, @Query('then') then?: string): Promise<HtmlPage> {
    return this.passwords.showConfirmation(visit, then);
  }

  @Post('confirm')
  @HttpCode(200)
  @ReceivesForm()
  confirmIdentity(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.passwords.confirm(visit, form);
  }

  @Get('password')
  @FormPage()
  showPassword(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.passwords.show(visit);
  }

  @Post('password')
  @HttpCode(200)
  @ReceivesForm()
  changePassword(@CurrentVisit() visit: Visit, @FormBody() form: Form): Promise<HtmlPage> {
    return this.passwords.change(visit, form);
  }

  @Post('sessions/:sessionId/end')
  @HttpCode(200)
  @ReceivesForm()
  endSession(@CurrentVisit() visit: Visit, @Param('sessionId') sessionId: string): Promise<HtmlPage> {
    return this.account.endSession(visit, sessionId);
  }

  @Post('sessions/end')
  @HttpCode(200)
  @ReceivesForm()
  signOutEverywhere(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.passwords.signOutEverywhere(visit);
  }

  @Post('sign-out')
  @HttpCode(200)
  @ReceivesForm()
  signOut(@CurrentVisit() visit: Visit): Promise<HtmlPage> {
    return this.passwords.signOut(visit);
  }

  /** A form sends for it, so that no other site's page can. */
  @Post('export')
  @HttpCode(200)
  @UseGuards(OwnPagesGuard)
  @UseFilters(FormPageErrors)
  @Header('Content-Disposition', 'attachment; filename="school-directory-export.json"')
  downloadMyData(@CurrentVisit() visit: Visit) {
    return this.account.export(visit);
  }
}

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
