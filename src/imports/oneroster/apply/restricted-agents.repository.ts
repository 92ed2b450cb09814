import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RestrictedStudent } from '../resolve/restricted-students.js';

/** An agent whom the export keeps apart from a student, by source ids. */
export interface RestrictedAgent {
  studentSourceId: string;
  agentId: string;
  /** The record of the agent; null where they are no guardian of the student. */
  guardianId: string | null;
  restricted: boolean;
}

const AGENTS = `
  select named."studentSourceId", named."agentId", g.id as "guardianId", g.restricted_at is not null as restricted
  from jsonb_to_recordset($3::jsonb) as named("studentSourceId" text, "agentId" text)
  left join students s on s.school_id = $1 and s.source = $2 and s.source_id = named."studentSourceId"
  left join guardians g on g.school_id = $1 and g.student_id = s.id and g.source = $2 and g.source_id = named."agentId"
  order by 1, 2`;

@Injectable()
export class RestrictedAgentsRepository {
  /** Each agent with the record that the source has of them for the student. */
  findAgents(
    manager: EntityManager,
    { schoolId, source }: { schoolId: string; source: string },
    restrictions: RestrictedStudent[],
  ): Promise<RestrictedAgent[]> {
    const named = restrictions.flatMap(({ studentSourceId, agentIds }) =>
      agentIds.map((agentId) => ({ studentSourceId, agentId })),
    );
    return manager.query(AGENTS, [schoolId, source, JSON.stringify(named)]);
  }
}
