import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CommandRefusedError } from '../../errors/command-refused.error.js';
import type { Destination } from './ics-calendar.js';

@Injectable()
export class CalendarImportRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws CommandRefusedError when the school has no such organization or category */
  async find(
    schoolId: string,
    { organization, category }: { organization?: string | undefined; category?: string | undefined },
  ): Promise<Destination> {
    const [found] = await this.dataSource.query<
      [{ organization_id: string | null; category_id: string | null }]
    >(
      `select (select id from organizations where school_id = $1 and (short_name = $2 or id::text = $2)) as organization_id,
         (select id from categories where school_id = $1 and lower(name) = lower($3)) as category_id`,
      [schoolId, organization ?? null, category ?? null],
    );
    if (organization && !found.organization_id)
      throw new CommandRefusedError('The school has no such organization.');
    if (category && !found.category_id) throw new CommandRefusedError('The school has no such category.');
    return {
      ...(found.organization_id && { organization_id: found.organization_id }),
      ...(found.category_id && { category_id: found.category_id }),
    };
  }
}
