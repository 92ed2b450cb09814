import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  Controller,
  Get,
  Header,
  Put,
  Req,
  Res,
  StreamableFile,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/access-rule.js';
import { NotAuthorizedError } from '../errors/app-error.js';
import { requestOf } from '../http/http-context.js';
import { AddressSigner, type Permission } from './address-signer.js';
import { contentTypeOf } from './object-key.js';
import { SignedObjectsService } from './signed-objects.service.js';

type PermittedRequest = Request & { permission?: Permission };

/**
 * The signature is what lets a request in; no token replaces it. A guard, since it has to speak before anything reads
 * the body. Every refusal is the same one.
 */
@Injectable()
export class SignedAddressGuard implements CanActivate {
  constructor(private readonly signer: AddressSigner) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<PermittedRequest>(context);
    const method = request.method === 'PUT' ? 'PUT' : 'GET';
    const permission = await this.signer.verify(method, request.originalUrl);
    if (!permission) throw new NotAuthorizedError();
    if (method === 'PUT' && request.headers['content-type'] !== contentTypeOf(permission.key)) {
      throw new NotAuthorizedError();
    }
    request.permission = permission;
    return true;
  }
}

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
