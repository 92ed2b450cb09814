import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type ImportedItem,
  type ImportOrigin,
  type ImportTarget,
  ItemImporter,
  type WrittenItem,
} from '../publishing/item.importer.js';
import { SignupImportRepository } from './signup-import.repository.js';
import { Signup } from './signup.entity.js';
import { changedSignup, newSignup, type SignupInput, signupItem } from './new-signup.js';
import { invalidField } from '../../platform/errors/app-error.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import type { ImportedQuestion } from '../questions/imported-question.js';
import { QuestionImporter } from '../questions/question.importer.js';
import { ClaimOffboarding } from './claims/claim-offboarding.service.js';
import { ClaimedSignupError } from './signups.errors.js';
import { SignupNotifications } from './signup-notifications.service.js';
import { record, audiencesOf } from '../../platform/journal/recorded-changes.js';

export type ImportedSignup = ImportedItem<SignupInput>;

/**
 * The way in for sign-ups, which no operation makes, inside the caller's transaction. Their items are not taken away
 * either. Who waits gets places that are new, and who has one keeps it though there are fewer. Whoever has claimed what
 * changes is told.
 */
@Injectable()
export class SignupImporter extends ItemImporter<ImportedSignup, Signup> {
  protected readonly entity = Signup;

  constructor(
    private readonly signups: SignupImportRepository,
    private readonly questions: QuestionImporter,
    private readonly offboarding: ClaimOffboarding,
    images: ImageEmbeddingService,
    private readonly notifications: SignupNotifications,
  ) {
    super(images);
  }

  protected newItem({ input }: ImportedSignup, origin: ImportOrigin, { now }: ImportTarget): Signup {
    const signup = newSignup(input, origin, now);
    if (!input.items) throw invalidField('items', 'a sign-up that is not there yet needs items');
    return signup;
  }

  protected changedItem(present: Signup, input: SignupInput, now: Date): Signup {
    return changedSignup(present, input, now);
  }

  protected textOf({ description }: Signup): string | null {
    return description;
  }

  protected override async complete({
    target,
    entry: { input },
    present,
    item: signup,
  }: WrittenItem<ImportedSignup, Signup>): Promise<void> {
    const { manager, now } = target;
    await this.importQuestions(manager, signup, input.questions);
    const known = await this.signups.findItems(manager, signup);
    const before = [...known.values()];
    const items = (input.items ?? []).map((item, position) =>
      signupItem(signup, item, position, known.get(item.title)),
    );
    await this.signups.saveItems(manager, items);
    // All of them: one that is open again may have places of items that the entry does not name.
    const itemIds = [...before, ...items].map(({ id }) => id);
    await this.offboarding.promote(manager, signup, itemIds, now);
    record(target, { kind: 'signup.edited', id: signup.id, ...audiencesOf(present ?? signup, signup) });
    if (present) await this.notifications.notifyOfChange(target, [present, signup], [before, items]);
  }

  /**
   * What was answered keeps its question: others come in the place of those that are there before anything is claimed.
   * @throws ClaimedSignupError
   */
  private async importQuestions(
    manager: EntityManager,
    signup: Signup,
    given: ImportedQuestion[] | undefined,
  ): Promise<void> {
    if (!given) return;
    const owner = { id: signup.id, schoolId: signup.schoolId, of: 'signup_id' as const };
    if (await this.questions.areStored(manager, owner, given)) return;
    if (await this.signups.isClaimed(manager, signup)) throw new ClaimedSignupError();
    await this.questions.replace(manager, owner, given);
  }
}
