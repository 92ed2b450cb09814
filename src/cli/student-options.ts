import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { DataSource } from 'typeorm';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../features/directory/guardian-relation.js';
import type { StudentLink } from '../features/directory/guardian-links.service.js';
import { StudentReferencesService } from '../features/directory/student-references.service.js';
import { UsageError } from './command.js';

export interface StudentOptions {
  student: string[];
  relation: GuardianRelation[];
}

const collect = (value: string, previous: string[]): string[] => [...previous, value];

/** `[--student SOURCE_ID --relation R]…`: the first relation belongs to the first student, and so on. */
export const withStudentOptions = (command: Command): Command =>
  command
    .option(
      '--student <source-id>',
      'a linked student; may be repeated, each with its --relation',
      collect,
      [],
    )
    .option('--relation <relation>', GUARDIAN_RELATIONS.join(', '), collectRelation, []);

function collectRelation(value: string, previous: GuardianRelation[]): GuardianRelation[] {
  if (!GUARDIAN_RELATIONS.includes(value as GuardianRelation)) {
    throw new UsageError(`--relation should be one of ${GUARDIAN_RELATIONS.join(', ')}.`);
  }
  return [...previous, value as GuardianRelation];
}

/** Refused before anything is opened when the pairs do not add up. */
export function checkStudentOptions({ student, relation }: StudentOptions): void {
  if (student.length !== relation.length) throw new UsageError('Each --student needs its --relation.');
  if (new Set(student).size < student.length) throw new UsageError('Each --student should be named once.');
}

/**
 * @throws UnknownStudentError
 * @throws AmbiguousStudentError
 */
export function resolveStudents(
  services: INestApplicationContext,
  schoolId: string,
  { student, relation }: StudentOptions,
): Promise<StudentLink[]> {
  const { manager } = services.get(DataSource);
  return Promise.all(
    student.map(async (sourceId, index) => ({
      studentId: await services.get(StudentReferencesService).resolve(manager, schoolId, sourceId),
      relation: relation[index] ?? 'guardian',
    })),
  );
}
