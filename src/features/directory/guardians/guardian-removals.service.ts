import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A guardian who is on file of the student with this email no more. */
export interface RemovedGuardian {
  student_id: string;
  email: string;
}

type Follow = (manager: EntityManager, schoolId: string, removed: RemovedGuardian[]) => Promise<void>;

/**
 * The removal of guardians, for the room of the invitations: a person who is taken off a student is not invited for the
 * student either. Its module registers itself in its constructor, in every program that can remove a guardian.
 */
@Injectable()
export class GuardianRemovals implements OnModuleInit {
  private follow: Follow | undefined;

  register(follow: Follow): void {
    if (this.follow) throw new Error('The removal of guardians is followed twice');
    this.follow = follow;
  }

  /** Every module has been made by now. */
  onModuleInit(): void {
    if (!this.follow) throw new Error('No feature withdraws the invitations of guardians who are removed');
  }

  /** In the transaction that has removed them. */
  async announce(manager: EntityManager, schoolId: string, removed: RemovedGuardian[]): Promise<void> {
    if (removed.length > 0) await this.follow?.(manager, schoolId, removed);
  }
}
