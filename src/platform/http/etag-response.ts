import type { Response } from 'express';
import type { TagOptions } from './etag.decorator.js';
import { knownAs, jsonTextOf } from './etag-match.js';
import { etagValueOf, PreparedJson, SerializedJson } from './prepared-json.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Says who may keep the answer, and sets ETag and 304 (contract section 0, rules 11 and 12).
 * @returns what is to be sent in the place of `body`; undefined: nothing, the caller knows it
 */
export function etagResponse(response: Response, body: unknown): unknown {
  const options = response.locals.tag as TagOptions | undefined;
  // What a route says of itself is there already.
  if (!response.hasHeader('Cache-Control'))
    response.setHeader('Cache-Control', options ? 'private, no-cache' : 'private, no-store');
  return options ? tagged(response, body, options) : body;
}

function tagged(response: Response, body: unknown, options: TagOptions): string | PreparedJson | undefined {
  const { headers } = response.req;
  const ready = body instanceof PreparedJson ? body : null;
  const sent = ready ?? jsonTextOf(body);
  const tag = typeof sent === 'string' ? tagOf(sent, body, options) : sent.tag;
  const known = knownAs(headers['if-none-match'], tag);
  response.setHeader('ETag', options.weak ? `W/${tag}` : (known ?? tag));
  // Not `request.fresh`: to Cache-Control: no-cache, which fetch sends with If-None-Match, it answers in full.
  if (known !== null) {
    response.status(304);
    return undefined;
  }
  response.setHeader('Content-Type', JSON_TYPE);
  return sent;
}

function tagOf(text: string, body: unknown, { except }: TagOptions): string {
  if (except) return etagValueOf(withoutMembers(body, except));
  return body instanceof SerializedJson ? body.tag : etagValueOf(text);
}

const withoutMembers = (body: unknown, names: string[]): string =>
  JSON.stringify({ ...(body as object), ...Object.fromEntries(names.map((name) => [name, undefined])) });
