import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { toSchoolFeatures, type SchoolFeatures } from './school-features.dto.js';
import { SchoolsService } from './schools.service.js';

@Injectable()
export class SchoolFeaturesService {
  constructor(
    private readonly schools: SchoolsService,
    private readonly clock: Clock,
  ) {}

  async get(member: Member): Promise<SchoolFeatures> {
    return toSchoolFeatures(await this.schools.getByReference(member.schoolId), member, this.clock.now());
  }
}
