import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { kindOrder } from '../organizations/organization-kind.js';

const STAFF = `
  select '{"staff":' || coalesce(json_agg(member), '[]')::text || '}' as text from (
    select id, first_name, last_name, trim(first_name || ' ' || last_name) as name, title, department, email, phone,
      room, false as has_photo, coalesce(leadership.organization_ids, '[]') as organization_ids
    from staff_members
    left join (
      select leader.staff_member_id, json_agg(o.id order by ${kindOrder('o')}, o.name, o.id) as organization_ids
      from organization_leaders leader join organizations o on o.id = leader.organization_id and o.archived_at is null
      where leader.school_id = $1 group by leader.staff_member_id
    ) leadership on leadership.staff_member_id = staff_members.id
    where school_id = $1 and archived_at is null
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
