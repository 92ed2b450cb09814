import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { WeakETagExcept } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import type { SchoolFeatures } from './school-features.dto.js';
import { SchoolFeaturesService } from './school-features.service.js';

@ApiTags('School features')
@Controller('schools/:schoolId/features')
@SchoolMember()
export class SchoolFeaturesController {
  constructor(private readonly schoolFeatures: SchoolFeaturesService) {}

  /** Feature toggles, time zone and sidebar counts of a school. */
  @Get()
  @WeakETagExcept('generated_at')
  @Compressed()
  @ApiId('schoolId')
  @ApiErrors(403)
  getSchoolFeatures(@CurrentMember() member: Member): Promise<SchoolFeatures> {
    return this.schoolFeatures.get(member);
  }
}
