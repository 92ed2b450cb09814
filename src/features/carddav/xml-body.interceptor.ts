import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import express from 'express';
import type { Observable } from 'rxjs';
import { expectBody } from '../../platform/http/announced-bodies.js';
import { requestOf, responseOf } from '../../platform/http/http-context.js';
import { PayloadTooLargeError } from '../../platform/errors/app-error.js';
import { parseXml } from './xml-tree.js';

/** Bytes: a multiget of some thousand cards has half of it. */
const MAX_XML = 1024 * 1024;

/** Anything else is refused without being read. */
const WITH_BODY: ReadonlySet<string> = new Set(['PROPFIND', 'REPORT']);

const readText = express.text({ limit: MAX_XML, type: () => true });

/** Reads the XML of a request once the guards have let the caller in; `body` is its root, undefined where there is none. */
@Injectable()
export class XmlBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf(context);
    if (!WITH_BODY.has(request.method)) return next.handle();
    if (!expectBody(request, MAX_XML)) throw new PayloadTooLargeError();
    await new Promise<void>((resolve, reject) => {
      readText(request, responseOf(context), (error?: Error) => (error ? reject(error) : resolve()));
    });
    const text = (request.body as string | undefined) ?? '';
    request.body = text.trim() === '' ? undefined : await parseXml(text);
    return next.handle();
  }
}
