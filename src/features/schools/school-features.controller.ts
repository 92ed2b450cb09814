import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ItemTagExcept } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { SchoolFeatures } from './school-features.dto.js';
import { SchoolFeaturesService } from './school-features.service.js';

@ApiTags('School features')
@Controller('schools/:schoolId/features')
@SchoolMember()
export class SchoolFeaturesController {
  constructor(private readonly schoolFeatures: SchoolFeaturesService) {}

  /** Feature toggles, time zone and sidebar counts of a school. */
  @Get()
  @ItemTagExcept('generated_at')
  @Compressed()
  @ApiId('schoolId')
  @ApiErrors(403)
  getSchoolFeatures(@CurrentMember() member: Member): Promise<SchoolFeatures> {
    return this.schoolFeatures.get(member);
  }
}
