/*
 * Names that are not used here, with the word that the field has for each. A newcomer searches for the field's word.
 */

/** [what a name may not contain or be, what it is called, why] */
const WORDS = [
  [/^kept$|^Kept[A-Z]|[a-z]Kept$/, 'cached, merged, retained or stored', 'it said four different things'],
  [/^(anew|whoever)$/, 'a noun or a verb that says what is done', 'a name is read without its sentence'],
  [/^(underway|Underway)/, 'inFlight, InFlightRequests', 'the name of the pattern'],
  [
    /^Turns$|^OneAtATime$|^begunInTime$/,
    'Semaphore, KeyedMutex, acquireWithTimeout',
    'the name of the pattern',
  ],
  [/^BoundedMap$/, 'LruCache', 'the name of the pattern'],
  [
    /^(KeptAlong|AlongWith|Along$|SeenAlong|alongWith(?!Access$))/,
    'Prefetch, RequestContext',
    'the name of the pattern',
  ],
  [/^(oncePerRoute|inTurn)$/, 'Reflector, composeMiddleware', 'the name of the pattern'],
  [/^BatchedRead$/, 'QueryBatcher', 'the name of the pattern'],
  [
    /^(ReadyJson|JsonText|Codings|sendPieces)$/,
    'PreparedJson, SerializedJson, ContentEncodings, writeChunked',
    'what HTTP calls it',
  ],
  [
    /^(ListTag|ItemTag|AnswerTag|taggedAnswer|opaqueTag)/,
    'WeakETag, StrongETag, etag…',
    'what HTTP calls it',
  ],
  [
    /^(askOnce|lastWords|giveUp|tellAnew|everyFault)/,
    'queryOnce, rejectEarly, fail, renotify, collectConfigErrors',
    'it names an effect, not the thing',
  ],
  [
    /^(FloodGuard|GuessingLimits|Outside(Keys|Claims))$/,
    'RateLimitGuard, BruteForceLimits, OidcJwks, oidcClaims',
    'what the field calls it',
  ],
  [/^(MOST|LONGEST|FEWEST|OLDEST)(_|$)/, 'MAX_…, MIN_…', 'the usual prefix of a bound'],
  [
    /^(Fed[A-Z]|feed(Students|Guardians|Events|Organizations|Staff|Items)$|hold(Feed|Members)|[A-Za-z]+FeedService$)/,
    'Imported…, import…, lock…, …Importer',
    'a feed is the .ics alone',
  ],
  [
    /^(LeavingService|DisclosuresService|OutstandingService|DepartingPhotos)/,
    'Offboarding…, AccessLog…, Todo…',
    'the API keeps its names, the code has plain ones',
  ],
  [
    /^(ClaimPlacing|MailRound|EventNews)/,
    'ClaimAllocation, MailWorker, EventNotifications',
    'the name of the pattern',
  ],
  [/[Yy]ardstick|[Ff]rameless/, 'baseline, noFramework', 'what benchmarks call it'],
];

/** @type {import('eslint').ESLint.Plugin} */
export const plainWords = {
  rules: {
    'plain-words': {
      meta: { type: 'suggestion', schema: [] },
      create: (context) => {
        const seen = new Set();
        const check = (node) => {
          if (seen.has(node.name)) return;
          seen.add(node.name);
          const word = WORDS.find(([old]) => old.test(node.name));
          if (word) context.report({ node, message: `“${node.name}”: say ${word[1]} (${word[2]}).` });
        };
        return { Identifier: check, PrivateIdentifier: check };
      },
    },
  },
};
