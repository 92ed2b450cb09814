import { ValidationFailedError } from '../../platform/errors/app-error.js';
import { ADDRESS_BOOKS_PATH } from '../subscriptions/app-passwords.service.js';
import { type DavResource, HOME_PATH, hrefOf } from './dav-resource.js';
import { element, emptyElement, hrefElement, knownName, response, xmlText } from './xml-text.js';
import { childrenOf, type XmlElement } from './xml-tree.js';

/** XML of the value; null where the resource has no such property. */
type Property = (resource: DavResource) => string | null | Promise<string | null>;

const PRINCIPAL = hrefElement(ADDRESS_BOOKS_PATH);

const RESOURCE_TYPES: Record<DavResource['kind'], string> = {
  principal: '<d:collection/><d:principal/>',
  home: '<d:collection/>',
  book: '<d:collection/><c:addressbook/>',
  card: '',
};

const REPORTS = ['c:addressbook-multiget', 'c:addressbook-query', 'd:sync-collection']
  .map((report) => element('d:supported-report', element('d:report', element(report))))
  .join('');

const ofBook =
  (value: (state: string) => string): Property =>
  async (resource) => {
    const state = resource.kind === 'book' ? await resource.state() : null;
    return state === null ? null : value(state);
  };

/** The token of a state of a book: any other state is another token. */
export const syncToken = (state: string): string => `data:,${state}`;

/** What every resource has without being named, in this order. */
const LIVE: Record<string, Property> = {
  'd:resourcetype': ({ kind }) => RESOURCE_TYPES[kind],
  'd:displayname': (resource) => displayName(resource),
  'd:current-user-principal': () => PRINCIPAL,
  'd:owner': () => PRINCIPAL,
  'd:principal-URL': ({ kind }) => (kind === 'principal' ? PRINCIPAL : null),
  'c:addressbook-home-set': ({ kind }) => (kind === 'principal' ? hrefElement(HOME_PATH) : null),
  'd:getetag': (resource) => (resource.kind === 'card' ? xmlText(resource.card.etag) : null),
  'd:getcontenttype': ({ kind }) => (kind === 'card' ? 'text/vcard; charset=utf-8' : null),
  'd:getcontentlength': (resource) =>
    resource.kind === 'card' ? String(Buffer.byteLength(resource.card.text)) : null,
};

/** What has to be named. */
const NAMED: Record<string, Property> = {
  'd:current-user-privilege-set': () =>
    ['d:read', 'd:read-current-user-privilege-set']
      .map((privilege) => element('d:privilege', element(privilege)))
      .join(''),
  'd:supported-report-set': ({ kind }) => (kind === 'book' ? REPORTS : ''),
  'c:supported-address-data': ({ kind }) =>
    kind === 'book' ? '<c:address-data-type content-type="text/vcard" version="3.0"/>' : null,
  's:getctag': ofBook((state) => state),
  'd:sync-token': ofBook(syncToken),
};

/** Of reports alone. */
const ADDRESS_DATA: Property = (resource) => (resource.kind === 'card' ? xmlText(resource.card.text) : null);

const KNOWN: Record<string, Property> = { ...LIVE, ...NAMED };
const OF_REPORTS: Record<string, Property> = { ...KNOWN, 'c:address-data': ADDRESS_DATA };

function displayName(resource: DavResource): string | null {
  if (resource.kind === 'principal') return 'School Directory';
  return resource.kind === 'book' ? xmlText(resource.book.name) : null;
}

/** The properties that a request asks for. */
export interface RequestedProperties {
  /** Null: all that are told unasked. */
  names: Pick<XmlElement, 'name' | 'uri' | 'local'>[] | null;
  /** Their values, or their names alone. */
  values: boolean;
}

/**
 * Each property once, however often it is named: its value would come as often.
 * @param body `{DAV:}propfind` or a report; undefined is as `allprop` (RFC 4918 section 9.1)
 */
export function requestedProperties(body: XmlElement | undefined): RequestedProperties {
  if (childrenOf(body, '{DAV:}propname').length > 0) return { names: null, values: false };
  const [prop] = childrenOf(body, '{DAV:}prop');
  const names = prop && new Map(prop.children.map((child) => [child.name, child]));
  return { names: names ? [...names.values()] : null, values: true };
}

/** Characters of an answer that repeats the names of what resources do not have. */
const MAX_ECHO = 4_000_000;

/**
 * @param resources how many the answer has: each repeats the names of what it has not
 * @throws ValidationFailedError
 */
export function assertShort({ names }: RequestedProperties, resources: number): void {
  const length = (names ?? []).reduce((sum, { uri, local }) => sum + uri.length + local.length, 0);
  if (length * Math.max(1, resources) > MAX_ECHO)
    throw new ValidationFailedError('The request names too many properties.');
}

/** A resource of a multistatus with what was requested of it. */
export async function describe(
  resource: DavResource,
  { names, values }: RequestedProperties,
  within: 'propfind' | 'report' = 'propfind',
): Promise<string> {
  const [found, missing]: [string[], string[]] = [[], []];
  const known = within === 'report' ? OF_REPORTS : KNOWN;
  if (names === null) {
    for (const [name, property] of Object.entries(LIVE)) {
      const value = await property(resource);
      if (value !== null) found.push(element(name, values ? value : ''));
    }
    return response(hrefOf(resource), found.join(''), '');
  }
  for (const name of names) {
    const knownAs = knownName(name);
    const property = knownAs !== null && Object.hasOwn(known, knownAs) ? known[knownAs] : undefined;
    const value = (await property?.(resource)) ?? null;
    if (value === null) missing.push(emptyElement(name));
    else found.push(element(knownAs!, value));
  }
  return response(hrefOf(resource), found.join(''), missing.join(''));
}
