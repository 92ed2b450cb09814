import type { ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';

/**
 * What is asked and what answers it. Nest's own `switchToHttp` makes three functions for each call of it, which a request that
 * passes six guards pays for (`docs/decisions/2026-11-21-request-path.md`).
 */
export const requestOf = <T = Request>(host: ArgumentsHost): T => host.getArgByIndex<T>(0);

export const responseOf = (host: ArgumentsHost): Response => host.getArgByIndex<Response>(1);

/** Nobody whom a guard knows: on a route that is open to all, everybody. */
export const isStranger = (request: object): boolean => (request as { user?: unknown }).user === undefined;
