import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { tagFor } from './compressed.js';
import { knownAs } from './conditional-request.js';
import { requestOf, responseOf } from './http-context.js';

/** Which state of a text there is now. */
export interface TextVersion {
  /** Strong, with its quotes. */
  etag: string;
  /** Whole seconds; it rises with every change. */
  lastModified: Date;
}

export interface WrittenText extends TextVersion {
  text: Buffer;
  headers: Record<string, string>;
}

/** A text that is written only for those who do not have it yet. */
export interface ConditionalText extends TextVersion {
  /** Writes the current text, which may be newer than the version that was compared. */
  write(): Promise<WrittenText>;
}

/** Answers GET and HEAD by ETag and Last-Modified, or 304 (RFC 9110 section 13). */
@Injectable()
export class ConditionalTextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<ConditionalText>): Observable<unknown> {
    const [request, response] = [requestOf(context), responseOf(context)];
    return next.handle().pipe(mergeMap((found) => answer(found, request, response)));
  }
}

async function answer(
  found: ConditionalText,
  request: Request,
  response: Response,
): Promise<Buffer | undefined> {
  const known = knownState(found, request);
  if (known) {
    response.status(304).set(validators(known));
    return undefined;
  }
  const written = await found.write();
  response.set({ ...validators(written), ...written.headers });
  return written.text;
}

const validators = ({ etag, lastModified }: TextVersion): Record<string, string> => ({
  'Cache-Control': 'private, no-cache',
  ETag: etag,
  'Last-Modified': lastModified.toUTCString(),
});

/**
 * The version that the client has, if it is the current one; else null. The tag decides where there is one, else the date.
 */
function knownState({ etag, lastModified }: TextVersion, { headers }: Request): TextVersion | null {
  const tags = headers['if-none-match'];
  const current = { etag: tagFor(etag, headers['accept-encoding']), lastModified };
  if (tags?.trim() === '*') return current;
  if (tags === undefined)
    return Date.parse(headers['if-modified-since'] ?? '') >= lastModified.getTime() ? current : null;
  const known = knownAs(tags, etag);
  return known === null ? null : { etag: known, lastModified };
}
