import type { ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';

/**
 * The request that a guard, an interceptor or a parameter's decorator is asked about. Nest's `switchToHttp` gives the
 * context three new functions each time it is called, which was six times a request.
 */
export const requestOf = <T = Request>(context: ArgumentsHost): T => context.getArgByIndex<T>(0);

/** Its answer. */
export const responseOf = (context: ArgumentsHost): Response => context.getArgByIndex<Response>(1);
