import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { memoizeByRoute } from '../auth/memoize-by-route.js';
import { ANSWER_TAG, type TagOptions } from './etag.decorator.js';
import { COMPRESSED } from './compressed.js';
import { responseOf } from './http-context.js';

/**
 * Lets everyone pass, and leaves with the answer what its route says of tags and compression, for the adapter to send. A guard, since of
 * the steps that know the route it is the one that costs next to nothing: an interceptor brings rxjs into every request.
 */
@Injectable()
export class ETagGuard implements CanActivate {
  private readonly tagOf = memoizeByRoute((context) =>
    this.reflector.get<TagOptions | undefined>(ANSWER_TAG, context.getHandler()),
  );

  private readonly isCompressed = memoizeByRoute(
    (context) => this.reflector.get<true | undefined>(COMPRESSED, context.getHandler()) ?? false,
  );

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { locals } = responseOf(context);
    locals.tag = this.tagOf(context);
    locals.compressed = this.isCompressed(context);
    return true;
  }
}
