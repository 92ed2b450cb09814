import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface NamedSchool {
  name: string;
  /** BCP 47. */
  locale: string;
}

@Injectable()
export class SchoolNamesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findSchool(schoolId: string): Promise<NamedSchool | null> {
    const [row] = await this.dataSource.query<NamedSchool[]>(
      'select name, locale from schools where id = $1',
      [schoolId],
    );
    return row ?? null;
  }
}
