import { Injectable } from '@nestjs/common';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { assertMatches } from '../../../platform/http/conditional-request.js';
import { audienceOf, audiencesOf, record, eventsOf } from '../../../platform/journal/recorded-changes.js';
import { parseGivenEventId } from '../../calendar/events/event-details.js';
import type { Replay } from '../../idempotency/replay.js';
import { withAlertMarkers } from '../../publishing/alert-markers.js';
import { type ListedItem, originOfMember, type Publication } from '../../publishing/publication.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import { questionsFrom } from '../../questions/questions-from.js';
import { changedSignup, newSignup } from '../new-signup.js';
import { SignupContents } from '../signup-contents.service.js';
import { SignupWritesRepository } from '../signup-writes.repository.js';
import type { Signup, SignupItem } from '../signup.entity.js';
import { SignupHasClaimsError } from '../signups.errors.js';
import { itemsFrom } from './items-from.js';
import { ManagedSignupWrites, type ManagedSignupChange } from './managed-signup-writes.service.js';
import type {
  CreatedItem,
  ManagedSignup,
  SignupChanges,
  SignupInput,
  SignupItemInput,
} from './managed-signup.dto.js';

/** Changes of sign-ups by managers: everything of it in one transaction. */
@Injectable()
export class SignupChangesService {
  constructor(
    private readonly writes: ManagedSignupWrites,
    private readonly signups: SignupWritesRepository,
    private readonly rights: PublishingRightsService,
    private readonly contents: SignupContents,
  ) {}

  /**
   * @throws NotAuthorizedError no admin, and no live grant on the organization
   * @throws NotFoundError an organization or an event that is not there
   * @throws UnknownImageError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   */
  create(member: Member, input: SignupInput, replay?: Replay): Promise<CreatedItem> {
    return this.writes.run(member, async (change) => {
      const { manager, now } = change;
      const made = withAlertMarkers(input.send_alert, newSignup(input, originOfMember(member), now), now);
      await this.rights.assertMayPublish(change, publicationOf(made), null);
      const signup = await this.rights.withEvent(change, made, parseGivenEventId(input.event_id));
      if (replay) return { id: (await this.writes.getPresent(change, replay.resultKey!)).id };
      await this.signups.insert(manager, signup);
      await this.rights.assertWithinLimits(change, 'signups', listed(signup), null);
      await this.writeContents(change, [null, signup], input);
      record(change, { kind: 'signup.created', id: signup.id, audience: audienceOf(signup) });
      return { id: signup.id };
    });
  }

  /**
   * @throws NotFoundError not there for the caller, deleted, or referring to something that is not there
   * @throws NotAuthorizedError not theirs to change, or to hand over
   * @throws SignupHasClaimsError
   * @throws UnknownImageError
   * @throws LimitReachedError
   * @throws ValidationFailedError
   * @throws StaleError `ifMatch` names another state than the present one
   */
  change(member: Member, signupId: string, input: SignupChanges, ifMatch?: string): Promise<ManagedSignup> {
    return this.writes.runLocked(member, signupId, async (change) => {
      const { manager, now, signup: present, body } = change;
      assertMatches(ifMatch, body);
      if (present.deletedAt && input.deleted !== false) throw new NotFoundError();
      const changed = { ...changedSignup(present, input, now), deletedAt: null };
      await this.rights.assertMayPublish(change, publicationOf(changed), publicationOf(present));
      const next = await this.rights.withEvent(
        change,
        withAlertMarkers(input.send_alert, changed, now),
        parseGivenEventId(input.event_id),
      );
      await this.assertOpensAlike(change, next);
      await this.signups.update(manager, next);
      await this.rights.assertWithinLimits(change, 'signups', listed(next), listed(present));
      await this.writeContents(change, [present, next], input);
      record(change, {
        ...{ kind: 'signup.edited', id: next.id, ids: eventsOf(present, next) },
        ...audiencesOf(present, next),
      });
      return this.writes.getPresent(change, next.id);
    });
  }

  /**
   * Hides it; what was claimed is stored for those who claimed it.
   * @throws NotFoundError not there for the caller, or deleted
   * @throws NotAuthorizedError not theirs to change
   * @throws StaleError `ifMatch` names another state than the present one
   */
  remove(member: Member, signupId: string, ifMatch?: string): Promise<void> {
    return this.writes.runLocked(member, signupId, async (change) => {
      const { manager, now, signup, body } = change;
      assertMatches(ifMatch, body);
      if (signup.deletedAt) throw new NotFoundError();
      await this.signups.update(manager, { ...signup, deletedAt: now, updatedAt: now });
      record(change, { kind: 'signup.deleted', id: signup.id, audience: audienceOf(signup) });
    });
  }

  private async assertOpensAlike(
    { manager, signup: present }: ManagedSignupChange,
    next: Signup,
  ): Promise<void> {
    if (present.opensAt?.getTime() === next.opensAt?.getTime()) return;
    if (await this.signups.isClaimed(manager, present)) throw new SignupHasClaimsError();
  }

  private async writeContents(
    change: WriteContext,
    [present, signup]: [Signup | null, Signup],
    { questions, items }: SignupInput | SignupChanges,
  ): Promise<void> {
    const { manager } = change;
    const replacing = questions && questionsFrom(questions);
    await this.contents.replaceQuestions(manager, signup, replacing, SignupHasClaimsError);
    await this.contents.embed(change, present, signup);
    const before = present ? await this.signups.findItems(manager, present) : [];
    const after = items ? await this.replacedItems(change, signup, [before, items]) : [];
    await this.contents.saveItems(change, [present, signup], [before, after]);
  }

  /** Removes the items that are given no more. */
  private async replacedItems(
    change: WriteContext,
    signup: Signup,
    [before, given]: [SignupItem[], SignupItemInput[]],
  ): Promise<SignupItem[]> {
    const items = itemsFrom(given, { signup, before, timeZone: await this.signups.findTimeZone(change) });
    const removed = before.filter(({ id }) => !items.some((item) => item.id === id)).map(({ id }) => id);
    if (removed.length === 0) return items;
    if (await this.signups.areItemsClaimed(change.manager, signup, removed)) throw new SignupHasClaimsError();
    await this.signups.removeItems(change.manager, signup, removed);
    return items;
  }
}

const publicationOf = (signup: Signup): Publication => ({ ...signup, categoryId: null });

const listed = ({ organizationId, description }: Signup): ListedItem => ({
  organizationId,
  text: description,
});
