import type { ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';

/**
 * The request and its answer. Nest's own `switchToHttp` makes three functions for every call, which a request that passes
 * six guards pays for (`docs/decisions/2026-11-21-request-path.md`).
 */
export const requestOf = <T = Request>(host: ArgumentsHost): T => host.getArgByIndex<T>(0);

export const responseOf = (host: ArgumentsHost): Response => host.getArgByIndex<Response>(1);

/** True for a caller whom no guard has identified: on a public route, everybody. */
export const isStranger = (request: object): boolean => {
  const { user, member } = request as { user?: unknown; member?: unknown };
  return user === undefined && member === undefined;
};
