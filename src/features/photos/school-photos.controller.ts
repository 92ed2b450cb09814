import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { PhotoUrls, PhotoUrlsRequest } from './photo.dto.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';

@ApiTags('Photos')
@Controller('schools/:schoolId/photo-urls')
@SchoolMember()
export class SchoolPhotosController {
  constructor(private readonly downloads: PhotoDownloadsService) {}

  /**
   * Addresses to show the photos of many people from, good for five minutes: 200 students and parents together at most.
   * Who has no photo, is not of the school or may not be seen is left out; of whom it shows a photo, they see in their
   * disclosures that it was asked for.
   */
  @Post()
  @HttpCode(200)
  @LogsAccess((urls: PhotoUrls) => ({ contacts: [...urls.students, ...urls.parents].map(({ id }) => id) }))
  @ApiId('schoolId')
  @ApiErrors(400, 403)
  createPhotoUrls(
    @CurrentMember() member: Member,
    @JsonBody() request: PhotoUrlsRequest,
  ): Promise<PhotoUrls> {
    return this.downloads.ofMany(member, request);
  }
}
