import { Injectable } from '@nestjs/common';
import { ContentGuardians } from './content-guardians.js';
import { ContentMembers } from './content-members.js';
import type { ContentRun } from './content-run.js';
import { ContentSchool } from './content-school.js';
import { ContentStaff } from './content-staff.js';
import { ContentStudents } from './content-students.js';

/** The parts of a content file, each after those that it refers to. */
@Injectable()
export class ContentParts {
  constructor(
    private readonly school: ContentSchool,
    private readonly students: ContentStudents,
    private readonly guardians: ContentGuardians,
    private readonly members: ContentMembers,
    private readonly staff: ContentStaff,
  ) {}

  async take(run: ContentRun): Promise<void> {
    await this.school.takeDetails(run);
    await this.school.takeCategories(run);
    const students = await this.students.take(run);
    await this.guardians.take(run, students);
    await this.members.take(run);
    await this.staff.take(run);
  }
}
