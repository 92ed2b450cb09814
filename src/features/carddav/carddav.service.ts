import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error.js';
import { knownAs } from '../../platform/http/conditional-request.js';
import { type AddressBook, AddressBooksService, stateOf } from './address-books.service.js';
import { accessToRecipients } from '../lists/logged-access.js';
import { type DavAnswer, multistatus, refusal } from './dav-answer.js';
import { requestedProperties, describe, assertShort } from './dav-properties.js';
import type { DavPath, DavResource } from './dav-resource.js';
import type { XmlElement } from './xml-tree.js';

/** One statement each: of more books it is not told here whether they have changed, and a client asks each of them. */
const MAX_STATES = 30;

/** Address books for programs (RFC 6352), for reading alone. */
@Injectable()
export class CarddavService {
  constructor(private readonly books: AddressBooksService) {}

  /** The reader, for whom `depth` 1 adds where their address books are. */
  describePrincipal(depth: string | undefined, body: XmlElement | undefined): Promise<DavAnswer> {
    return this.propfind(depth, body, { kind: 'principal' }, () => Promise.resolve([{ kind: 'home' }]));
  }

  /** All address books of the reader. */
  describeHome(member: Member, depth: string | undefined, body: XmlElement | undefined): Promise<DavAnswer> {
    return this.propfind(depth, body, { kind: 'home' }, async () =>
      (await this.books.list(member)).map((book, at) => this.resourceOf(member, book, at < MAX_STATES)),
    );
  }

  /** @throws NotFoundError the book is none of the reader's */
  async describeBook(
    member: Member,
    { bookId }: DavPath,
    depth: string | undefined,
    body: XmlElement | undefined,
  ): Promise<DavAnswer> {
    const book = await this.getBook(member, bookId);
    return this.propfind(depth, body, this.resourceOf(member, book), async () =>
      (await this.books.cardsOf(member, book)).map((card) => ({ kind: 'card', book, card })),
    );
  }

  /** @throws NotFoundError */
  async describeCard(member: Member, path: DavPath, body: XmlElement | undefined): Promise<DavAnswer> {
    return this.propfind('0', body, await this.getCard(member, path), () => Promise.resolve([]));
  }

  /** @throws NotFoundError */
  async readCard(member: Member, path: DavPath, ifNoneMatch: string | undefined): Promise<DavAnswer> {
    const { card } = await this.getCard(member, path);
    const headers = { ETag: card.etag, 'Cache-Control': 'private, no-cache' };
    if (knownAs(ifNoneMatch, card.etag) !== null) return { status: 304, headers, body: null };
    return {
      status: 200,
      headers: { ...headers, 'Content-Type': 'text/vcard; charset=utf-8' },
      body: card.text,
      loggedAccess: accessToRecipients([card.person]),
    };
  }

  /** @throws NotFoundError the book is none of the reader's */
  async getBook(member: Member, bookId: string | undefined): Promise<AddressBook> {
    const book = (await this.books.list(member)).find(({ id }) => id === bookId);
    if (!book) throw new NotFoundError();
    return book;
  }

  private async getCard(member: Member, { bookId, file }: DavPath): Promise<DavResource & { kind: 'card' }> {
    const book = await this.getBook(member, bookId);
    const card = (await this.books.cardsOf(member, book)).find((one) => one.file === file);
    if (!card) throw new NotFoundError();
    return { kind: 'card', book, card };
  }

  private resourceOf(member: Member, book: AddressBook, isStateTold = true): DavResource {
    let state: Promise<string> | undefined;
    const read = async (): Promise<string> => stateOf(await this.books.cardsOf(member, book));
    return {
      kind: 'book',
      book,
      state: () => (isStateTold ? (state ??= read()) : Promise.resolve(null)),
    };
  }

  private async propfind(
    depth: string | undefined,
    body: XmlElement | undefined,
    resource: DavResource,
    members: () => Promise<DavResource[]>,
  ): Promise<DavAnswer> {
    if (body && body.name !== '{DAV:}propfind')
      throw new ValidationFailedError('The body should be a propfind.');
    if (depth !== '0' && depth !== '1') return refusal('d:propfind-finite-depth');
    const requested = requestedProperties(body);
    const resources = depth === '1' ? [resource, ...(await members())] : [resource];
    assertShort(requested, resources.length);
    const responses: string[] = [];
    for (const one of resources) responses.push(await describe(one, requested));
    return multistatus(responses);
  }
}
