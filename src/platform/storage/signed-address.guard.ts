import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { NotAuthorizedError } from '../errors/app-error.js';
import { requestOf } from '../http/http-context.js';
import { AddressSigner, type Permission } from './address-signer.js';
import { contentTypeOf } from './object-key.js';

export type PermittedRequest = Request & { permission?: Permission };

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
