import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ErrorBody } from '../errors/error-body.dto.js';

const MEANING: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'The token is missing, malformed, expired or revoked, or the second step is missing.',
  403: 'This user may not do this.',
  404: 'It does not exist, or is not visible to this user.',
  409: 'It conflicts with the present state.',
  413: 'The request is too large.',
  429: 'Too many requests; Retry-After says how long to wait.',
  500: 'Something went wrong on this side.',
  502: 'A service behind this one failed.',
  503: 'Not available for the moment.',
};

/** Documents one refusal of an operation. */
export const ApiRefusal = (status: number) =>
  ApiResponse({ status, description: MEANING[status] ?? 'An error.', type: ErrorBody });

/** Documents the refusals of an operation; those that every operation shares are added by themselves. */
export const ApiErrors = (...statuses: number[]) =>
  applyDecorators(
    ...[...new Set([...statuses, 401, 429, 500, 503])]
      .sort((a, b) => a - b)
      .map((status) => ApiRefusal(status)),
  );
