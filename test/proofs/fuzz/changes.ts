/** A request before it is written. */
export interface Draft {
  method: string;
  path: string;
  headers: [string, string][];
  /** Of a JSON body; undefined without one. */
  body: unknown;
  /** It has a form for a body, unless a JSON body takes its place. */
  isForm: boolean;
  /** What becomes of the text of the body when it is written. */
  rewrite: string | null;
}

/** What is done to a right request, as data that can be read. */
export type Change = [how: keyof typeof CHANGES, ...given: unknown[]];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The places in a body, outermost first. */
function placesIn(value: unknown): [holder: Json, key: string][] {
  if (!isObject(value)) return [];
  const here = Object.keys(value).map((key) => [value, key] as [Json, string]);
  return [...here, ...here.flatMap(([, key]) => placesIn(value[key]))];
}

function change(draft: Draft, at: number, edit: (holder: Json, key: string) => void): void {
  draft.body = structuredClone(draft.body ?? {});
  const places = placesIn(draft.body);
  const place = places[at % Math.max(places.length, 1)];
  if (place) edit(...place);
}

const define = (holder: Json, key: string, value: unknown): unknown =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

const CHANGES = {
  field: (draft: Draft, at: number, value: unknown) =>
    change(draft, at, (holder, key) => void define(holder, key, value)),
  'without field': (draft: Draft, at: number) =>
    change(draft, at, (holder, key) => void Reflect.deleteProperty(holder, key)),
  list: (draft: Draft, at: number) => change(draft, at, (holder, key) => void (holder[key] = [holder[key]])),
  'more fields': (draft: Draft, more: Json) => {
    draft.body = isObject(draft.body) ? structuredClone(draft.body) : {};
    for (const [key, value] of Object.entries(more)) define(draft.body as Json, key, value);
  },
  body: (draft: Draft, body: unknown) => void (draft.body = body),
  rewrite: (draft: Draft, how: string) => {
    draft.rewrite = how;
    draft.body ??= {};
  },
  query: (draft: Draft, query: string) =>
    void (draft.path += `${draft.path.includes('?') ? '&' : '?'}${query}`),
  segment: (draft: Draft, at: number, text: string) => {
    const [path = '', ...query] = draft.path.split('?');
    const segments = path.split('/');
    segments[1 + (at % (segments.length - 1))] = text;
    draft.path = [segments.join('/'), ...query].join('?');
  },
  header: (draft: Draft, name: string, value: string) => void draft.headers.push([name, value]),
  method: (draft: Draft, method: string) => void (draft.method = method),
};

export const apply = (draft: Draft, [how, ...given]: Change): void =>
  (CHANGES[how] as (draft: Draft, ...given: unknown[]) => void)(draft, ...given);
