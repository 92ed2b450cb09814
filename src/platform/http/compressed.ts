import { SetMetadata } from '@nestjs/common';
import type { Response } from 'express';
import { codingFor, ContentEncodings, PreparedJson } from './prepared-json.js';

/** Where a route says that its answer may be compressed. */
export const COMPRESSED = 'compressed';

/**
 * The answer is compressed for clients that take it so (contract section 0, rule 16). Without this it is sent as it is:
 * the length of a compressed answer tells who watches the line whether two texts in it are alike (BREACH, CVE-2013-3587),
 * and so an answer that has private texts of its reader beside texts of others, or a secret, must not have it. Those are
 * notes, lists and what is chosen for them, comments, students and guardians with notes, tokens and signed addresses.
 */
export const Compressed = () => SetMetadata(COMPRESSED, true);

/** The form of the answer that this client takes best, and says so in the headers; null: as it is. */
export async function compressedAnswer(
  response: Response,
  sent: string | Buffer | PreparedJson,
): Promise<Buffer | null> {
  const accepted = response.req.headers['accept-encoding'];
  const tag = response.getHeader('ETag');
  if (typeof tag === 'string') response.setHeader('ETag', tagFor(tag, accepted));
  const coded = await codingsOf(sent)?.find(accepted);
  if (coded) response.setHeader('Content-Encoding', coded.name);
  return coded?.bytes ?? null;
}

/**
 * A strong tag is of the bytes in one coding alone (RFC 9110 section 8.8.3.3): what this client gets of a compressed answer
 * has one of its own, also where the answer turns out to be too small for it.
 */
export function tagFor(tag: string, acceptEncoding: string | undefined): string {
  const coding = tag.startsWith('"') && codingFor(acceptEncoding);
  return coding ? `${tag.slice(0, -1)}-${coding}"` : tag;
}

/** Null for what is never compressed. */
function codingsOf(sent: string | Buffer | PreparedJson): ContentEncodings | null {
  if (!(sent instanceof PreparedJson)) return new ContentEncodings(Buffer.from(sent), false);
  if (sent.isPrivate) return null;
  return sent.codings ?? new ContentEncodings(Buffer.concat(sent.pieces), false);
}
