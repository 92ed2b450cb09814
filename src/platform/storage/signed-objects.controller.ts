import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Header,
  Put,
  Req,
  Res,
  StreamableFile,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/access-rule.js';
import { requestOf } from '../http/http-context.js';
import type { Permission } from './address-signer.js';
import { SignedObjectsService } from './signed-objects.service.js';
import { type PermittedRequest, SignedAddressGuard } from './signed-address.guard.js';

/** Open to whoever has an address that was signed for this. */
const ForSignedAddresses = () => applyDecorators(Public(), UseGuards(SignedAddressGuard));

const Permitted = createParamDecorator((_: unknown, context: ExecutionContext): Permission => {
  const { permission } = requestOf<PermittedRequest>(context);
  if (!permission) throw new Error('Permitted on a route without signed addresses');
  return permission;
});

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
