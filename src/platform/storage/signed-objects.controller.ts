import { Controller, Get, Header, Put, Req, Res, StreamableFile, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Permission } from './address-signer.js';
import { ForSignedAddresses, Permitted } from './signed-address.guard.js';
import { SignedObjectsService } from './signed-objects.service.js';

/** `{site_url}/storage/…`: signed addresses of the embedded object store (operations section 2). */
@ApiExcludeController()
@Controller({ path: 'storage/*key', version: VERSION_NEUTRAL })
@ForSignedAddresses()
export class SignedObjectsController {
  constructor(private readonly objects: SignedObjectsService) {}

  @Put()
  putObject(@Permitted() permission: Permission, @Req() request: Request): Promise<void> {
    return this.objects.receive(permission, request);
  }

  /** Whatever the bytes are, a browser shows them as their type or not at all; a web app of another site may show them. */
  @Get()
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  getObject(
    @Permitted() permission: Permission,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.objects.send(permission, response);
  }
}
