import { Controller, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { PublisherOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { AttachmentUploadsService } from './attachment-uploads.service.js';
import { AttachmentUpload, DocumentAttachment } from './attachment.dto.js';

@ApiTags('Documents')
@Controller('schools/:schoolId/attachments')
@SchoolMember()
@ApiId('schoolId')
export class AttachmentsController {
  constructor(private readonly uploads: AttachmentUploadsService) {}

  /**
   * Uploads a file that a document, a notice or a permission slip can then be saved with; for admins and editors with a live grant.
   * @remarks The answer goes into the `attachments` of that item, or with the scan of an answer on paper, and nobody sees the file before. A file
   * that nothing has been saved with for 24 hours is removed. A wrong type is 400 with reason `unsupported_type`; 413 is
   * answered before the rest of the request is read. A person has at most 100 MB that nothing has been saved with, images
   * of texts and photos that are not confirmed included: more is 409 with reason `limit_reached`. A file is kept byte for byte:
   * a photo that is attached keeps where and when it was taken, unlike a photo of a person and an image of a text.
   */
  @Post()
  @PublisherOfSchool()
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: AttachmentUpload })
  @ApiErrors([400, 'unsupported_type'], 403, [409, 'limit_reached'], 413)
  uploadAttachment(@CurrentMember() member: Member, @Req() request: Request): Promise<DocumentAttachment> {
    return this.uploads.upload(member, request);
  }
}
