import { Injectable } from '@nestjs/common';
import type { ContentRun } from './content-run.js';
import { CorrectionImporter } from '../../features/corrections/correction.importer.js';
import { ContentRestrictions } from './content-restrictions.js';
import type { TakenStudents } from './content-students.js';
import { type GuardianOutcome, RosterImporter } from '../../features/directory/roster/roster.importer.js';
import { FamiliesService, familyWarnings } from '../../features/memberships/families.service.js';
import { countVanished } from '../../platform/import-report.js';

/** Updates the accounts of the people in a file. */
@Injectable()
export class ContentFamilies {
  constructor(
    private readonly families: FamiliesService,
    private readonly roster: RosterImporter,
    private readonly restrictions: ContentRestrictions,
    private readonly corrections: CorrectionImporter,
  ) {}

  /** After the members: whom the file names is a member first, and what becomes of them comes then. */
  async settle(
    run: ContentRun,
    { taken, unaddressed }: TakenStudents,
    { readdressed, unmailed, unlinked }: GuardianOutcome,
  ): Promise<void> {
    const { manager, school, content, report } = run;
    const settled = await this.families.settle(manager, school.id, unlinked);
    await this.restrictions.endHoldings(run);
    await this.corrections.closeBrought(manager, school.id);
    const waiting = await this.families.waiting(manager, school.id);
    const lines = new Map(taken.map(({ value, line }) => [value.source_id, line]));
    countVanished(report, { guardian_emails: unmailed.length, student_addresses: unaddressed.length });
    const changes = { readdressed, unmailed, unaddressed, settled, waiting };
    for (const { about, ...warning } of familyWarnings(changes))
      report.warnings.push({
        file: content.file,
        line: about === null ? 0 : (lines.get(about) ?? 0),
        ...warning,
      });
    report.may_register = await this.roster.countMayRegister(manager, school.id);
  }
}
