import { expect } from '@jest/globals';
import type { ErrorCode, ErrorReason } from '../../src/platform/errors/app-error.js';
import type { ApiAnswer } from './api-client.js';

/** The contract's error body and nothing beside it. */
export function expectError(answer: ApiAnswer, status: number, code: ErrorCode, reason?: ErrorReason): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: { code, message: expect.any(String), ...(reason && { reason }) } },
  });
}

/** A 400 that names the fields at fault. */
export function expectInvalid(answer: ApiAnswer, ...paths: string[]): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({
    status: 400,
    code: 'validation_failed',
  });
  const named = (answer.body.error.fields as { path: string }[]).map((field) => field.path);
  expect([...new Set(named)]).toEqual(paths);
}
