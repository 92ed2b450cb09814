import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SchoolsService } from '../../features/schools/schools.service.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { Destination } from './foreign-calendar.js';

interface Found {
  organization_id: string | null;
  category_id: string | null;
  like_category: string[];
}

const FIND = `
  select
    (select id from organizations where school_id = $1 and (short_name = $2 or id::text = $2)
     order by short_name = $2 desc limit 1) as organization_id,
    (select id from categories where school_id = $1 and name = $3) as category_id,
    array(select id from categories where school_id = $1 and lower(name) = lower($3) limit 2) as like_category`;

/** Names that the operator gave. */
interface Named {
  school: string;
  organization?: string | undefined;
  category?: string | undefined;
}

/** Where a calendar is to go. */
@Injectable()
export class CalendarImportRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly schools: SchoolsService,
  ) {}

  /**
   * The category in any case, unless several are alike then.
   * @throws UnknownSchoolError
   * @throws CommandRefusedError when the school has no such organization or category
   */
  async find({ school: name, organization, category }: Named) {
    const school = await this.schools.getByReference(name);
    const [found] = await this.dataSource.query<[Found]>(FIND, [
      school.id,
      organization ?? null,
      category ?? null,
    ]);
    if (organization && !found.organization_id)
      throw new CommandRefusedError('The school has no such organization.');
    const [categoryId, another] = found.category_id ? [found.category_id] : found.like_category;
    if (category && !categoryId) throw new CommandRefusedError('The school has no such category.');
    if (another)
      throw new CommandRefusedError(
        'The school has several such categories: write the name in its own case.',
      );
    const to: Destination = {
      ...(found.organization_id && { organization_id: found.organization_id }),
      ...(categoryId && { category_id: categoryId }),
    };
    return { school, to };
  }
}
