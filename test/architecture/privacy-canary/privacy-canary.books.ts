import type { Call } from './privacy-canary.table.js';

const NAMES =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav" xmlns:s="http://calendarserver.org/ns/"';
const ALL = '<d:getetag/><d:displayname/><c:address-data/>';
const PROPFIND = `<d:propfind ${NAMES}><d:prop>${ALL}<d:sync-token/><s:getctag/></d:prop></d:propfind>`;
const QUERY = `<c:addressbook-query ${NAMES}><d:prop>${ALL}</d:prop><c:filter/></c:addressbook-query>`;

/**
 * Address books, asked for with an app password of the viewer: the book is their list that has the family on it, the card the
 * guardian's. What an admin sees of it is what any parent does.
 */
export const BOOKS: Record<string, Call> = {
  'GET /.well-known/carddav': {},
  'PROPFIND /.well-known/carddav': {},
  'PROPFIND /carddav': { xml: PROPFIND },
  'REPORT /carddav': { xml: QUERY },
  'PROPFIND /carddav/books': { xml: PROPFIND },
  'REPORT /carddav/books': { xml: QUERY },
  'PROPFIND /carddav/books/:bookId': { xml: PROPFIND },
  'REPORT /carddav/books/:bookId': {
    ...{ xml: QUERY, operationId: 'reportAddressBook' },
    ...{ shows: ['contact'], showsAdmins: [] },
  },
  'PROPFIND /carddav/books/:bookId/:file': { xml: PROPFIND },
  'REPORT /carddav/books/:bookId/:file': { xml: QUERY },
  'GET /carddav/books/:bookId/:file': {
    ...{ operationId: 'readAddressCard' },
    ...{ shows: ['contact'], showsAdmins: [] },
  },
};
