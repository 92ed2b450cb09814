import { ApiHeader } from '@nestjs/swagger';
import { StaleError } from '../errors/app-error.js';
import { etagValueOf, PreparedJson, SerializedJson } from './prepared-json.js';

/** The answer as it is sent. */
export function jsonTextOf(body: unknown): string {
  if (body instanceof PreparedJson) return body.text();
  return body instanceof SerializedJson ? body.text : JSON.stringify(body);
}

/** What a content coding adds to a tag, here or at a proxy: `-gzip` (Apache, and we), `;gzip` (Jetty), `-br`. */
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
