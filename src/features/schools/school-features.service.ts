import { Injectable } from '@nestjs/common';
import { SchoolFeaturesRepository } from './school-features.repository.js';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthorizedError } from '../../platform/errors/app-error.js';
import { type SchoolFeatures, toSchoolFeatures } from './school-features.dto.js';

@Injectable()
export class SchoolFeaturesService {
  constructor(
    private readonly schools: SchoolFeaturesRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthorizedError when the school was removed a moment ago */
  async get(member: Member): Promise<SchoolFeatures> {
    const now = this.clock.now();
    const school = await this.schools.findFeatures(member, now);
    if (!school) throw new NotAuthorizedError();
    return toSchoolFeatures(school, member, now);
  }
}
