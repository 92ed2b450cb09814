import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MemberOfPhotoSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { PhotoDownloadUrl, PhotoSizeQuery } from './photo.dto.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';

@ApiTags('Photos')
@Controller('parents/:parentId/photo')
@MemberOfPhotoSchool('membership', 'parentId')
export class ParentPhotosController {
  constructor(private readonly downloads: PhotoDownloadsService) {}

  /** An address to show a parent's photo from, good for five minutes. They see in their disclosures that it was asked for. */
  @Get('download-url')
  @LogsAccess((_, __, { parentId = '' }) => ({ contacts: [parentId] }))
  @ApiId('parentId')
  @ApiErrors(400, 403, 404)
  getParentPhotoDownloadUrl(
    @CurrentMember() member: Member,
    @Param('parentId') parentId: string,
    @ValidQuery() query: PhotoSizeQuery,
  ): Promise<PhotoDownloadUrl> {
    return this.downloads.ofParent(member, parentId, query.size);
  }
}
