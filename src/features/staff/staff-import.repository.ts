import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import {
  additions,
  assignments,
  hasAdditions,
  importedColumns,
  insertedValues,
  isKnownFromBefore,
  recordOf,
  recordSet,
} from '../../platform/database/row-columns.js';
import type { RowCounts } from '../../platform/import-report.js';
import { StaffMember } from './staff-member.entity.js';
import { type ImportedStaff, STAFF_COLUMNS } from './staff-member.columns.js';

// One statement a chunk: match, create, update and count against one snapshot.
const WRITE_STAFF = `
with matched as materialized (
  select g.*, s.id, s.source_digest as stored_digest, ${isKnownFromBefore('s')} as is_known, s.archived_at
  from jsonb_to_recordset($1::jsonb) as g(${recordSet(STAFF_COLUMNS)})
  left join staff_members s on s.school_id = $2 and s.source = $3 and s.source_id = g.source_id
), created as (
  insert into staff_members (school_id, source, source_id, source_digest, ${importedColumns(STAFF_COLUMNS)})
  select $2, $3, source_id, digest, ${insertedValues(STAFF_COLUMNS)} from matched where id is null
  returning id
), updated as (
  update staff_members s set source_digest = m.digest, archived_at = null, ${assignments(STAFF_COLUMNS, 's')}
  from matched m
  where s.school_id = $2 and s.id = m.id and m.stored_digest is distinct from m.digest and not m.is_known
  returning s.id
), extended as (
  update staff_members s set ${additions(STAFF_COLUMNS, 's')}
  from matched m
  where s.school_id = $2 and s.id = m.id and m.is_known and m.archived_at is null and ${hasAdditions(STAFF_COLUMNS, 's')}
  returning s.id
), revived as (
  update staff_members s set archived_at = null
  from matched m
  where s.school_id = $2 and s.id = m.id and (m.stored_digest = m.digest or m.is_known) and m.archived_at is not null
  returning s.id
), touched as (select id from updated union all select id from extended union all select id from revived)
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

export interface StaffImportTarget {
  schoolId: string;
  source: string;
}

@Injectable()
export class StaffImportRepository {
  async writeStaff(
    manager: EntityManager,
    target: StaffImportTarget & { staff: ImportedStaff[] },
  ): Promise<RowCounts> {
    const rows = JSON.stringify(target.staff.map((person) => recordOf(STAFF_COLUMNS, person)));
    const [written] = await manager.query<RowCounts[]>(WRITE_STAFF, [rows, target.schoolId, target.source]);
    return written!;
  }

  async archiveStaff(
    manager: EntityManager,
    target: StaffImportTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    const params = [target.sourceIds, target.schoolId, target.source, target.now];
    const [archived] = await manager.query<{ n: number }[]>(ARCHIVE_STAFF, params);
    return archived!.n;
  }

  async activeSourceIds(manager: EntityManager, { schoolId, source }: StaffImportTarget): Promise<string[]> {
    const present = await manager.getRepository(StaffMember).find({
      select: { id: true, sourceId: true },
      where: { schoolId, source, archivedAt: IsNull() },
    });
    return present.map(({ sourceId }) => sourceId);
  }
}
