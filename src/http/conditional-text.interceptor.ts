import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { isKnown } from './entity-tag.js';
import { requestOf, responseOf } from './exchange.js';

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
  /** As it is when it is written, which may be later than what was asked about. */
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
  if (isFresh(found, request)) {
    response.status(304).set(validators(found));
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

/** The tag decides where there is one; without, the date. */
function isFresh({ etag, lastModified }: TextVersion, { headers }: Request): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return isKnown(tags, etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= lastModified.getTime();
}
