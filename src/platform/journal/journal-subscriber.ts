import type { EntityManager } from 'typeorm';
import type { ChangeKind } from './change-kinds.js';
import type { CommittedChange } from './journal.repository.js';

/** Tells of changes, behind their commit. */
export interface JournalSubscriber {
  /** The name under which its position is stored: never given to another one. */
  name: string;
  /** True for a kind of which whoever made the change waits for the outcome; the others are handled by the job. */
  isAwaited(kind: ChangeKind): boolean;

  /**
   * What it makes of these changes of one school, in the order of commits. They were committed before; what it writes is
   * committed with its new position, so that each change is handled once. An item is read anew, as it is by now.
   */
  handle(manager: EntityManager, changes: CommittedChange[]): Promise<void>;
}
