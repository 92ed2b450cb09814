import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { randomSecret, sameDigest, sha256 } from '../account/secrets.js';
import type { AskingMail } from '../alerts/mails/answer-button.js';
import { AnswerLinksRepository, type FoundLink } from './answer-links.repository.js';

export type { FoundLink } from './answer-links.repository.js';

/** Anything else need not be looked for. */
const SECRET = /^[\w-]{43}$/;

const addressDigestOf = (secret: string, email: string): string => sha256(`${secret}\n${email}`);

/** Secrets of mails that ask for something (contract section 27): each is good for one person and one item, until that closes. */
@Injectable()
export class AnswerLinks {
  constructor(
    private readonly links: AnswerLinksRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns the secret, of which only the digest is stored; null for whoever said that such a mail was not for them */
  async create({ schoolId, membershipId, email, asks }: AskingMail): Promise<string | null> {
    const secret = randomSecret();
    const item = 'eventId' in asks ? { ...asks, noticeId: null, version: null } : { ...asks, eventId: null };
    const isAdded = await this.links.add({
      ...{ schoolId, membershipId, ...item },
      digest: sha256(secret),
      addressDigest: addressDigestOf(secret, email),
      createdAt: this.clock.now(),
    });
    return isAdded ? secret : null;
  }

  /** Null for none, one that was ended, and one that went to an address which its owner has no more. */
  async find(secret: string): Promise<FoundLink | null> {
    if (!SECRET.test(secret)) return null;
    const link = await this.links.find(sha256(secret), this.clock.now());
    return link && sameDigest(link.addressDigest, addressDigestOf(secret, link.email)) ? link : null;
  }

  /** Within the caller's transaction: every link of the person for the item. @returns false where they had ended before */
  end(manager: EntityManager, link: FoundLink): Promise<boolean> {
    return this.links.end(manager, link, this.clock.now());
  }
}
