import { StaleError } from '../errors/app-error.js';
import { JsonText } from './json-text.js';
import { opaqueTagOf } from './opaque-tag.js';
import { ReadyJson } from './ready-json.js';

/** The answer as it is sent. */
export function jsonTextOf(body: unknown): string {
  if (body instanceof ReadyJson) return body.text();
  return body instanceof JsonText ? body.text : JSON.stringify(body);
}

/** Whether `If-None-Match` names this tag, weak or strong (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(tag) ?? false;
}

/**
 * Refuses a change of what the caller has not seen in its present state. `If-Match` is optional.
 * @param present what the matching GET would answer now
 * @throws StaleError RFC 9110 §13.1.1, strong comparison
 */
export function assertMatches(ifMatch: string | undefined, present: unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tag = opaqueTagOf(jsonTextOf(present));
  if (!ifMatch.split(',').some((candidate) => candidate.trim() === tag)) throw new StaleError();
}
