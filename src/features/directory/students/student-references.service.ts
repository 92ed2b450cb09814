import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AmbiguousStudentError, UnknownStudentError } from '../guardians/guardian-relation.js';
import { StudentsRepository } from './students.repository.js';

/** Operators and content files name students by the id that their source gave them. */
@Injectable()
export class StudentReferencesService {
  constructor(private readonly students: StudentsRepository) {}

  /**
   * @returns the student's id, archived or not
   * @throws UnknownStudentError
   * @throws AmbiguousStudentError
   */
  async resolve(manager: EntityManager, schoolId: string, sourceId: string): Promise<string> {
    const [id, another] = await this.students.findIdsBySourceId(manager, schoolId, sourceId);
    if (another) throw new AmbiguousStudentError(sourceId);
    if (!id) throw new UnknownStudentError(sourceId);
    return id;
  }
}
