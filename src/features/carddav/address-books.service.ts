import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { MessageRecipientsService, type Recipient } from '../lists/message-recipients.service.js';
import { recipientCards } from '../lists/vcard.js';
import { type AddressBook, AddressBooksRepository } from './address-books.repository.js';

export type { AddressBook } from './address-books.repository.js';

/** A person as an address book has them. */
export interface Card {
  /** Last part of its address. */
  file: string;
  /** Strong, with its quotes: it follows from the text, so that what is hidden changes it. */
  etag: string;
  /** Of version 3.0, which every client reads. */
  text: string;
  person: Recipient;
}

/** What a member may read as address books: their own lists and organizations, each card under the masks of the moment. */
@Injectable()
export class AddressBooksService {
  constructor(
    private readonly books: AddressBooksRepository,
    private readonly recipients: MessageRecipientsService,
    private readonly clock: Clock,
  ) {}

  list(member: Member): Promise<AddressBook[]> {
    return this.books.findBooks(member, this.clock.now());
  }

  /** @throws NotFoundError the book is none of the member's, or no longer */
  async cardsOf(member: Member, book: AddressBook): Promise<Card[]> {
    return (await this.recipients.findContacts(member, book)).map(cardOf);
  }
}

function cardOf(person: Recipient): Card {
  const text = recipientCards([person], '3.0');
  return { file: `${person.guardian_id}.vcf`, etag: `"${digestOf(text)}"`, text, person };
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 24);

/** A digest of everything in the book: it is another one as soon as any card comes, goes or changes. */
export const stateOf = (cards: Card[]): string =>
  digestOf(cards.map(({ file, etag }) => `${file} ${etag}\n`).join(''));
