import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiResponse, ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { StaleError } from '../errors/app-error.js';
import { etagValueOf, PreparedJson, SerializedJson } from './prepared-json.js';

/** Where a route says how its answer is tagged: {@link ETagOptions}. */
export const ETAG = 'etag';

export interface ETagOptions {
  weak: boolean;
  /** Members that change with every answer and say nothing about the content. */
  except?: string[];
}

const withTag = (options: ETagOptions) =>
  applyDecorators(
    SetMetadata(ETAG, options),
    ApiResponse({ status: 304, description: 'As the caller knows it: If-None-Match names its ETag.' }),
  );

/** A list: weak ETag and If-None-Match (contract section 0, rule 11). */
export const WeakETag = () => withTag({ weak: true });

/** A single item: strong ETag, to be sent back as If-Match with a change. */
export const StrongETag = () => withTag({ weak: false });

/** An item that carries the moment of the answer: a weak tag over everything else, since the bytes differ. */
export const WeakETagExcept = (...except: string[]) => withTag({ weak: true, except });

/**
 * An item that carries the moment of the answer: a strong tag over everything else, although the bytes differ. Readers
 * compare it by what it says (contract section 10).
 */
export const StrongETagExcept = (...except: string[]) => withTag({ weak: false, except });

/** The answer as it is sent. */
export function jsonTextOf(body: unknown): string {
  if (body instanceof PreparedJson) return body.text();
  return body instanceof SerializedJson ? body.text : JSON.stringify(body);
}

/** The suffix that a content coding adds to a tag, here or at a proxy: `-gzip` (Apache, and we), `;gzip` (Jetty), `-br`. */
const OF_A_CODING = /[-;](gzip|br)"$/;

/** Whether a tag of a header, without its weakness mark, is this one in whatever coding (contract section 0, rule 11). */
const isSame = (candidate: string, tag: string): boolean =>
  candidate === tag || candidate.replace(OF_A_CODING, '"') === tag;

/**
 * The tag as `If-None-Match` names it, weak or strong (RFC 9110 section 13.1.2), of whatever coding.
 * @returns null where it does not
 */
export function knownAs(ifNoneMatch: string | undefined, tag: string): string | null {
  if (ifNoneMatch?.trim() === '*') return tag;
  return ifNoneMatch?.match(/"[^"]*"/g)?.find((candidate) => isSame(candidate, tag)) ?? null;
}

/**
 * Refuses a change of what the caller has not seen in its present state. `If-Match` is optional.
 * @param present what the matching GET would answer now
 * @throws StaleError RFC 9110 section 13.1.1, but for what proxies do to a tag (contract section 0, rule 11)
 */
export function assertMatches(ifMatch: string | undefined, present: unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (knownAs(ifMatch, etagValueOf(jsonTextOf(present))) === null) throw new StaleError();
}

/** Documents the header; `assertMatches` compares it. */
export const ApiIfMatch = (what = 'item') =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: `ETag of the ${what} as the caller last read it.`,
  });

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Says who may keep the answer, and sets ETag and 304 (contract section 0, rules 11 and 12).
 * @returns what is to be sent in the place of `body`; undefined: nothing, the caller knows it
 */
export function etagResponse(response: Response, body: unknown, options?: ETagOptions): unknown {
  // A header that the route has set stays.
  if (!response.hasHeader('Cache-Control'))
    response.setHeader('Cache-Control', options ? 'private, no-cache' : 'private, no-store');
  return options ? tagged(response, body, options) : body;
}

function tagged(response: Response, body: unknown, options: ETagOptions): string | PreparedJson | undefined {
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

function tagOf(text: string, body: unknown, { except }: ETagOptions): string {
  if (except) return etagValueOf(withoutMembers(body, except));
  return body instanceof SerializedJson ? body.tag : etagValueOf(text);
}

const withoutMembers = (body: unknown, names: string[]): string =>
  JSON.stringify({ ...(body as object), ...Object.fromEntries(names.map((name) => [name, undefined])) });
