import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import type { CallerOnRequest, Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import type { Shown } from './disclosed-subject.js';
import { DisclosureRecorderService } from './disclosure-recorder.service.js';
import { requestOf, responseOf } from '../../access/exchange.js';

export const DISCLOSES = 'disclosures:shown';
type ShownIn = (answer: unknown, query: unknown) => Shown;

/**
 * Sees what the handler returned, since it runs inside of the interceptors that every route shares, and records it
 * once the answer is out: only then is it known that it was neither a 304 nor an error.
 */
@Injectable()
export class DisclosureInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly recorder: DisclosureRecorderService,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf<Request & CallerOnRequest>(context);
    const response = responseOf(context);
    const shownIn = this.reflector.get<ShownIn>(DISCLOSES, context.getHandler());
    const reader = readerOf(request);
    const read = {
      reader,
      operation: context.getHandler().name,
      resourceId: Object.values(request.params as Record<string, string>)[0] ?? reader.schoolId,
      at: this.clock.now(),
    };
    return next.handle().pipe(
      tap((answer) => {
        const shown = shownIn(answer, request.query);
        // Not `finish`: who breaks off shortly before the end has read it all the same.
        response.once('close', () => {
          if (hasShown(request, response)) this.recorder.record({ ...read, shown });
        });
      }),
    );
  }
}

function readerOf({ member }: CallerOnRequest): Member {
  if (!member) throw new Error('Discloses on a route without a school');
  return member;
}

const hasShown = ({ method }: Request, { headersSent, statusCode }: Response): boolean =>
  headersSent && statusCode >= 200 && statusCode < 300 && method !== 'HEAD';
