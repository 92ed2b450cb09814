import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { LoggedAccess } from './access-log-subject.js';
import type { CallerOnRequest } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { requestOf, responseOf } from '../../platform/http/http-context.js';
import type { Read } from './access-log.repository.js';
import { AccessLogRecorder, kindOf } from './access-log-recorder.service.js';

export const LOGGED_ACCESS = 'access-log:logged-access';
export type Params = Record<string, string>;
type FindLoggedAccess = (answer: unknown, query: unknown, params: Params) => LoggedAccess;

/**
 * Lets everyone pass, and records what the answer showed once it is out: only then is it known that it was neither a 304
 * nor an error.
 */
@Injectable()
export class AccessLogGuard implements CanActivate {
  private readonly logger = new Logger(AccessLogGuard.name);

  constructor(
    private readonly reflector: Reflector,
    private readonly recorder: AccessLogRecorder,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = requestOf<Request & CallerOnRequest>(context);
    const response = responseOf(context);
    const reader = readerOf(request);
    const at = this.clock.now();
    const findLoggedAccess = this.reflector.get<FindLoggedAccess>(LOGGED_ACCESS, context.getHandler());
    // Not `finish`: who breaks off shortly before the end has read it all the same.
    response.once('close', () => {
      if (!hasAnswered(request, response)) return;
      const operation = context.getHandler().name;
      try {
        const params = request.params as Params;
        const loggedAccess = findLoggedAccess(response.locals.answer, request.query, params);
        const resourceId = Object.values(params)[0] ?? reader.schoolId;
        this.recorder.record({ reader, operation, resourceId, at, loggedAccess });
      } catch (error) {
        // An error here would reach no handler, and end the process for all.
        this.logger.error(`An answer of ${operation} stays unrecorded: ${kindOf(error)}`);
      }
    });
    return true;
  }
}

function readerOf({ member, byOperator }: CallerOnRequest): Read['reader'] {
  if (!member) throw new Error('LogsAccess on a route without a school');
  return byOperator ? { ...member, role: 'operator' } : member;
}

const hasAnswered = ({ method }: Request, { headersSent, statusCode }: Response): boolean =>
  headersSent && statusCode >= 200 && statusCode < 300 && method !== 'HEAD';
