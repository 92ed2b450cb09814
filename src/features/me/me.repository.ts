import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { me, type MeRow } from './me.sql.js';

@Injectable()
export class MeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findMe(userId: string, now: Date): Promise<MeRow | null> {
    const [row] = await this.dataSource.query<{ me: MeRow | null }[]>(
      `select ${me({ person: 'person', now: '$2::timestamptz' })} as me from users person where person.id = $1`,
      [userId, now],
    );
    return row?.me ?? null;
  }
}
