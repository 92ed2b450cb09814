import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { me } from './me.sql.js';
import type { MeResponse } from './session.dto.js';

@Injectable()
export class SessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findMe(userId: string, now: Date): Promise<MeResponse | null> {
    const [row] = await this.dataSource.query<{ me: MeResponse }[]>(
      `select (${me({ user: '$1::uuid', now: '$2::timestamptz' })}) as me`,
      [userId, now],
    );
    return row?.me ?? null;
  }
}
