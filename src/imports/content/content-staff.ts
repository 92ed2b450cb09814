import { Injectable } from '@nestjs/common';
import { StaffFeedService, type FedStaff } from '../../features/staff/staff-feed.service.js';
import type { StaffMember } from '../../features/staff/staff-member.entity.js';
import { kept } from '../../http/kept.js';
import { countInto } from '../import-report.js';
import type { StaffEntry } from './content-file.schema.js';
import { ContentImportRepository } from './content-import.repository.js';
import { reject, type ContentRun } from './content-run.js';
import { matchPeople } from './match-people.js';
import { personKey } from './person-key.js';
import { digestToFeed, digestToRestore, fingerprint } from './stored-or-given.js';

interface Fed {
  source: string;
  person: FedStaff;
}

@Injectable()
export class ContentStaff {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly staff: StaffFeedService,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    const matches = matchPeople(
      content.staff.map(({ value }) => value),
      await this.repository.findStaff(manager, school.id),
      personKey,
    );
    const fed: Fed[] = [];
    const digests: { id: string; digest: string }[] = [];
    for (const { value, line } of content.staff) {
      const known = matches.get(value) ?? null;
      if (known === 'ambiguous') {
        const message = 'staff: an entry without email, where several people have the name';
        reject(run, line, { code: 'ambiguous_staff', value: '', message });
        continue;
      }
      const person = toFedStaff(value, known);
      fed.push({ source: known?.source ?? 'content', person });
      digests.push(...digestToRestore(person.digest, known));
    }
    await this.feed(run, fed);
    await this.repository.restoreDigests(manager, 'staff_members', digests);
  }

  private async feed(run: ContentRun, fed: Fed[]): Promise<void> {
    for (const [source, group] of Map.groupBy(fed, (one) => one.source)) {
      const staff = group.map(({ person }) => person);
      const counts = await this.staff.feedStaff(run.manager, { schoolId: run.school.id, source, staff });
      countInto(run.report, 'staff', counts);
    }
  }
}

function toFedStaff(entry: StaffEntry, known: StaffMember | null): FedStaff {
  const person = {
    firstName: entry.first_name,
    lastName: entry.last_name,
    title: kept(entry.title, known?.title),
    department: kept(entry.department, known?.department),
    email: kept(entry.email, known?.email),
    phone: kept(entry.phone, known?.phone),
    room: kept(entry.room, known?.room),
  };
  const isSame =
    known !== null &&
    Object.entries(person).every(([field, value]) => known[field as keyof StaffMember] === value);
  return {
    ...person,
    sourceId: known?.sourceId ?? personKey(entry),
    digest: digestToFeed(fingerprint(entry), known, isSame),
  };
}
