import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { record } from '../../../platform/journal/recorded-changes.js';
import { OrganizationDeparturesRepository } from './organization-departures.repository.js';

/** Organizations that a member leaves with the school. */
@Injectable()
export class OrganizationDepartures {
  constructor(private readonly departures: OrganizationDeparturesRepository) {}

  /** Says in the journal which organizations are read without the member: once the membership is gone, nobody can tell. */
  async record(manager: EntityManager, leaver: { schoolId: string; membershipId: string }): Promise<void> {
    const { schoolId } = leaver;
    for (const { type, id } of await this.departures.findShowing(manager, leaver))
      record({ manager, schoolId }, { kind: `${type}.changed`, id });
  }
}
