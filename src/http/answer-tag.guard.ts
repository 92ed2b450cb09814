import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { oncePerRoute } from '../access/once-per-route.js';
import { ANSWER_TAG, type TagOptions } from './answer-tag.js';
import { COMPRESSED } from './compressed.js';
import { responseOf } from './exchange.js';

/**
 * Lets everyone pass, and leaves with the answer what its route says of tags and compression, for the adapter to send. A guard, since of
 * the steps that know the route it is the one that costs next to nothing: an interceptor brings rxjs into every request.
 */
@Injectable()
export class AnswerTagGuard implements CanActivate {
  private readonly tagOf = oncePerRoute((context) =>
    this.reflector.get<TagOptions | undefined>(ANSWER_TAG, context.getHandler()),
  );

  private readonly isCompressed = oncePerRoute(
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
