import { Injectable } from '@nestjs/common';
import { MenuImporter } from '../../features/menus/menu.importer.js';
import { SchoolsService } from '../../features/schools/schools.service.js';
import { countInto, emptyReport, type ImportReport } from '../../platform/import-report.js';
import { IssueLog } from '../oneroster/issue-log.js';
import { SchoolImports } from '../school-imports.service.js';
import { readMenuFile } from './read-menu-file.js';

export interface MenuImport {
  path: string;
  /** Short name or id. */
  school: string;
  /** True for a report alone: nothing is written. */
  dryRun: boolean;
}

/** Menus from a spreadsheet (operations section 4). */
@Injectable()
export class MenuImportService {
  constructor(
    private readonly schoolImports: SchoolImports,
    private readonly schools: SchoolsService,
    private readonly menus: MenuImporter,
  ) {}

  /**
   * One transaction. A row that is wrong is reported and left out; the same file a second time changes nothing; days
   * that it does not name stay.
   * @throws MenuFileRefusedError when the file as a whole cannot be taken
   * @throws UnknownSchoolError
   */
  async run({ path, school: reference, dryRun }: MenuImport): Promise<ImportReport> {
    const school = await this.schools.getByReference(reference);
    const log = new IssueLog();
    const menus = await readMenuFile(path, log);
    const report = emptyReport(dryRun);
    report.schools.push({ school_id: school.id, short_name: school.shortName, name: school.name });
    await this.schoolImports.importSchool({ kind: 'menus', schoolId: school.id, report }, async (manager) => {
      countInto(report, 'menus', await this.menus.importMenus(manager, school.id, menus));
    });
    log.writeTo(report);
    return report;
  }
}
