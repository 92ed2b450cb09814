import { Injectable } from '@nestjs/common';
import { RosterFeedService } from '../../features/directory/roster-feed.service.js';
import { ContentGuardians } from './content-guardians.js';
import { ContentMembers } from './content-members.js';
import type { ContentRun } from './content-run.js';
import { ContentStaff } from './content-staff.js';
import { ContentStudents } from './content-students.js';

@Injectable()
export class ContentPeople {
  constructor(
    private readonly students: ContentStudents,
    private readonly guardians: ContentGuardians,
    private readonly members: ContentMembers,
    private readonly staff: ContentStaff,
    private readonly roster: RosterFeedService,
  ) {}

  async take(run: ContentRun): Promise<void> {
    const { manager, school, now } = run;
    const { entries, newlyAddressed } = await this.students.take(run);
    await this.guardians.take(run, entries);
    await this.members.take(run);
    await this.roster.hideWithSiblings(manager, { schoolId: school.id, sourceIds: newlyAddressed, now });
    await this.staff.take(run);
  }
}
