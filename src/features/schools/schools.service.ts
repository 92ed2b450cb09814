import { Injectable } from '@nestjs/common';
import { auditSchools } from '../../platform/audit/operation.js';
import { isUuid } from '../../platform/text/uuid.js';
import { isUniqueViolation } from '../../platform/errors/postgres-errors.js';
import { columnName } from '../../platform/database/row-columns.js';
import {
  checkedChanges,
  checkedSchool,
  type NewSchool,
  type SchoolChanges,
  ShortNameTakenError,
  UnknownSchoolError,
} from './new-school.js';
import { allFlags, type FeatureFlags } from '../../policy/school-feature.js';
import type { School } from './school.entity.js';
import { SchoolsRepository, type SchoolSummary } from './schools.repository.js';

@Injectable()
export class SchoolsService {
  constructor(private readonly schools: SchoolsRepository) {}

  /**
   * All features on (operations section 4).
   * @throws InvalidSchoolError
   * @throws ShortNameTakenError
   */
  async create(input: NewSchool): Promise<School> {
    try {
      return await this.schools.insertSchool({ ...checkedSchool(input), features: {} });
    } catch (error) {
      throw isUniqueViolation(error) ? new ShortNameTakenError() : error;
    }
  }

  list(): Promise<SchoolSummary[]> {
    return this.schools.summaries();
  }

  /**
   * The one that a command is about.
   * @throws UnknownSchoolError
   */
  async getByReference(shortNameOrId: string): Promise<School> {
    const school = await this.schools.findOneBy(
      isUuid(shortNameOrId) ? { id: shortNameOrId } : { shortName: shortNameOrId },
    );
    if (!school) throw new UnknownSchoolError();
    auditSchools([school.id]);
    return school;
  }

  /**
   * Changes the settings of a school.
   * @returns the names of what is another than before
   * @throws UnknownSchoolError
   * @throws InvalidSchoolError
   */
  async update(shortNameOrId: string, input: SchoolChanges): Promise<{ id: string; changed: string[] }> {
    const school = await this.getByReference(shortNameOrId);
    const changes = Object.entries(checkedChanges(input)).filter(
      ([property, value]) => value !== school[property as keyof School],
    );
    if (changes.length > 0) await this.schools.updateSchool(school.id, Object.fromEntries(changes));
    return { id: school.id, changed: changes.map(([property]) => columnName(property)) };
  }

  /**
   * Turns features on or off; the others stay.
   * @throws UnknownSchoolError
   */
  async setFeatures(shortNameOrId: string, changes: Partial<FeatureFlags>): Promise<FeatureFlags> {
    const { id } = await this.getByReference(shortNameOrId);
    await this.schools.mergeFeatures(id, changes);
    return allFlags((await this.getByReference(id)).features);
  }
}
