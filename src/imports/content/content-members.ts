import { Injectable } from '@nestjs/common';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { Student } from '../../features/directory/students/student.entity.js';
import { MembershipsService } from '../../features/memberships/memberships.service.js';
import {
  MemberAdmissionService,
  type Admitted,
} from '../../features/invitations/member-admission.service.js';
import { countInto, type RowCounts } from '../../platform/import-report.js';
import type { Entry } from './check-content.js';
import type { MemberEntry } from './content-file.schema.js';
import { ContentImportRepository } from './content-import.repository.js';
import { ContentRestrictions, type SaidRestriction } from './content-restrictions.js';
import { reject, type ContentRun } from './content-run.js';
import { fingerprint, isAmbiguous } from './content-students.js';

type StudentsBySourceId = Map<string, Student[]>;

@Injectable()
export class ContentMembers {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly admissions: MemberAdmissionService,
    private readonly memberships: MembershipsService,
    private readonly restrictions: ContentRestrictions,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    const ids = content.members.flatMap(
      ({ value }) => value.students?.map(({ source_id }) => source_id) ?? [],
    );
    const students = await this.repository.findStudents(manager, school.id, ids);
    const counts: RowCounts = { created: 0, updated: 0, archived: 0, unchanged: 0 };
    // In one order in every run: two schools that share people must not wait for each other in a circle.
    const members = content.members.toSorted((a, b) => (a.value.email < b.value.email ? -1 : 1));
    const deactivated: string[] = [];
    const said: MemberRestriction[] = [];
    for (const [done, entry] of members.entries()) {
      run.progress.step('members', done, members.length);
      const admitted = await this.admit(run, entry, students);
      if (!admitted) continue;
      counts[admitted.outcome] += 1;
      said.push(...restrictionsOf(entry, admitted, students));
      if (entry.value.deactivated && admitted.outcome !== 'unchanged')
        deactivated.push(admitted.membershipId);
    }
    await this.restrictions.importMembers(run, said);
    // Memberships before sign-ups, as everywhere: a member of the end of the file may be claiming something now.
    await this.memberships.withdrawClaims(manager, school.id, deactivated);
    run.progress.step('members', members.length, members.length);
    countInto(run.report, 'members', counts);
  }

  /** A member whose students are not all known is not let in at all: nobody sees a roster by a slip of the pen. */
  private async admit(
    run: ContentRun,
    { value, line }: Entry<MemberEntry>,
    students: StudentsBySourceId,
  ): Promise<Admitted | null> {
    const unknown = (value.students ?? []).filter(({ source_id }) => !theStudent(students, source_id));
    for (const { source_id } of unknown) {
      const message = students.has(source_id)
        ? 'members: more than one source has a student with this source_id'
        : 'members: no student of this school has this source_id';
      const code = students.has(source_id) ? 'ambiguous_student' : 'unknown_student';
      reject(run, line, { code, value: source_id, message });
    }
    if (unknown.length > 0) return null;
    try {
      return await this.admissions.admit(run.manager, this.admission(run, value, students));
    } catch (error) {
      if (!(error instanceof CommandRefusedError)) throw error;
      reject(run, line, { code: 'refused', value: null, message: `members: ${error.message}` });
      return null;
    }
  }

  private admission(run: ContentRun, entry: MemberEntry, students: StudentsBySourceId) {
    return {
      schoolId: run.school.id,
      email: entry.email,
      role: entry.role,
      correctsRelations: true,
      firstName: entry.first_name,
      lastName: entry.last_name,
      phone: entry.phone,
      sourceDigest: digestOf(entry),
      profileVisibility: entry.profile_visibility ?? undefined,
      deactivated: entry.deactivated,
      students: (entry.students ?? []).map(({ source_id, relation }) => ({
        studentId: theStudent(students, source_id)!.id,
        relation,
      })),
    };
  }
}

type MemberRestriction = SaidRestriction & { membershipId: string; studentId: string };

const restrictionsOf = (
  { value, line }: Entry<MemberEntry>,
  { membershipId }: Admitted,
  students: StudentsBySourceId,
): MemberRestriction[] =>
  (value.students ?? []).map(({ source_id, restricted, restricted_until }) => ({
    ...{ restricted, restricted_until, membershipId, line },
    ...{ studentSourceId: source_id, studentId: theStudent(students, source_id)!.id },
  }));

function theStudent(students: StudentsBySourceId, sourceId: string): Student | undefined {
  const found = students.get(sourceId) ?? [];
  return isAmbiguous(found) ? undefined : found[0];
}

/** Digest of name and phone; undefined where the file gives neither, which is no news. */
function digestOf({ first_name, last_name, phone }: MemberEntry): string | undefined {
  const given = [first_name, last_name, phone].map((text) => text ?? null);
  return given.some((text) => text !== null) ? fingerprint(given) : undefined;
}
