import { ADDRESS_BOOKS_PATH } from '../subscriptions/app-passwords.service.js';
import type { AddressBook, Card } from './address-books.service.js';

/** The parts of an address behind `/carddav/books/`. */
export interface DavPath {
  bookId?: string;
  file?: string;
}

/** What an address names: the reader, all of their address books, one of them, or a card in it. */
export type DavResource =
  | { kind: 'principal' }
  | { kind: 'home' }
  | {
      kind: 'book';
      book: AddressBook;
      /** Digest of everything in it; null where it is not told. */
      state: () => Promise<string | null>;
    }
  | { kind: 'card'; book: AddressBook; card: Card };

/** Where the address books are. */
export const HOME_PATH = `${ADDRESS_BOOKS_PATH}books/`;

const bookHref = ({ id }: AddressBook): string => `${HOME_PATH}${id}/`;

export const cardHref = (book: AddressBook, { file }: Pick<Card, 'file'>): string =>
  `${bookHref(book)}${file}`;

export function hrefOf(resource: DavResource): string {
  if (resource.kind === 'principal') return ADDRESS_BOOKS_PATH;
  if (resource.kind === 'home') return HOME_PATH;
  return resource.kind === 'book' ? bookHref(resource.book) : cardHref(resource.book, resource.card);
}
