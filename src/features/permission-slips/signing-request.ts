import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerOnRequest } from '../../access/caller.js';
import { requestOf } from '../../http/exchange.js';

const MAX_USER_AGENT = 500;

/** What the server itself knows of whoever signs (contract section 4, rule 4); the client is not asked. */
export interface SigningRequest {
  /** Of the account. */
  email: string;
  sessionId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
}

export const CurrentSigningRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext): SigningRequest => {
    const { account, ip, headers } = requestOf<Request & CallerOnRequest>(context);
    if (!account) throw new Error('CurrentSigningRequest on a public route');
    return {
      email: account.email,
      sessionId: account.sessionId,
      ipAddress: ip ?? null,
      userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
    };
  },
);
