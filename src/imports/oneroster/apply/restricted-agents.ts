import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RestrictedMembers } from '../../../features/directory/guardians/guardian-restrictions.service.js';
import {
  RestrictionsService,
  restrictionWarnings,
} from '../../../features/memberships/restrictions.service.js';
import type { IssueLog } from '../issue-log.js';
import { RestrictedAgentsRepository } from './restricted-agents.repository.js';
import type { SchoolRun } from './school-run.js';

/** Why the school keeps them apart: an export gives no reason of its own. */
const REASON = 'By the export of the source.';
const UNKNOWN =
  'The column restricted names somebody who is no agent of this student: nobody was restricted. Name the sourcedId of an agent.';

/** Agents whom an export keeps apart from a student (contract section 21). It only adds: an export that is silent ends nothing. */
@Injectable()
export class RestrictedAgents {
  constructor(
    private readonly agents: RestrictedAgentsRepository,
    private readonly restrictions: RestrictionsService,
  ) {}

  /** Once the guardians are on file, and before sign-ups are locked. @returns who is restricted: see `endHoldings` */
  async restrict(
    manager: EntityManager,
    school: { schoolId: string; source: string },
    { plan, lineOf }: SchoolRun,
    log: IssueLog,
  ): Promise<RestrictedMembers[]> {
    if (plan.restrictions.length === 0) return [];
    const members: RestrictedMembers[] = [];
    for (const agent of await this.agents.findAgents(manager, school, plan.restrictions)) {
      const { studentSourceId, agentId, guardianId, restricted } = agent;
      const location = { file: 'users.csv', line: lineOf(studentSourceId) };
      if (guardianId === null) log.warn(location, 'unknown_restricted_agent', agentId, UNKNOWN);
      if (guardianId === null || restricted) continue;
      const order = { guardianId, restricted: true, defaultReason: REASON };
      const done = await this.restrictions.carryOut(manager, school.schoolId, order);
      members.push(...done.members);
      for (const { code, message } of restrictionWarnings(done))
        log.warn(location, code, studentSourceId, message);
    }
    return members;
  }

  /** After the last membership of the transaction: what the members held for the students ends. */
  endHoldings(manager: EntityManager, schoolId: string, members: RestrictedMembers[]): Promise<void> {
    return this.restrictions.endHoldings(manager, schoolId, members);
  }
}
