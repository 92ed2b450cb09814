import { Injectable } from '@nestjs/common';
import { isUuid } from '../../access/uuid.js';
import { isUniqueViolation } from '../../errors/postgres-errors.js';
import { checkedSchool, type NewSchool } from './new-school.js';
import { isOn, SCHOOL_FEATURES, type FeatureFlags } from '../../access/school-feature.js';
import type { School } from './school.entity.js';
import { ShortNameTakenError, UnknownSchoolError } from './schools.errors.js';
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
      return await this.schools.insert({ ...checkedSchool(input), features: {} });
    } catch (error) {
      throw isUniqueViolation(error) ? new ShortNameTakenError() : error;
    }
  }

  list(): Promise<SchoolSummary[]> {
    return this.schools.summaries();
  }

  /** @throws UnknownSchoolError */
  async getByReference(shortNameOrId: string): Promise<School> {
    const school = await this.schools.findOneBy(
      isUuid(shortNameOrId) ? { id: shortNameOrId } : { shortName: shortNameOrId },
    );
    if (!school) throw new UnknownSchoolError();
    return school;
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

/** Every toggle by name, those never touched being on. */
export const allFlags = (features: Partial<FeatureFlags>): FeatureFlags =>
  Object.fromEntries(SCHOOL_FEATURES.map((name) => [name, isOn(features, name)])) as FeatureFlags;
