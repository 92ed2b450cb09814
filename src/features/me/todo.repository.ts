import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { isMemberStill } from '../../policy/organization-access.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { OutstandingItem } from './todo.dto.js';
import { findAudience, foundViewer } from '../../policy/audience.js';
import { outstandingFor } from './todo-items.js';

/** A person, in each school of theirs. */
const MEMBER = { school: 'm.school_id', membership: 'm.id', admin: `(m.role <> 'parent')`, now: '$2' };

const OUTSTANDING = `
  select waiting.kind, waiting.id, waiting.school_id, waiting.title, waiting.student_id,
    ${utcText('waiting.due_at')} as due_at
  from memberships m cross join lateral ${findAudience(MEMBER)}
    cross join lateral (${outstandingFor(foundViewer(MEMBER))}) waiting
  where m.user_id = $1 and ${isMemberStill('m', MEMBER.now)}
  order by waiting.due_at nulls last, waiting.title collate "und-x-icu", waiting.id, waiting.student_id`;

@Injectable()
export class TodoRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** In all schools, in one round trip. */
  findTodo(userId: string, now: Date): Promise<Omit<OutstandingItem, 'deep_link'>[]> {
    return queryPrepared(this.dataSource, OUTSTANDING, [userId, now]);
  }
}
