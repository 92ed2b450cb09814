import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Feature, MemberOfItemSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { PhotoDownloadUrl } from './permission-slip.dto.js';
import { SlipAttachmentsService } from './slip-attachments.service.js';

@ApiTags('Permission slips')
@Controller('permission-slips/:slipId/attachments')
@MemberOfItemSchool('managed_slip', 'slipId')
@Feature('signups')
@ApiId('slipId')
export class SlipAttachmentsController {
  constructor(private readonly attachments: SlipAttachmentsService) {}

  /** An address of a file of the slip, good for five minutes; for its managers of the scan of an answer, too. */
  @Get(':attachmentId/download-url')
  @ApiId('attachmentId')
  @ApiErrors(404)
  getPermissionSlipAttachmentDownloadUrl(
    @CurrentMember() member: Member,
    @Param('slipId') slipId: string,
    @Param('attachmentId') attachmentId: string,
  ): Promise<PhotoDownloadUrl> {
    return this.attachments.downloadUrl(member, slipId, attachmentId);
  }
}
