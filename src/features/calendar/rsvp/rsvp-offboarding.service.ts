import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import type { Leaver, NamingItems, RestrictedPairs } from '../../memberships/member-holdings.service.js';
import { RsvpOffboardingRepository } from './rsvp-offboarding.repository.js';

/** Gives back places of coming events (contract section 22, rule 8). What students who are archived have is given back by the database. */
@Injectable()
export class RsvpOffboarding {
  constructor(
    private readonly rsvps: RsvpOffboardingRepository,
    private readonly clock: Clock,
  ) {}

  /** Those of members who leave or are deactivated, while their memberships are locked. */
  async endAll(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<void> {
    const events = await this.rsvps.endOfMembers(manager, schoolId, membershipIds, this.clock.now());
    for (const { id } of events) record({ manager, schoolId }, { kind: 'event.answered', id });
  }

  /** Those that members have taken for students from whom they are kept apart. */
  async endForStudents(manager: EntityManager, restricted: RestrictedPairs): Promise<void> {
    const { schoolId } = restricted;
    const events = await this.rsvps.endForStudents(manager, restricted, this.clock.now());
    for (const { id } of events) record({ manager, schoolId }, { kind: 'event.answered', id });
  }

  /**
   * Those of events that had begun, and were put off: who has left by then, was deactivated, archived or kept apart gives them back now.
   * @param eventIds of their rows, as they are from now on
   */
  async endOvertaken(manager: EntityManager, schoolId: string, eventIds: string[]): Promise<void> {
    await this.rsvps.endOvertaken(manager, schoolId, eventIds, this.clock.now());
  }

  /** The events that name a member who leaves. */
  async findNaming(manager: EntityManager, leaver: Leaver): Promise<NamingItems> {
    return { event_rows: await this.rsvps.findEventsAnsweredBy(manager, leaver) };
  }
}
