import createClient, { type FetchResponse, type MaybeOptionalInit, type Middleware } from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import { AuthorizedSend, type AskForCode } from './authorized-send.js';
import { DirectoryError } from './directory-error.js';
import { REPEATABLE_OPERATIONS } from './repeatable-operations.js';
import type { components, paths } from './schema.js';
import { DEFAULT_MAX_WAIT_MS } from './patience.js';
import { randomText } from './pkce.js';
import { baseUrlOf, connected, type Send } from './send.js';
import type { Tokens } from './tokens.js';

export interface DirectoryClientOptions {
  /** The bare address of the service, without /api/v1. */
  siteUrl: string;
  tokens: Tokens;
  /** Without it, a session that lacks its second step is refused with `mfa_required`. */
  askForCode?: AskForCode;
  /** Milliseconds for an answer to begin, and once more for its body; a minute unless given. Infinity: as long as it takes. */
  timeoutMs?: number;
  /** Milliseconds that a call may wait in all where 429 and 503 say when to come again; 30 s unless given, 0 for none. */
  maxWaitMs?: number;
  /** Instead of the global one. */
  fetch?: Send;
}

type Answer<Operation extends Record<string | number, unknown>, Init> = Extract<
  FetchResponse<Operation, Init, `${string}/${string}`>,
  { data: unknown }
>;

/** The answer of a call: where a query decides what it holds, as that query says. */
type AnswerTo<
  Path,
  Operation extends Record<string | number, unknown>,
  Init,
> = Path extends '/schools/{schoolId}/students'
  ? Omit<Answer<Operation, Init>, 'data'> & { data: RosterOf<QueryOf<Init>> }
  : Answer<Operation, Init>;

type QueryOf<Init> = Init extends { params: { query?: infer Query } } ? Query : unknown;

/** The roster has full items with `full: 'true'`, and only then; a query that may have it may get either. */
type RosterOf<Query> = Query extends { full: 'true' }
  ? { students: Schema<'RosterStudentFull'>[] }
  : 'full' extends keyof Query
    ? Schema<'Roster'>
    : { students: Schema<'RosterStudent'>[] };

/** @throws DirectoryError for every answer of 400 or more, ConnectionError when none came */
type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: RequiredKeysOf<Init> extends never ? [Init?] : [Init]
) => Promise<AnswerTo<Path, paths[Path][Method] & Record<string, unknown>, Init>>;

export interface DirectoryClient {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
}

/** A shape of the API by its name, e.g. `Schema<'PollDetail'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Calls the API as one user; paths, bodies and answers are those of the OpenAPI document. */
export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  const baseUrl = baseUrlOf(options.siteUrl);
  const plain = connected(options.fetch, options.timeoutMs);
  const { tokens, askForCode, maxWaitMs = DEFAULT_MAX_WAIT_MS } = options;
  const authorized = new AuthorizedSend(baseUrl, tokens, askForCode, plain, maxWaitMs);
  const client = createClient<paths>({
    baseUrl,
    fetch: (request) => authorized.send(request),
    bodySerializer: formOrJson,
  });
  client.use(idempotencyKeys, failuresAreThrown);
  // Failures are thrown: what is left is what succeeded.
  return client as DirectoryClient;
}

/** The header that makes a change conditional on what was read: `params: { header: ifMatch(response), … }`. */
export function ifMatch(read: Response): { 'If-Match': string } {
  const tag = read.headers.get('etag');
  if (tag === null) throw new TypeError('The answer has no ETag: only single items have one');
  return { 'If-Match': tag };
}

const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    const isRepeatable = REPEATABLE_OPERATIONS.has(`${request.method} ${schemaPath}`);
    if (isRepeatable && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', newKey());
    }
  },
};

/** A page of plain http has no `randomUUID`. */
const newKey = (): string =>
  (crypto as Partial<typeof crypto>).randomUUID ? crypto.randomUUID() : randomText();

const failuresAreThrown: Middleware = {
  async onResponse({ response }) {
    if (response.status >= 400) throw await DirectoryError.from(response);
  },
};

/** A body with a file in it is sent as a form. */
function formOrJson(body: unknown): FormData | string {
  const values = Object.entries(body as Record<string, unknown>);
  if (!values.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of values) form.append(name, value as Blob | string);
  return form;
}

export { ConnectionError } from './connection-error.js';
export { IndexedDbStore } from './indexed-db-store.js';
export { sync, type SyncResult } from './sync.js';
export type { SchoolStore, SyncedItem, SyncedKey, SyncedType, SyncedValues } from './school-store.js';
export { IndexedDbSchoolStore } from './indexed-db-school-store.js';
export { SqliteSchoolStore, type SqliteDatabase } from './sqlite-school-store.js';
export type { OnSessionEnded } from './session-end.js';
export { DirectoryError, type ErrorCode, type ErrorReason } from './directory-error.js';
export {
  ApplicationTokens,
  MemoryStore,
  MemoryTokenStore,
  type Application,
  type Store,
  type TokenPair,
  type Tokens,
  type TokenStore,
} from './tokens.js';
export {
  PublicClientTokens,
  type BeginOptions,
  type BegunSignIn,
  type PublicClient,
  type PublicTokens,
} from './public-client-tokens.js';
export type { SignedInPerson } from './pkce.js';
export { SignInError } from './authorization-server.js';
export type { AskForCode } from './authorized-send.js';
