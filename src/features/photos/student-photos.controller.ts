import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfPhotoSchool } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { ValidQuery } from '../../platform/http/validation.pipe.js';
import { LogsAccess } from '../access-log/logs-access.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { StudentPhotosService } from './student-photos.service.js';
import {
  ConfirmedPhoto,
  PhotoConfirmation,
  PhotoDownloadUrl,
  PhotoSizeQuery,
  PhotoUploadRequest,
  PhotoUploadUrl,
} from './photo.dto.js';
import { PhotoDownloadsService } from './photo-downloads.service.js';

@ApiTags('Photos')
@Controller('students/:studentId/photo')
@MemberOfPhotoSchool('student', 'studentId')
@ApiId('studentId')
export class StudentPhotosController {
  constructor(
    private readonly photos: StudentPhotosService,
    private readonly downloads: PhotoDownloadsService,
  ) {}

  /** An address to PUT a student's photo to; a linked guardian or an admin. Nothing is shown before it is confirmed, a person has at most 20 that are not. */
  @Post('upload-url')
  @HttpCode(200)
  @ApiErrors([400, 'unsupported_type'], [403, 'restricted'], [409, 'limit_reached'])
  createStudentPhotoUploadUrl(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @JsonBody() request: PhotoUploadRequest,
  ): Promise<PhotoUploadUrl> {
    return this.photos.openUpload(member, studentId, request);
  }

  /**
   * Makes what was uploaded the student's photo.
   * @remarks The bytes are read again, and refused unless they are one image of the type, whole and at most 5 MB. They
   * are encoded anew: upright, at most 2,048 pixels long, without location and other metadata.
   */
  @Post()
  @Repeatable(undefined, { isSlow: true })
  @HttpCode(200)
  @ApiErrors([400, 'foreign_key_not_owned', 'unsupported_type'], [403, 'restricted'], 404, 409)
  confirmStudentPhoto(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @JsonBody() confirmation: PhotoConfirmation,
    @CurrentReplay() replay?: Replay,
  ): Promise<ConfirmedPhoto> {
    return this.photos.confirm(member, studentId, confirmation, replay);
  }

  /** Deletes a student's photo; deleting one that is not there succeeds. */
  @Delete()
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors([403, 'restricted'])
  deleteStudentPhoto(@CurrentMember() member: Member, @Param('studentId') studentId: string): Promise<void> {
    return this.photos.delete(member, studentId);
  }

  /** An address to show a student's photo from, good for five minutes. The family sees in its disclosures that it was asked for. */
  @Get('download-url')
  @LogsAccess((_, __, { studentId = '' }) => ({ contacts: [studentId] }))
  @ApiErrors(400, 403, 404)
  getStudentPhotoDownloadUrl(
    @CurrentMember() member: Member,
    @Param('studentId') studentId: string,
    @ValidQuery() query: PhotoSizeQuery,
  ): Promise<PhotoDownloadUrl> {
    return this.downloads.ofStudent(member, studentId, query.size);
  }
}
