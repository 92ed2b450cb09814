import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const STAFF = `
  select '{"staff":' || coalesce(json_agg(member), '[]')::text || '}' as text from (
    select id, first_name, last_name, trim(first_name || ' ' || last_name) as name, title, department, email, phone,
      room, false as has_photo, '[]'::json as organization_ids
    from staff_members where school_id = $1 and archived_at is null
    order by department nulls last, last_name, first_name, id
  ) member`;

@Injectable()
export class StaffRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written: one round trip, no entities. */
  async findOfSchool(schoolId: string): Promise<string> {
    const [row] = await this.dataSource.query<[{ text: string }]>(STAFF, [schoolId]);
    return row.text;
  }
}
