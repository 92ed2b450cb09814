import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { ImageEmbeddingService } from '../../embedded-images/image-embedding.service.js';
import { PollWritesRepository } from '../poll-writes.repository.js';

/** Removes polls whose deletion cannot be undone any more. One that was answered stays, for those who have answered it. */
@Injectable()
export class DeletedPollsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly polls: PollWritesRepository,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  /** @returns whether there was one */
  removeNext(): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const poll = await this.polls.lockRemovable(manager, this.clock.now());
      if (!poll) return false;
      await this.polls.remove(manager, poll);
      await this.images.changeByImport(manager, poll.schoolId, [poll.description]);
      return true;
    });
  }
}
