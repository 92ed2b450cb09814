import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import express from 'express';
import type { Observable } from 'rxjs';
import { ApiRefusal } from './api-errors.js';
import { expectBody } from './announced-bodies.js';
import { isStranger, requestOf, responseOf } from './http-context.js';
import { ValidBody } from './validation.pipe.js';
import { PayloadTooLargeError, ValidationFailedError } from '../errors/app-error.js';

const MAX_DEPTH = 32;
/** Members and elements at every depth together: a hundred answers with a hundred choices each are half of it. */
const MAX_MEMBERS = 20_000;

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const [LIST, LIST_END, OBJECT, OBJECT_END] = ['[', ']', '{', '}'].map((character) => character.charCodeAt(0));

/**
 * A JSON object or array (RFC 8259). What it holds is counted first, character by character: a megabyte of members takes ten
 * times as long to become an object, and as long again to be walked.
 * @throws ValidationFailedError it is no such text, or is deeper or has more members than any that an operation knows
 */
export function parseBody(text: string): unknown {
  assertWithinBounds(text);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Refused below.
  }
  throw new ValidationFailedError('The body is not a valid JSON object.');
}

/**
 * Counts a member or element for each opening bracket, and one for each comma: all but the first of an object or array have
 * a comma before them. An empty object or array counts for one, too.
 */
function assertWithinBounds(text: string): void {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) members += 1;
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      members += 1;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    if (depth > MAX_DEPTH) throw new ValidationFailedError('The request body is nested too deeply.');
    if (members > MAX_MEMBERS) throw new ValidationFailedError('The request body has too many members.');
  }
}

/** Where the text that begins here ends; behind everything when it does not. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/** Bytes (contract section 0.1): more is 413. */
const MAX_JSON = 1024 * 1024;
/** Bytes of a body from a caller who is not signed in: a password, a passkey's answer or a code. */
const MAX_OF_STRANGERS = 8 * 1024;

const JSON_TYPES = ['application/json', 'application/*+json'];
const readerOf = (limit: number) => express.text({ limit, type: () => true });
const [readText, readTextOfStranger] = [readerOf(MAX_JSON), readerOf(MAX_OF_STRANGERS)];

/**
 * Reads the body only once the guards have let the caller in: a stranger's bytes are never parsed, and 401, 403
 * and 404 come before "malformed JSON" (contract section 0, rule 7). A body that the operation does not have is as an
 * unknown field: it is ignored, whatever it is (rule 6).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    const isFromStranger = isStranger(request);
    const read = isFromStranger ? readTextOfStranger : readText;
    if (!expectBody(request, isFromStranger ? MAX_OF_STRANGERS : MAX_JSON)) throw new PayloadTooLargeError();
    await new Promise<void>((resolve, reject) => {
      read(request, responseOf(context), (error?: Error) => (error ? reject(error) : resolve()));
    });
    const text = (request.body as string | undefined) ?? '';
    // Passed over, it would leave a change without what it changes, and that would be answered as done.
    if (text && !request.is(JSON_TYPES))
      throw new ValidationFailedError('The body should be JSON, sent with Content-Type: application/json.');
    // No body is an empty one: what is missing in it is then named field by field.
    request.body = parseBody(text || '{}');
    return next.handle();
  }
}

/** The body of the request; only an operation that has one reads it, and is documented to refuse one that is too large. */
export const JsonBody = (): ParameterDecorator => (controller, name, index) => {
  ValidBody()(controller, name, index);
  const handler = name && Object.getOwnPropertyDescriptor(controller, name);
  if (handler)
    applyDecorators(UseInterceptors(JsonBodyInterceptor), ApiRefusal(413))(controller, name, handler);
};
