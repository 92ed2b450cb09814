import { Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfAnySchool } from '../../platform/auth/access-rule.js';
import { type Account, CurrentAccount } from '../../platform/auth/caller.js';
import { ApiErrors } from '../../platform/http/api-errors.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { MyPhotoService } from './my-photo.service.js';
import { ConfirmedPhoto, PhotoConfirmation, PhotoUploadRequest, PhotoUploadUrl } from './photo.dto.js';

@ApiTags('Photos')
@Controller('me/photo')
@MemberOfAnySchool()
export class MyPhotoController {
  constructor(private readonly photo: MyPhotoService) {}

  /** An address to PUT the caller's own photo to, once. Nothing is shown before it is confirmed; a person has at most 20 that are not. */
  @Post('upload-url')
  @HttpCode(200)
  @ApiErrors([400, 'unsupported_type'], 403, [409, 'limit_reached'])
  createMyPhotoUploadUrl(
    @CurrentAccount() account: Account,
    @JsonBody() request: PhotoUploadRequest,
  ): Promise<PhotoUploadUrl> {
    return this.photo.openUpload(account, request);
  }

  /** Makes what was uploaded the caller's photo in every school where the membership is active. */
  @Post()
  @Repeatable(undefined, { isSlow: true })
  @HttpCode(200)
  @ApiErrors([400, 'foreign_key_not_owned', 'unsupported_type'], 403, 404, 409)
  confirmMyPhoto(
    @CurrentAccount() account: Account,
    @JsonBody() confirmation: PhotoConfirmation,
    @CurrentReplay() replay?: Replay,
  ): Promise<ConfirmedPhoto> {
    return this.photo.confirm(account, confirmation, replay);
  }

  /** Deletes the caller's photo in every school; deleting one that is not there succeeds. */
  @Delete()
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiErrors(403)
  deleteMyPhoto(@CurrentAccount() account: Account): Promise<void> {
    return this.photo.delete(account);
  }
}
