import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requestOf } from '../../platform/http/http-context.js';

/**
 * A request that repeats a former one, with the same Idempotency-Key and body. Its handler checks the caller's rights as at
 * the first time, writes nothing, and reads the result of the former request again (contract section 0, rule 10).
 */
export interface Replay {
  /** Id of what the first request made, or the time of an anonymous answer; null where the answer names neither. */
  resultKey: string | null;
}

export interface ReplayOnRequest {
  replay?: Replay;
  isBodyDigestOmitted?: boolean;
}

/**
 * A function that keeps the digest of the body from being stored, where somebody could try out the few possible bodies
 * against it. A repeat with the same key is then the same request, whatever its body.
 */
export const OmitBodyDigest = createParamDecorator((_: unknown, context: ExecutionContext) => (): void => {
  requestOf<ReplayOnRequest>(context).isBodyDigestOmitted = true;
});

/** The replay of a former request; undefined for a first request, and for one without the header. */
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
