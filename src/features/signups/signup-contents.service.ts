import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import type { ImportedQuestion } from '../questions/imported-question.js';
import { QuestionImporter } from '../questions/question.importer.js';
import { ClaimOffboarding } from './claims/claim-offboarding.service.js';
import { SignupNotifications } from './signup-notifications.service.js';
import { SignupWritesRepository } from './signup-writes.repository.js';
import type { Signup, SignupItem } from './signup.entity.js';

/** What belongs to a sign-up besides its row, which is locked and written before. */
@Injectable()
export class SignupContents {
  constructor(
    private readonly signups: SignupWritesRepository,
    private readonly questions: QuestionImporter,
    private readonly offboarding: ClaimOffboarding,
    private readonly notifications: SignupNotifications,
    private readonly images: ImageEmbeddingService,
  ) {}

  /**
   * The images of a text that a member has written.
   * @throws UnknownImageError
   */
  embed({ manager, member }: WriteContext, present: Signup | null, next: Signup): Promise<void> {
    return this.images.change(manager, member, {
      field: 'description',
      before: present?.description ?? null,
      after: next.description,
    });
  }

  /**
   * Other questions replace the stored ones only before the first claim.
   * @param given all of them; left out, they stay
   * @param Refusal what is thrown once there are claims
   */
  async replaceQuestions(
    manager: EntityManager,
    signup: Signup,
    given: ImportedQuestion[] | undefined,
    Refusal: new () => Error,
  ): Promise<void> {
    if (!given) return;
    const owner = { id: signup.id, schoolId: signup.schoolId, of: 'signup_id' as const };
    if (await this.questions.areStored(manager, owner, given)) return;
    if (await this.signups.isClaimed(manager, signup)) throw new Refusal();
    await this.questions.replace(manager, owner, given);
  }

  /**
   * Writes items. Those who wait get what is free now, of every item: one that is open again may have places too. Whoever has
   * claimed what changes is told.
   * @param signups before and after; null before for one that is new
   * @param items those that there were, and those to be written
   */
  async saveItems(
    { manager, now }: { manager: EntityManager; now: Date },
    [present, signup]: [Signup | null, Signup],
    [before, items]: [SignupItem[], SignupItem[]],
  ): Promise<void> {
    await this.signups.saveItems(manager, items);
    const itemIds = [...before, ...items].map(({ id }) => id);
    await this.offboarding.promote(manager, signup, itemIds, now);
    if (present)
      await this.notifications.notifyOfChange({ manager, now }, [present, signup], [before, items]);
  }
}
