import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { StaleError } from '../../../platform/errors/app-error.js';
import type { GuardianRelation } from '../../directory/guardians/guardian-relation.js';
import type { SignatureInput } from './slip-response.dto.js';
import { SignatureRequiredError } from '../slip.errors.js';
import { inNormalForm } from '../../../platform/text/normalize.js';
import type { CallerOnRequest } from '../../../platform/auth/caller.js';
import { requestOf } from '../../../platform/http/http-context.js';

const HAVE_CUSTODY: GuardianRelation[] = ['mother', 'father', 'parent', 'guardian'];

/**
 * Whether what has to be signed is.
 * @param relations of the signer to those for whom they answer
 * @throws SignatureRequiredError
 */
export function assertSigned(
  { signatureRequired }: { signatureRequired: boolean },
  signature: SignatureInput | null | undefined,
  relations: GuardianRelation[],
): void {
  if (signatureRequired && !signature)
    throw new SignatureRequiredError('signature', 'The slip has to be signed.');
  if (!signature?.relation && !relations.every((relation) => HAVE_CUSTODY.includes(relation)))
    throw new SignatureRequiredError('signature.relation', 'Say how you are related to the student.');
}

/**
 * The signer's relation as it is signed: what was typed, else what the school has on file (contract section 4, rule 10).
 * @param relations to those for whom the answer stands
 * @returns null where nothing is signed, and where they have several and typed none
 */
export function signedRelation(
  signature: SignatureInput | null | undefined,
  relations: GuardianRelation[],
): string | null {
  if (!signature) return null;
  if (signature.relation) return signature.relation;
  const [first = null, ...others] = new Set(relations);
  return others.length === 0 ? first : null;
}

/** @throws StaleError the statement that was read is not the present one */
export function assertPresentStatement(
  { statementVersion }: { statementVersion: number },
  signature: SignatureInput | null | undefined,
): void {
  if (signature && signature.statement_version !== statementVersion) throw new StaleError();
}

/**
 * Whether a typed name may be that of the account: case, accents, order and names in between do not count.
 * @param known null where nobody knows one: then nothing contradicts
 */
export function namesMatch(typed: string, known: string | null): boolean {
  if (!known) return true;
  const [ours, theirs] = [wordsOf(known), wordsOf(typed)];
  const names = joined(ours);
  if (joined(theirs).some((name) => names.includes(name))) return true;
  const [fewer, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  return fewer.length > 1 && fewer.every((word) => timesIn(fewer, word) <= timesIn(more, word));
}

const wordsOf = (name: string): string[] =>
  inNormalForm(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Scripts without spaces write first and last name together, in either order: each word as the first one. */
const joined = (words: string[]): string[] =>
  words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(''));

const timesIn = (words: string[], word: string): number => words.filter((one) => one === word).length;

const MAX_USER_AGENT = 500;

/** A drawn signature, or why it cannot be taken. */
export type Drawing = { png: Buffer } | { fault: unknown };

/** A request that `DrawnSignatureInterceptor` has been at. */
export interface DrawingOnRequest {
  drawing?: Drawing;
}

/** Facts about the signer from the server itself (contract section 4, rule 4); the client sends none of them but the drawing. */
export interface SigningRequest {
  /** Email of the account. */
  email: string;
  sessionId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** Made anew; null where none was drawn. */
  drawing: Drawing | null;
}

/**
 * @returns PNG; null where none was drawn
 * @throws ValidationFailedError when it is no PNG, more than 100 kB, or the scanner refuses it
 * @throws UnavailableError when the scanner says nothing of it
 */
export function pngOf({ drawing }: SigningRequest): Buffer | null {
  if (drawing && 'fault' in drawing) throw drawing.fault;
  return drawing?.png ?? null;
}

export const CurrentSigningRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext): SigningRequest => {
    const {
      account,
      ip,
      headers,
      drawing = null,
    } = requestOf<Request & CallerOnRequest & DrawingOnRequest>(context);
    if (!account) throw new Error('CurrentSigningRequest on a public route');
    return {
      email: account.email,
      sessionId: account.sessionId,
      ipAddress: ip ?? null,
      userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
      drawing,
    };
  },
);
