import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requestOf } from '../../platform/http/http-context.js';

/**
 * A request that was made before, with the same Idempotency-Key and body. Whoever handles it asks for the caller's rights
 * as at the first time, writes nothing, and reads again what the first one made (contract section 0, rule 10).
 */
export interface Replay {
  /** Id of what the first request made, or of what else tells it from others; null where the answer names nothing. */
  createdId: string | null;
}

export interface ReplayOnRequest {
  replay?: Replay;
  isBodyForgotten?: boolean;
}

/**
 * Called by whoever takes a body that nobody may find out by trying: no digest of it is kept, and a repeat with the same key
 * is taken for the same request.
 */
export const ForgetBody = createParamDecorator((_: unknown, context: ExecutionContext) => (): void => {
  requestOf<ReplayOnRequest>(context).isBodyForgotten = true;
});

/** Undefined for a first request, and for one without the header. */
export const CurrentReplay = createParamDecorator(
  (_: unknown, context: ExecutionContext): Replay | undefined => requestOf<ReplayOnRequest>(context).replay,
);

/** Conditions of a change that may be repeated. */
export interface ChangeConditions {
  ifMatch: string | undefined;
  replay: Replay | undefined;
}

export const CurrentConditions = createParamDecorator(
  (_: unknown, context: ExecutionContext): ChangeConditions => {
    const { headers, replay } = requestOf<Request & ReplayOnRequest>(context);
    return { ifMatch: headers['if-match'], replay };
  },
);
