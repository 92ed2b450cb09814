import { Injectable } from '@nestjs/common';
import {
  type RestrictionOrder,
  RestrictionsService,
  restrictionWarnings,
} from '../../features/memberships/restrictions.service.js';
import { ContentImportRepository } from './content-import.repository.js';
import { type ContentRun, reject } from './content-run.js';

/** What the file says of a guardian and a student, and where. */
export interface SaidRestriction {
  restricted?: boolean | undefined;
  restricted_until?: string | null | undefined;
  studentSourceId: string;
  line: number;
}

/** Why the school keeps them apart: a content file gives no reason of its own. */
const REASON = 'By the content file.';

/** Guardians whom a file keeps apart from a student, or no longer (contract section 21). */
@Injectable()
export class ContentRestrictions {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly restrictions: RestrictionsService,
  ) {}

  /** Guardians of students, once they are on file. @param said with the id of the record or its key in the file */
  async importGuardians(
    run: ContentRun,
    said: (SaidRestriction & { id: string | null; key: string })[],
  ): Promise<void> {
    const meant = said.filter((one) => this.isMeant(run, one));
    const unknown = meant.flatMap(({ id, key, studentSourceId }) =>
      id === null ? [{ student_source_id: studentSourceId, source_id: key }] : [],
    );
    const found = await this.repository.findGuardianIds(run.manager, run.school.id, unknown);
    const idOf = new Map(found.map((one) => [`${one.studentSourceId} ${one.sourceId}`, one.id]));
    for (const one of meant) {
      const id = one.id ?? idOf.get(`${one.studentSourceId} ${one.key}`);
      if (id === undefined) rejectUnknown(run, one);
      else await this.carryOut(run, one, id);
    }
  }

  /** Members, once they are linked to the students: sign-ups are locked after it. */
  async importMembers(
    run: ContentRun,
    said: (SaidRestriction & { membershipId: string; studentId: string })[],
  ): Promise<void> {
    for (const one of said.filter((each) => this.isMeant(run, each))) {
      const { membershipId, studentId } = one;
      const id = await this.repository.findLinkedGuardian(run.manager, run.school.id, {
        ...{ membershipId, studentId, onlyRestricted: one.restricted !== true },
      });
      if (id !== null) await this.carryOut(run, one, id);
      else if (one.restricted) rejectUnknown(run, one);
    }
  }

  /** After the last membership of the transaction: what the members held for the students ends. */
  endHoldings({ manager, school, restrictedMembers }: ContentRun): Promise<void> {
    return this.restrictions.endHoldings(manager, school.id, restrictedMembers);
  }

  private isMeant(
    run: ContentRun,
    { restricted, restricted_until: until, studentSourceId, line }: SaidRestriction,
  ) {
    if (restricted === undefined) return false;
    const today = run.now.toLocaleDateString('sv-SE', { timeZone: run.school.timeZone });
    if (!until || until >= today) return true;
    const message = 'restricted_until is over at this school: leave it out, or write restricted: false';
    reject(run, line, { code: 'restriction_over', value: studentSourceId, message });
    return false;
  }

  private async carryOut(run: ContentRun, said: SaidRestriction, guardianId: string): Promise<void> {
    const { manager, school, content, report } = run;
    const done = await this.restrictions.carryOut(manager, school.id, orderOf(said, guardianId));
    run.restrictedMembers.push(...done.members);
    const { studentSourceId: value, line } = said;
    for (const warning of restrictionWarnings(done))
      report.warnings.push({ file: content.file, line, value, ...warning });
  }
}

const orderOf = (
  { restricted, restricted_until: until }: SaidRestriction,
  guardianId: string,
): RestrictionOrder => ({
  ...{ guardianId, restricted: restricted === true, defaultReason: REASON },
  ...(until !== undefined && { until }),
});

function rejectUnknown(run: ContentRun, { studentSourceId, line }: SaidRestriction): void {
  const message = 'this person is no guardian of the student at the school: nobody was restricted';
  reject(run, line, { code: 'unknown_guardian', value: studentSourceId, message });
}
