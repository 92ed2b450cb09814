import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MemberOfPhotoSchool } from '../../access/access-rule.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { PhotoDownloadUrl } from './photo.dto.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';

@ApiTags('Photos')
@Controller('parents/:parentId/photo')
@MemberOfPhotoSchool('membership', 'parentId')
export class ParentPhotosController {
  constructor(private readonly downloads: PhotoDownloadsService) {}

  /** An address to show a parent's photo from, good for five minutes. */
  @Get('download-url')
  @ApiId('parentId')
  @ApiErrors(403, 404)
  getParentPhotoDownloadUrl(
    @CurrentMember() member: Member,
    @Param('parentId') parentId: string,
  ): Promise<PhotoDownloadUrl> {
    return this.downloads.ofParent(member, parentId);
  }
}
