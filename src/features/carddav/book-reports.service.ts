import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { ValidationFailedError } from '../../platform/errors/app-error.js';
import { accessToRecipients } from '../lists/logged-access.js';
import { type AddressBook, AddressBooksService, type Card, stateOf } from './address-books.service.js';
import { cardFilter, comparesContact, UnsupportedFilterError } from './card-filter.js';
import { CarddavService } from './carddav.service.js';
import { type DavAnswer, multistatus, refusal, refusedMethod } from './dav-answer.js';
import {
  type RequestedProperties,
  requestedProperties,
  describe,
  assertShort,
  syncToken,
} from './dav-properties.js';
import { cardHref, type DavPath } from './dav-resource.js';
import { CARDDAV, element, goneResponse, xmlText } from './xml-text.js';
import { childrenOf, type XmlElement } from './xml-tree.js';

const ADDRESS_DATA = CARDDAV('address-data');

/** A book as a report looks at it. */
interface Reported {
  book: AddressBook;
  cards: Card[];
  requested: RequestedProperties;
}

/** Reports about one address book: what a client reads all of it by, or what has changed. */
@Injectable()
export class BookReportsService {
  constructor(
    private readonly carddav: CarddavService,
    private readonly books: AddressBooksService,
  ) {}

  /**
   * Any other method than REPORT is refused.
   * @throws NotFoundError the book is none of the reader's
   * @throws ValidationFailedError
   */
  async answer(
    method: string,
    member: Member,
    path: DavPath,
    body: XmlElement | undefined,
  ): Promise<DavAnswer> {
    return refusedMethod(method, path) ?? (await this.report(member, path, body));
  }

  private async report(member: Member, path: DavPath, body: XmlElement | undefined): Promise<DavAnswer> {
    if (!body) throw new ValidationFailedError('The body should be a report.');
    const answer = REPORTS[body.name];
    if (!answer) return refusal('d:supported-report');
    if (!readsAddressData(body)) return refusal('c:supported-address-data');
    const book = await this.carddav.getBook(member, path.bookId);
    const cards = await this.books.cardsOf(member, book);
    const requested = requestedProperties(body);
    assertShort(requested, cards.length);
    return answer({ book, cards, requested }, body);
  }
}

type Report = (reported: Reported, body: XmlElement) => Promise<DavAnswer>;

/** Cards are written in version 3.0 alone, which every client reads (RFC 6352 section 6.2.2). */
function readsAddressData(body: XmlElement): boolean {
  const [prop] = childrenOf(body, '{DAV:}prop');
  return childrenOf(prop, ADDRESS_DATA).every(
    ({ attributes: { 'content-type': type = 'text/vcard', version = '3.0' } }) =>
      type === 'text/vcard' && version === '3.0',
  );
}

/** RFC 6352 section 8.7. */
const multiget: Report = async (reported, body) => {
  const byHref = new Map(reported.cards.map((card) => [cardHref(reported.book, card), card]));
  const hrefs = new Set(childrenOf(body, '{DAV:}href').map(({ text }) => pathOf(text)));
  const found = [...hrefs].flatMap((href) => byHref.get(href) ?? []);
  const gone = [...hrefs].filter((href) => !byHref.has(href)).map(goneResponse);
  return answered(reported, found, { more: gone.join('') });
};

/** RFC 6352 section 8.6. */
const query: Report = async (reported, body) => {
  const [filter] = childrenOf(body, CARDDAV('filter'));
  try {
    const found = reported.cards.filter(cardFilter(filter));
    return await answered(reported, found, { compared: comparesContact(filter) ? reported.cards : [] });
  } catch (error) {
    if (error instanceof UnsupportedFilterError) return refusal('c:supported-filter');
    throw error;
  }
};

/**
 * RFC 6578: nobody writes down what each client has, so that a token is good for the state that it was given for alone. With any
 * other one a client is told to read the book anew, and drops what is not there any more.
 */
const sync: Report = async (reported, body) => {
  const token = syncToken(stateOf(reported.cards));
  const [known] = childrenOf(body, '{DAV:}sync-token');
  const given = known?.text.trim() ?? '';
  if (given !== '' && given !== token) return refusal('d:valid-sync-token');
  return answered(reported, given === '' ? reported.cards : [], {
    more: element('d:sync-token', xmlText(token)),
  });
};

const REPORTS: Partial<Record<string, Report>> = {
  [CARDDAV('addressbook-multiget')]: multiget,
  [CARDDAV('addressbook-query')]: query,
  '{DAV:}sync-collection': sync,
};

/**
 * The cards with what was requested of them. Whose contact was in the answer, or was compared with a text, is recorded.
 * @param more XML behind the cards
 */
async function answered(
  { book, requested }: Reported,
  cards: Card[],
  { more = '', compared = [] }: { more?: string; compared?: Card[] } = {},
): Promise<DavAnswer> {
  const responses: string[] = [];
  for (const card of cards) responses.push(await describe({ kind: 'card', book, card }, requested, 'report'));
  const shows = requested.names?.some(({ name }) => name === ADDRESS_DATA) ?? false;
  const read = new Set([...compared, ...(shows ? cards : [])]);
  return multistatus(responses, more, accessToRecipients([...read].map(({ person }) => person)));
}

/** The path of an address that a client has written, with or without its host, and escaped as it likes. */
function pathOf(href: string): string {
  const path = href.trim().replace(/^https?:\/\/[^/]*/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
