import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { finalize, Observable } from 'rxjs';
import { type Actor, type AuditedItem, inOperation, type Operation } from '../../platform/audit/operation.js';
import type { CallerOnRequest } from '../../platform/auth/caller.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import { requestOf } from '../../platform/http/http-context.js';
import type { CallingApplication } from '../oauth/applications.service.js';
import { sourceOf } from '../../platform/http/source-of.js';

type AuditedRequest = Request & CallerOnRequest & { application?: CallingApplication };

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells the audit trail who asks for what; the entry goes with the transaction of the change. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(
    private readonly dataKeys: DataKeys,
    private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = requestOf<AuditedRequest>(context);
    if (READS.has(request.method)) return next.handle();
    const operation: Operation = {
      name: context.getHandler().name,
      actor: actorOf(request),
      source: this.dataKeys.digest('source', sourceOf(request.ip)),
      now: () => this.clock.now(),
      schoolIds: request.member ? [request.member.schoolId] : [],
      item: itemOf(request),
      entries: 0,
      over: false,
    };
    const end = finalize(() => (operation.over = true));
    return new Observable((subscriber) =>
      inOperation(operation, () => next.handle().pipe(end).subscribe(subscriber)),
    );
  }
}

function actorOf({ account, application, byOperator }: AuditedRequest): Actor {
  const kind = byOperator ? 'operator' : account || !application ? 'person' : 'application';
  return {
    kind,
    id: account?.userId ?? application?.id ?? null,
    operator: null,
    reason: null,
  };
}

/** The last thing that the path names, but for the school: `notice` of `:noticeId`. */
function itemOf(request: AuditedRequest): AuditedItem | null {
  const named = Object.entries(request.params as Record<string, string>).filter(
    ([name]) => name.endsWith('Id') && name !== 'schoolId',
  );
  const [name, id] = named.at(-1) ?? [];
  return name === undefined || id === undefined ? null : { type: name.slice(0, -'Id'.length), id };
}
