import { ERROR_REASONS, ERROR_STATUS } from '../../../src/platform/errors/app-error.js';
import { checkAgainstOpenApi } from '../../support/http/openapi-check.js';
import { operationFor, type Operation } from './document.js';
import type { Answer } from './wire.js';

/** What a request that leads to no operation may be told: it cannot be read, there is nothing, it is too large. */
const OUTSIDE = [400, 404, 413];
const WITHOUT_BODY = [204, 304];
const JSON_TYPE = 'application/json';

/** Everything that is wrong with an answer. */
export function complaints(method: string, target: string, answer: Answer): string[] {
  const { status, headers, text } = answer;
  if (status >= 500) return [`a server error: ${status} ${text}`];
  const operation = operationFor(method, target);
  // What cannot be read as HTTP, by Node.js or by us, never comes to an operation, and nobody knows its method.
  const isRefusedHead = status === 400 && text.includes('"The request cannot be read."');
  const isUnread = headers['x-request-id'] === undefined || isRefusedHead;
  if (isUnread && !OUTSIDE.includes(status)) return [`answered ${status} without having read it`];
  if (!operation || isUnread) return outsideComplaints(isUnread ? 'unknown' : method, answer);
  const types = operation.answers[status];
  if (!types) return [`${operation.id} answered ${status}, which is not documented: ${text.slice(0, 300)}`];
  if (method === 'HEAD' || WITHOUT_BODY.includes(status)) return emptyComplaints(text);
  return [
    ...typeComplaints(types, headers),
    ...(status >= 400 ? refusalComplaints(answer) : []),
    ...schemaComplaints(operation, target, answer),
  ];
}

const outsideComplaints = (method: string, answer: Answer): string[] =>
  !OUTSIDE.includes(answer.status)
    ? [`no operation, and ${answer.status} ${answer.text.slice(0, 300)}`]
    : method === 'HEAD'
      ? emptyComplaints(answer.text)
      : [...typeComplaints([JSON_TYPE], answer.headers), ...refusalComplaints(answer)];

const emptyComplaints = (text: string): string[] => (text === '' ? [] : [`a body: ${text.slice(0, 300)}`]);

function typeComplaints(types: string[], { 'content-type': type = 'none' }: Answer['headers']): string[] {
  return types.includes(type.split(';')[0]!) ? [] : [`Content-Type is ${type}, not ${types.join(', ')}`];
}

/** The contract's body and nothing else, with the code that goes with the status. */
function refusalComplaints({ status, text }: Answer): string[] {
  const body = parsed(text) as { error?: Record<string, unknown> } | null;
  const { code, message, reason, fields, ...more } = body?.error ?? {};
  const isRight =
    Object.keys(body ?? {}).join() === 'error' &&
    ERROR_STATUS[code as keyof typeof ERROR_STATUS] === status &&
    typeof message === 'string' &&
    message !== '' &&
    Object.keys(more).length === 0 &&
    (reason === undefined || (ERROR_REASONS as readonly unknown[]).includes(reason)) &&
    (fields === undefined || (Array.isArray(fields) && fields.every(isField)));
  return isRight ? [] : [`not the contract's refusal: ${status} ${text.slice(0, 300)}`];
}

const isField = (field: unknown): boolean => {
  const { path, message, ...more } = (field ?? {}) as Record<string, unknown>;
  return typeof path === 'string' && typeof message === 'string' && Object.keys(more).length === 0;
};

function schemaComplaints({ method }: Operation, target: string, { status, text }: Answer): string[] {
  try {
    const path = target.replace(/^\/api\/v1/i, '').replace(/\/(?=\?|$)/, '');
    checkAgainstOpenApi(method, path, { status, body: parsed(text), text });
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
