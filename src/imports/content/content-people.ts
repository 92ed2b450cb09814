import { Injectable } from '@nestjs/common';
import { ContentMembers } from './content-members.js';
import type { ContentRun } from './content-run.js';
import { ContentStaff } from './content-staff.js';
import { ContentStudents } from './content-students.js';
import { ContentGuardians } from './content-guardians.js';
import { ContentFamilies } from './content-families.js';

@Injectable()
export class ContentPeople {
  constructor(
    private readonly students: ContentStudents,
    private readonly guardians: ContentGuardians,
    private readonly members: ContentMembers,
    private readonly staff: ContentStaff,
    private readonly families: ContentFamilies,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const students = await this.students.import(run);
    const outcome = await this.guardians.import(run, students.taken);
    await this.members.import(run);
    await this.staff.import(run);
    await this.families.settle(run, students, outcome);
  }
}
