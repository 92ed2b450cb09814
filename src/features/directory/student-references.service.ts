import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AmbiguousStudentError, UnknownStudentError } from './directory.errors.js';
import { Student } from './student.entity.js';

/** Operators and content files name students by the id that their source gave them. */
@Injectable()
export class StudentReferencesService {
  /**
   * @returns the student's id, archived or not
   * @throws UnknownStudentError
   * @throws AmbiguousStudentError
   */
  async resolve(manager: EntityManager, schoolId: string, sourceId: string): Promise<string> {
    const found = await manager.find(Student, {
      where: { schoolId, sourceId },
      select: { id: true },
      take: 2,
    });
    if (found.length > 1) throw new AmbiguousStudentError(sourceId);
    if (!found[0]) throw new UnknownStudentError(sourceId);
    return found[0].id;
  }
}
