import type { EntityManager } from 'typeorm';
import type { Member } from '../access/caller.js';

/** A write of a member: who, when, and in which transaction. */
export interface MemberChange {
  manager: EntityManager;
  member: Member;
  /** UTC. */
  now: Date;
}
