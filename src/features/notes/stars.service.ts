import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { StudentVisibilityService } from '../directory/students/student-visibility.service.js';
import { StarsRepository } from './stars.repository.js';

/** Stars are private; putting one twice and removing one that is not there both succeed. */
@Injectable()
export class StarsService {
  constructor(
    private readonly stars: StarsRepository,
    private readonly students: StudentVisibilityService,
  ) {}

  /** @throws NotFoundError when the student is not visible */
  async star(member: Member, studentId: string): Promise<void> {
    await this.students.assertVisible(member, studentId);
    await this.stars.putStar(member, studentId);
  }

  /** @throws NotFoundError when the student is not visible */
  async unstar(member: Member, studentId: string): Promise<void> {
    await this.students.assertVisible(member, studentId);
    await this.stars.removeStar(member, studentId);
  }
}
