import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MEMBER_NAME } from '../policy/name-order.js';
import type { DemoMember } from './demo-people.js';

const MEMBERS = `
  select m.user_id as "userId", m.id as "membershipId", m.school_id as "schoolId", m.role,
    m.role <> 'parent' as "isAdmin", school.features, '{}'::uuid[] as "restrictedStudentIds", u.email,
    coalesce(${MEMBER_NAME}, '') as name
  from memberships m join users u on u.id = m.user_id join schools school on school.id = m.school_id
  where m.school_id = $1 and m.deactivated_at is null order by u.email collate "C"`;

/** Tables of answers, by the kind of item. */
const ANSWERS = {
  polls: 'poll_responses answer where answer.school_id = item.school_id and answer.poll_id',
  signups: 'signup_claims answer where answer.school_id = item.school_id and answer.signup_id',
  permission_slips:
    'permission_slip_responses answer where answer.school_id = item.school_id and answer.slip_id',
} as const;
export type Answered = keyof typeof ANSWERS;

export interface DemoNoticeRow {
  id: string;
  /** Sanitised HTML. */
  body: string;
  hasFiles: boolean;
}

@Injectable()
export class DemoAnswersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Active ones. */
  findMembers(schoolId: string): Promise<DemoMember[]> {
    return this.dataSource.query(MEMBERS, [schoolId]);
  }

  /** The id of what a content file has brought under this key; null where somebody has answered it. */
  async findUnanswered(table: Answered, schoolId: string, key: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
      `select item.id from ${table} item
       where item.school_id = $1 and item.source = 'content' and item.source_id = $2
         and not exists (select from ${ANSWERS[table]} = item.id)`,
      [schoolId, key],
    );
    return row?.id ?? null;
  }

  /** What a content file has brought under this key, and whether it has files by now; null where it is gone. */
  async findNotice(schoolId: string, key: string): Promise<DemoNoticeRow | null> {
    const [notice] = await this.dataSource.query<DemoNoticeRow[]>(
      `select item.id, item.body, exists (select from attachments file
         where file.school_id = item.school_id and file.notice_id = item.id) as "hasFiles"
       from notices item where item.school_id = $1 and item.source = 'content' and item.source_id = $2`,
      [schoolId, key],
    );
    return notice ?? null;
  }

  /** Null where somebody has recorded one, or deleted the game. */
  async findGameWithoutResult(
    schoolId: string,
    key: string,
  ): Promise<{ id: string; organizationId: string } | null> {
    const [game] = await this.dataSource.query<{ id: string; organizationId: string }[]>(
      `select id, organization_id as "organizationId" from events
       where school_id = $1 and source = 'content' and source_id = $2 and organization_id is not null
         and not exists (select from event_results result
           where result.school_id = events.school_id and result.event_id = events.id)`,
      [schoolId, key],
    );
    return game ?? null;
  }
}
