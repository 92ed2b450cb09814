import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { CallerOnRequest, Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import type { Shown } from './disclosed-subject.js';
import { DisclosureRecorderService } from './disclosure-recorder.service.js';

export const DISCLOSES = 'disclosures:shown';
type ShownIn = (answer: unknown, query: unknown) => Shown;

/**
 * Lets everyone pass, and records what the answer showed once it is out: only then is it known that it was neither a 304
 * nor an error. A guard for the reason that {@link AnswerTagGuard} is one.
 */
@Injectable()
export class DisclosureGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly recorder: DisclosureRecorderService,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & CallerOnRequest>();
    const response = http.getResponse<Response>();
    const shownIn = this.reflector.get<ShownIn>(DISCLOSES, context.getHandler());
    const reader = readerOf(request);
    const read = {
      reader,
      operation: context.getHandler().name,
      resourceId: Object.values(request.params as Record<string, string>)[0] ?? reader.schoolId,
      at: this.clock.now(),
    };
    // Not `finish`: who breaks off shortly before the end has read it all the same.
    response.once('close', () => {
      if (!hasShown(request, response)) return;
      this.recorder.record({ ...read, shown: shownIn(response.locals.answer, request.query) });
    });
    return true;
  }
}

function readerOf({ member }: CallerOnRequest): Member {
  if (!member) throw new Error('Discloses on a route without a school');
  return member;
}

const hasShown = ({ method }: Request, { headersSent, statusCode }: Response): boolean =>
  headersSent && statusCode >= 200 && statusCode < 300 && method !== 'HEAD';
