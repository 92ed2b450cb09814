import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RowCounts } from '../../platform/import-report.js';
import type { ImportedStaff, StaffImportTarget } from './staff-import.js';

const COLUMNS = ['first_name', 'last_name', 'title', 'department', 'email', 'phone', 'room'];

// One statement a chunk: match, create, update and count against one snapshot.
const WRITE_STAFF = `
with matched as materialized (
  select g.*, s.id, s.source_digest as stored_digest, s.archived_at
  from jsonb_to_recordset($1::jsonb) as g(source_id text, digest text, ${COLUMNS.map((c) => `${c} text`).join(', ')})
  left join staff_members s on s.school_id = $2 and s.source = $3 and s.source_id = g.source_id
), created as (
  insert into staff_members (school_id, source, source_id, source_digest, ${COLUMNS.join(', ')})
  select $2, $3, source_id, digest, ${COLUMNS.join(', ')} from matched where id is null
  returning 1
), updated as (
  update staff_members s set source_digest = m.digest, archived_at = null,
    ${COLUMNS.map((c) => `${c} = m.${c}`).join(', ')}
  from matched m
  where s.id = m.id and m.stored_digest is distinct from m.digest
  returning 1
), revived as (
  update staff_members s set archived_at = null
  from matched m
  where s.id = m.id and m.stored_digest = m.digest and m.archived_at is not null
  returning 1
), touched as (select from updated union all select from revived)
select
  (select count(*) from created)::int as created,
  (select count(*) from touched)::int as updated,
  0 as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from touched))::int as unchanged`;

const ARCHIVE_STAFF = `
with archived as (
  update staff_members set archived_at = $4
  where school_id = $2 and source = $3 and source_id = any ($1::text[]) and archived_at is null
  returning 1
)
select count(*)::int as n from archived`;

@Injectable()
export class StaffImportRepository {
  async writeStaff(
    manager: EntityManager,
    feed: StaffImportTarget & { staff: ImportedStaff[] },
  ): Promise<RowCounts> {
    const rows = JSON.stringify(feed.staff.map(staffRow));
    const [counts] = await manager.query<RowCounts[]>(WRITE_STAFF, [rows, feed.schoolId, feed.source]);
    return counts!;
  }

  async archiveStaff(
    manager: EntityManager,
    feed: StaffImportTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    const params = [feed.sourceIds, feed.schoolId, feed.source, feed.now];
    const [archived] = await manager.query<{ n: number }[]>(ARCHIVE_STAFF, params);
    return archived!.n;
  }

  async activeSourceIds(manager: EntityManager, { schoolId, source }: StaffImportTarget): Promise<string[]> {
    const rows = await manager.query<{ source_id: string }[]>(
      `select source_id from staff_members where school_id = $1 and source = $2 and archived_at is null`,
      [schoolId, source],
    );
    return rows.map((row) => row.source_id);
  }
}

function staffRow({ sourceId, digest, firstName, lastName, ...rest }: ImportedStaff): object {
  return { source_id: sourceId, digest, first_name: firstName, last_name: lastName, ...rest };
}
