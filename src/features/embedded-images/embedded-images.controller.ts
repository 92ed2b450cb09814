import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { PublisherOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { EmbeddedImageBody, PhotoDownloadUrl } from './embedded-image.dto.js';
import { ImageDownloadsService } from './image-downloads.service.js';
import { ImageUploadsService } from './image-uploads.service.js';

@ApiTags('Images')
@Controller('schools/:schoolId/images')
@SchoolMember()
@ApiId('schoolId')
export class EmbeddedImagesController {
  constructor(
    private readonly uploads: ImageUploadsService,
    private readonly downloads: ImageDownloadsService,
  ) {}

  /**
   * Takes an image that rich text is to embed, as `<img src="image:{id}" alt="…">`. An admin may, and an editor with a
   * live grant.
   * @remarks The bytes are refused unless they are one image of the type, whole and at most 5 MB. They are encoded anew:
   * upright, at most 2,048 pixels long, without location and other metadata. An image that no item has embedded within
   * 24 hours is removed. A person has at most 100 MB that nothing has been saved with, attachments included: more is 409
   * with reason `limit_reached`.
   */
  @Post()
  @PublisherOfSchool()
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: 'JPEG, PNG, WebP or GIF.' } },
    },
  })
  @ApiErrors([400, 'unsupported_type'], 403, [409, 'limit_reached'], 413)
  uploadImage(@CurrentMember() member: Member, @Req() request: Request): Promise<EmbeddedImageBody> {
    return this.uploads.upload(member, request);
  }

  /**
   * An address to show an image from, good for five minutes. The image is there for whoever sees an item that embeds
   * it; before one does, for who uploaded it.
   */
  @Get(':imageId/download-url')
  @ApiId('imageId')
  @ApiErrors(403, 404)
  getImageDownloadUrl(
    @CurrentMember() member: Member,
    @Param('imageId') imageId: string,
  ): Promise<PhotoDownloadUrl> {
    return this.downloads.downloadUrl(member, imageId);
  }
}
