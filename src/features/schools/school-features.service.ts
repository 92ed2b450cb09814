import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthorizedError } from '../../errors/app-error.js';
import { toSchoolFeatures, type SchoolFeatures } from './school-features.dto.js';
import { SchoolFeaturesRepository } from './school-features.repository.js';

@Injectable()
export class SchoolFeaturesService {
  constructor(
    private readonly schools: SchoolFeaturesRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthorizedError when the school was removed a moment ago */
  async get(member: Member): Promise<SchoolFeatures> {
    const now = this.clock.now();
    const school = await this.schools.find(member, now);
    if (!school) throw new NotAuthorizedError();
    return toSchoolFeatures(school, member, now);
  }
}
