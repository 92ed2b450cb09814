import { Injectable } from '@nestjs/common';
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
  ) {}

  async take(run: ContentRun): Promise<void> {
    await this.guardians.take(run, await this.students.take(run));
    await this.members.take(run);
    await this.staff.take(run);
  }
}
