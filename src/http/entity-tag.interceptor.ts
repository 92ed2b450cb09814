import {
  applyDecorators,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { isKnown, jsonTextOf, opaqueTagOf } from './entity-tag.js';
import { ReadyJson } from './ready-json.js';
import { requestOf, responseOf } from '../access/exchange.js';

const TAGGED = 'entity-tag';
const JSON_TYPE = 'application/json; charset=utf-8';

interface TagOptions {
  weak: boolean;
  /** Members that change with every answer and say nothing about the content. */
  except?: string[];
}

const withTag = (options: TagOptions) =>
  applyDecorators(
    SetMetadata(TAGGED, options),
    ApiResponse({ status: 304, description: 'As the caller knows it: If-None-Match names its ETag.' }),
  );

/** A list: weak ETag and If-None-Match (contract section 0, rule 11). */
export const ListTag = () => withTag({ weak: true });

/** A single item: strong ETag, to be sent back as If-Match with a change. */
export const ItemTag = () => withTag({ weak: false });

/** An item that carries the moment of the answer; the tag is over everything else, and therefore weak. */
export const ItemTagExcept = (...except: string[]) => withTag({ weak: true, except });

/** The same with a strong tag, of an answer that readers compare by what it says (contract section 10). */
export const ContentTagExcept = (...except: string[]) => withTag({ weak: false, except });

/** Sends ETag, answers 304, and says who may keep the answer (contract section 0, rules 11 and 12). */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const options = this.reflector.get<TagOptions | undefined>(TAGGED, context.getHandler());
    const response = responseOf(context);
    // What a route says of itself is there already.
    if (!response.hasHeader('Cache-Control'))
      response.setHeader('Cache-Control', options ? 'private, no-cache' : 'private, no-store');
    if (!options) return next.handle();
    return next.handle().pipe(map((body) => this.tagged(body, options, requestOf(context), response)));
  }

  private tagged(
    body: unknown,
    options: TagOptions,
    request: Request,
    response: Response,
  ): string | Buffer | ReadyJson | undefined {
    const ready = body instanceof ReadyJson ? body : null;
    const sent = ready ?? jsonTextOf(body);
    const tag = typeof sent === 'string' ? tagOf(sent, body, options) : sent.tag;
    if (ready) response.vary('Accept-Encoding');
    response.setHeader('ETag', options.weak ? `W/${tag}` : tag);
    // Not `request.fresh`: to Cache-Control: no-cache, which fetch sends with If-None-Match, it answers in full.
    if (isKnown(request.headers['if-none-match'], tag)) {
      response.status(304);
      return undefined;
    }
    response.setHeader('Content-Type', JSON_TYPE);
    // A strong tag is of these bytes alone (RFC 9110 section 8.8.3.3).
    const coded = options.weak && ready?.codings?.find(request.headers['accept-encoding']);
    if (coded) response.setHeader('Content-Encoding', coded.name);
    return coded ? coded.bytes : sent;
  }
}

const tagOf = (text: string, body: unknown, { except }: TagOptions): string =>
  opaqueTagOf(except ? withoutMembers(body, except) : text);

const withoutMembers = (body: unknown, names: string[]): string =>
  JSON.stringify({ ...(body as object), ...Object.fromEntries(names.map((name) => [name, undefined])) });
