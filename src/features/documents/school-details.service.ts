import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { lockAdmin } from '../../platform/auth/member-lock.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import type { DocumentBody } from './document.dto.js';
import { DocumentsRepository } from './documents.repository.js';
import type { SchoolDetailsInput } from './school-details.dto.js';
import { SchoolDetailsRepository } from './school-details.repository.js';
import { changedDetails, SCHOOL_DETAILS_ID } from './school-details.js';

/** The first entry of the Document Library, which an admin writes. */
@Injectable()
export class SchoolDetailsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly details: SchoolDetailsRepository,
    private readonly documents: DocumentsRepository,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param ifMatch tag of the list of documents: the details have no read of their own
   * @throws NotAuthorizedError no admin any more
   * @throws ValidationFailedError
   * @throws UnknownImageError
   * @throws StaleError
   */
  put(member: Member, input: SchoolDetailsInput, ifMatch?: string): Promise<DocumentBody> {
    return this.transactions.run(async (manager) => {
      const admin = await lockAdmin(manager, member);
      const { schoolId } = admin;
      const present = await this.details.lock(manager, schoolId);
      await this.assertMatches(manager, admin, ifMatch);
      const next = changedDetails(present, input, { schoolId, now: this.clock.now() });
      if (next !== present) {
        await this.details.save(manager, next);
        const [before, after] = [present?.description ?? null, next.description];
        await this.images.change(manager, admin, { field: 'description', before, after });
        record({ manager, member: admin }, { kind: 'document.updated', id: SCHOOL_DETAILS_ID });
      }
      return this.details.findBody(manager, schoolId);
    });
  }

  private async assertMatches(manager: EntityManager, admin: Member, ifMatch?: string): Promise<void> {
    if (ifMatch === undefined) return;
    const list = await this.documents.findListed(admin, this.clock.now(), manager);
    assertMatches(ifMatch, new SerializedJson(list));
  }
}
