import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Account } from '../../access/caller.js';

export interface MySessionRow {
  id: string;
  client_name: string;
  created_at: Date;
  last_used_at: Date;
  two_step: boolean;
  current: boolean;
}

@Injectable()
export class MySessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  findLive({ userId, sessionId }: Account, now: Date): Promise<MySessionRow[]> {
    return this.dataSource.query(
      `select s.id, coalesce(a.name, 'Operator') as client_name, s.created_at,
         coalesce(s.last_used_at, s.created_at) as last_used_at, s.two_step_at is not null as two_step,
         coalesce(s.id = $2, false) as current
       from user_sessions s left join applications a on a.id = s.application_id
       where s.user_id = $1 and s.revoked_at is null and s.expires_at > $3
       order by last_used_at desc, s.id`,
      [userId, sessionId, now],
    );
  }
}
