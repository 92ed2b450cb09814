import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import { SignupWritesRepository } from '../signup-writes.repository.js';

/** Removes sign-ups whose deletion cannot be undone any more. One with claims stays, for those who have made them. */
@Injectable()
export class DeletedSignupsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly signups: SignupWritesRepository,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there was one */
  removeNext(): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const signup = await this.signups.lockRemovable(manager, this.clock.now());
      if (!signup) return false;
      await this.signups.remove(manager, signup);
      await this.images.changeByImport(manager, signup.schoolId, [signup.description]);
      return true;
    });
  }
}
