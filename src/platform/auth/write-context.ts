import type { EntityManager } from 'typeorm';
import type { Member } from './caller.js';

/** A write of a member: who, when, and in which transaction. */
export interface WriteContext {
  manager: EntityManager;
  member: Member;
  /** UTC. */
  now: Date;
}
