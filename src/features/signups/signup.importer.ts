import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { invalidField } from '../../platform/errors/app-error.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  addressed,
  importEach,
  idsOf,
  originOf,
  type ImportResult,
  type ItemImporter,
} from '../publishing/item-import.js';
import type { ImportedQuestion } from '../questions/fed-question.js';
import { QuestionImporter } from '../questions/question.importer.js';
import { ClaimOffboarding } from './claim-offboarding.service.js';
import { changedSignup, newSignup, signupItem } from './new-signup.js';
import type { ImportedSignup } from './signup-import.js';
import { SignupImportRepository } from './signup-import.repository.js';
import { SignupNotifications } from './signup-notifications.service.js';
import type { Signup } from './signup.entity.js';
import { ClaimedSignupError } from './signups.errors.js';

/** The way in for sign-ups, which no operation makes, inside the caller's transaction. */
@Injectable()
export class SignupImporter {
  constructor(
    private readonly signups: SignupImportRepository,
    private readonly questions: QuestionImporter,
    private readonly departures: ClaimOffboarding,
    private readonly images: ImageEmbeddingService,
    private readonly news: SignupNotifications,
  ) {}

  /**
   * Creates and changes sign-ups; neither they nor their items are taken away. Who waits gets places that are new, and
   * who has one keeps it though there are fewer. Whoever has claimed what changes is told.
   */
  async import(target: ItemImporter, entries: ImportedSignup[]): Promise<ImportResult> {
    const known = await this.signups.lockImported(target, idsOf(entries));
    return importEach(target, entries, known, (...one) => this.importItem(...one));
  }

  private async importItem(
    target: ItemImporter,
    entry: ImportedSignup,
    present: Signup | null,
  ): Promise<void> {
    const { manager, schoolId, now } = target;
    const changed = present
      ? changedSignup(present, addressed(entry.input, present), entry.digest, now)
      : newSignup(entry.input, originOf(target, entry), now);
    const next = { ...changed, alertedAt: changed.alertedAt ?? (entry.sendAlert ? null : now) };
    if (!present && !entry.input.items)
      throw invalidField('items', 'a sign-up that is not there yet needs items');
    await this.signups.save(manager, next);
    await this.takeQuestions(manager, next, entry.input.questions);
    const known = await this.signups.findItems(manager, next.id);
    const items = (entry.input.items ?? []).map((item, position) =>
      signupItem(next, item, position, known.get(item.title)),
    );
    await this.signups.saveItems(manager, items);
    // All of them: one that is open again may have places of items that the entry does not name.
    const itemIds = [...known.values(), ...items].map(({ id }) => id);
    await this.departures.promote(manager, next, itemIds, now);
    if (present) await this.news.tellOfChange(target, [present, next], [[...known.values()], items]);
    await this.images.changeByImport(manager, schoolId, [present?.description ?? null, next.description]);
  }

  /**
   * What was answered keeps its question: others come in the place of those that are there before anything is claimed.
   * @throws ClaimedSignupError
   */
  private async takeQuestions(
    manager: EntityManager,
    signup: Signup,
    given: ImportedQuestion[] | undefined,
  ): Promise<void> {
    if (!given) return;
    const owner = { id: signup.id, schoolId: signup.schoolId, of: 'signup_id' as const };
    if (await this.questions.areAsked(manager, owner, given)) return;
    if (await this.signups.isClaimed(manager, signup)) throw new ClaimedSignupError();
    await this.questions.replace(manager, owner, given);
  }
}
