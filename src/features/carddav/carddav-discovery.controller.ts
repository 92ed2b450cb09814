import { Controller, Get, Propfind, Redirect, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../platform/auth/access-rule.js';
import { ADDRESS_BOOKS_PATH } from '../subscriptions/app-passwords.service.js';

const FOUND = { url: ADDRESS_BOOKS_PATH, statusCode: 301 };

/** Where a program finds the address books that knows the host alone (RFC 6764 section 5). It asks by either method. */
@ApiExcludeController()
@Controller({ path: '.well-known/carddav', version: VERSION_NEUTRAL })
@Public()
export class CarddavDiscoveryController {
  @Get()
  @Redirect()
  findAddressBooks(): typeof FOUND {
    return FOUND;
  }

  @Propfind()
  @Redirect()
  findPrincipal(): typeof FOUND {
    return FOUND;
  }
}
