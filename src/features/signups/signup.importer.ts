import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/app-error.js';
import { audienceOf, audiencesOf, record, eventsOf } from '../../platform/journal/recorded-changes.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import {
  type ImportedItem,
  type ImportOrigin,
  type ImportTarget,
  ItemImporter,
  type WrittenItem,
} from '../publishing/item.importer.js';
import type { ImportedQuestion } from '../questions/imported-question.js';
import {
  changedSignup,
  type ItemDetailsInput,
  newSignup,
  type SignupDetailsInput,
  signupItem,
} from './new-signup.js';
import { SignupContents } from './signup-contents.service.js';
import { SignupWritesRepository } from './signup-writes.repository.js';
import { Signup } from './signup.entity.js';
import { ClaimedSignupError } from './signups.errors.js';

/** A sign-up from outside. A member that is left out stays; null clears it. */
export interface SignupEntry extends SignupDetailsInput {
  title: string;
  /** All of them, in their order. */
  questions?: ImportedQuestion[] | undefined;
  /** Wanted of a sign-up that is not there yet; known by their titles. */
  items?: ItemDetailsInput[] | undefined;
}

export type ImportedSignup = ImportedItem<SignupEntry>;

/**
 * The way in for sign-ups from outside, inside the caller's transaction. Their items are not taken away either. Who waits gets
 * places that are new, and who has one keeps it though there are fewer. Whoever has claimed what changes is told.
 */
@Injectable()
export class SignupImporter extends ItemImporter<ImportedSignup, Signup> {
  protected readonly entity = Signup;

  constructor(
    private readonly signups: SignupWritesRepository,
    private readonly contents: SignupContents,
    images: ImageEmbeddingService,
  ) {
    super(images);
  }

  protected newItem({ input }: ImportedSignup, origin: ImportOrigin, { now }: ImportTarget): Signup {
    if (!input.opens_at) throw invalidField('opens_at', 'a sign-up that is not there yet needs opens_at');
    const signup = newSignup(input, origin, now);
    if (!input.items) throw invalidField('items', 'a sign-up that is not there yet needs items');
    return signup;
  }

  protected changedItem(present: Signup, { opens_at, ...input }: SignupEntry, now: Date): Signup {
    return changedSignup(present, opens_at ? { ...input, opens_at } : input, now);
  }

  protected textOf({ description }: Signup): string | null {
    return description;
  }

  /** @throws ClaimedSignupError */
  protected override async complete({
    target,
    entry: { input },
    present,
    item: signup,
  }: WrittenItem<ImportedSignup, Signup>): Promise<void> {
    const { manager } = target;
    await this.contents.replaceQuestions(manager, signup, input.questions, ClaimedSignupError);
    const before = await this.signups.findItems(manager, signup);
    const known = new Map(before.map((item) => [item.title, item]));
    const items = (input.items ?? []).map((item, position) =>
      signupItem(signup, item, position, known.get(item.title)),
    );
    await this.contents.saveItems(target, [present, signup], [before, items]);
    const { id } = signup;
    const ids = present && eventsOf(present, signup);
    if (ids) record(target, { kind: 'signup.edited', id, ids, ...audiencesOf(present, signup) });
    else record(target, { kind: 'signup.created', id, audience: audienceOf(signup) });
  }
}
