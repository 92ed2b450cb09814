import { Injectable } from '@nestjs/common';
import type { Student } from '../../features/directory/students/student.entity.js';
import type { ImportedLeader } from '../../features/organizations/organization.importer.js';
import type { ImportedGrant } from '../../features/organizations/organization-grants.service.js';
import type { Entry } from './check-content.js';
import { ContentImportRepository } from './content-import.repository.js';
import { reject, type ContentRun } from './content-run.js';
import { isAmbiguous } from './content-students.js';
import type { OrganizationEntry } from './organization.schema.js';

/** Ids of the people that an entry names; unknown ones were reported and are left out. */
export interface OrganizationPeople {
  students: string[];
  parents: string[];
  leaders: ImportedLeader[];
  editors: Omit<ImportedGrant, 'organizationId'>[];
}

/** People of a school by what a content file calls them. */
interface Known {
  students: Map<string, Student[]>;
  /** By email. */
  members: Map<string, string>;
  staff: Map<string, string>;
}

@Injectable()
export class ContentOrganizationPeople {
  constructor(private readonly repository: ContentImportRepository) {}

  async find(
    run: ContentRun,
    entries: Entry<OrganizationEntry>[],
  ): Promise<Map<OrganizationEntry, OrganizationPeople>> {
    const known = await this.known(run, entries);
    return new Map(entries.map((entry) => [entry.value, peopleOf(run, entry, known)]));
  }

  private async known({ manager, school }: ContentRun, entries: Entry<OrganizationEntry>[]): Promise<Known> {
    const values = entries.map(({ value }) => value);
    const leaders = values.flatMap((value) => value.leaders ?? []);
    const ids = [
      ...values.flatMap((value) => value.students ?? []),
      ...leaders.flatMap(({ source_id }) => source_id ?? []),
    ];
    const emails = [
      ...values.flatMap((value) => value.parents ?? []),
      ...[...leaders, ...values.flatMap((value) => value.editors ?? [])].flatMap((one) => one.email ?? []),
    ];
    const staff = (await this.repository.findStaff(manager, school.id)).filter((one) => !one.archivedAt);
    return {
      students: await this.repository.findStudents(manager, school.id, ids),
      members: await this.repository.findMembers(manager, school.id, emails),
      staff: new Map(staff.flatMap(({ email, id }) => (email ? [[email.toLowerCase(), id]] : []))),
    };
  }
}

function peopleOf(run: ContentRun, entry: Entry<OrganizationEntry>, known: Known): OrganizationPeople {
  const { students = [], parents = [], leaders = [], editors = [] } = entry.value;
  const finder = new Finder(run, entry, known);
  return {
    students: once(
      students.flatMap((id, at) => finder.student(id, `students[${at}]`)),
      (id) => id,
    ),
    parents: once(
      parents.flatMap((email, at) => finder.member(email, `parents[${at}]`)),
      (id) => id,
    ),
    leaders: once(
      leaders.flatMap((one, at) =>
        finder.leader(one, `leaders[${at}]`).map((who) => ({ ...who, title: one.title })),
      ),
      ({ title: _title, ...who }) => JSON.stringify(who),
    ),
    editors: once(
      editors.flatMap((one, at) => finder.member(one.email, `editors[${at}]`).map((id) => grantOf(one, id))),
      ({ membershipId }) => membershipId,
    ),
  };
}

/** One person or none, who is then reported with the place in the entry: addresses are not repeated in a report. */
class Finder {
  constructor(
    private readonly run: ContentRun,
    private readonly entry: Entry<OrganizationEntry>,
    private readonly known: Known,
  ) {}

  student(sourceId: string, place: string): string[] {
    const found = this.known.students.get(sourceId) ?? [];
    if (found[0] && !isAmbiguous(found)) return [found[0].id];
    return this.unknown('unknown_student', place, sourceId);
  }

  member(email: string, place: string): string[] {
    const id = this.known.members.get(email);
    return id ? [id] : this.unknown('unknown_member', place, '');
  }

  leader({ email, source_id = '' }: Leader, place: string): Omit<ImportedLeader, 'title'>[] {
    if (email === undefined) return this.student(source_id, place).map((studentId) => ({ studentId }));
    const staffMemberId = this.known.staff.get(email);
    if (staffMemberId) return [{ staffMemberId }];
    return this.member(email, place).map((membershipId) => ({ membershipId }));
  }

  private unknown(code: string, place: string, value: string): [] {
    const message = `organizations: ${this.entry.value.short_name}, ${place}: nobody of this school, or more than one`;
    reject(this.run, this.entry.line, { code, value, message });
    return [];
  }
}

type Leader = NonNullable<OrganizationEntry['leaders']>[number];
type Editor = NonNullable<OrganizationEntry['editors']>[number];

const grantOf = ({ starts_at, expires_at, revoked }: Editor, membershipId: string) => ({
  membershipId,
  startsAt: starts_at ? new Date(starts_at) : null,
  expiresAt: typeof expires_at === 'string' ? new Date(expires_at) : expires_at,
  revoked,
});

/** Somebody named twice in one list counts as they are named first. */
function once<T>(items: T[], keyOf: (item: T) => string): T[] {
  return [...Map.groupBy(items, keyOf).values()].map(([first]) => first!);
}
