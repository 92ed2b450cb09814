import { Injectable } from '@nestjs/common';
import { StaffImporter } from '../../features/staff/staff.importer.js';
import { type ImportedStaff, STAFF_COLUMNS } from '../../features/staff/staff-member.columns.js';
import type { StaffMember } from '../../features/staff/staff-member.entity.js';
import { isStoredAlready, mergedColumns } from '../../platform/database/row-columns.js';
import { countInto } from '../../platform/import-report.js';
import type { StaffEntry } from './content-file.schema.js';
import { ContentImportRepository } from './content-import.repository.js';
import { type ContentRun, reject } from './content-run.js';
import { matchPeople, personKey, withLastName } from './match-people.js';
import { digestToImport, digestToRestore, fingerprint } from './content-students.js';

interface Imported {
  source: string;
  person: ImportedStaff;
}

@Injectable()
export class ContentStaff {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly staff: StaffImporter,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    const matches = matchPeople(
      content.staff.map(({ value }) => value),
      await this.repository.findStaff(manager, school.id),
      personKey,
    );
    const imported: Imported[] = [];
    const digests: { id: string; digest: string }[] = [];
    for (const { value, line } of content.staff) {
      const known = matches.get(value) ?? null;
      if (known === 'ambiguous') {
        const message = 'staff: an entry without email, where several people have the name';
        reject(run, line, {
          code: 'ambiguous_staff',
          value: `${value.first_name} ${value.last_name}`,
          message,
        });
        continue;
      }
      const person = toImportedStaff(value, known);
      imported.push({ source: known?.source ?? 'content', person });
      digests.push(...digestToRestore(person.digest, known));
    }
    await this.write(run, imported);
    await this.repository.restoreDigests(manager, school.id, 'staff_members', digests);
  }

  private async write(run: ContentRun, imported: Imported[]): Promise<void> {
    for (const [source, group] of Map.groupBy(imported, (one) => one.source)) {
      const staff = group.map(({ person }) => person);
      const schoolId = run.school.id;
      const counts = await this.staff.importStaff(run.manager, { schoolId, source, staff });
      countInto(run.report, 'staff', counts);
    }
  }
}

function toImportedStaff(entry: StaffEntry, known: StaffMember | null): ImportedStaff {
  const person = mergedColumns(STAFF_COLUMNS, withLastName(entry, known), known);
  const isSame = known !== null && isStoredAlready(person, known);
  return {
    ...person,
    sourceId: known?.sourceId ?? personKey(entry),
    digest: digestToImport(fingerprint(entry), known, isSame),
  };
}
