import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { MemberOfItemSchool } from '../../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { JsonBody } from '../../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../../platform/http/prepared-json.js';
import { Repeatable } from '../../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../../idempotency/replay.js';
import {
  OrganizationPhotoBody,
  OrganizationPhotoInput,
  OrganizationPhotos,
  PhotoDownloadUrl,
  PhotoUploadRequest,
  PhotoUploadUrl,
} from '../organization.dto.js';
import { OrganizationPhotosService } from './organization-photos.service.js';

@ApiTags('Organizations')
@Controller('organizations/:organizationId/photos')
@MemberOfItemSchool('organization', 'organizationId')
@ApiId('organizationId')
export class OrganizationPhotosController {
  constructor(private readonly photos: OrganizationPhotosService) {}

  /** The photos of an organization; each is shown from an address of its own. */
  @Get()
  @WeakETag()
  @ApiOkResponse({ type: OrganizationPhotos })
  @ApiErrors(404)
  listOrganizationPhotos(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
  ): Promise<SerializedJson> {
    return this.photos.list(member, organizationId);
  }

  /** An address to PUT a new photo to; for editors and admins. Nothing is shown before it is confirmed. */
  @Post('upload-url')
  @HttpCode(200)
  @ApiErrors([400, 'unsupported_type'], 403, 404, [409, 'limit_reached'])
  createOrganizationPhotoUploadUrl(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @JsonBody() request: PhotoUploadRequest,
  ): Promise<PhotoUploadUrl> {
    return this.photos.openUpload(member, organizationId, request);
  }

  /**
   * Makes what the caller uploaded a photo of the organization, once.
   * @remarks The bytes are read again, and refused unless they are one image of the type, whole and at most 5 MB. They
   * are encoded anew: upright, at most 2,048 pixels long, without location and other metadata. An organization has at
   * most 200 photos: one more is 400 with reason `limit_reached`.
   */
  @Post()
  @Repeatable(undefined, { isSlow: true })
  @ApiErrors([400, 'foreign_key_not_owned', 'unsupported_type', 'limit_reached'], 403, 404, [
    409,
    'limit_reached',
  ])
  addOrganizationPhoto(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @JsonBody() input: OrganizationPhotoInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<OrganizationPhotoBody> {
    return this.photos.confirm(member, organizationId, input, replay);
  }

  /** Deletes a photo, whoever uploaded it; for editors and admins. One that is not there is 404. */
  @Delete(':photoId')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiId('photoId')
  @ApiErrors(403, 404)
  deleteOrganizationPhoto(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @Param('photoId') photoId: string,
  ): Promise<void> {
    return this.photos.delete(member, organizationId, photoId);
  }

  /** An address to show a photo of the organization from, good for five minutes. */
  @Get(':photoId/download-url')
  @ApiId('photoId')
  @ApiErrors(404)
  getOrganizationPhotoDownloadUrl(
    @CurrentMember() member: Member,
    @Param('organizationId') organizationId: string,
    @Param('photoId') photoId: string,
  ): Promise<PhotoDownloadUrl> {
    return this.photos.downloadUrl(member, organizationId, photoId);
  }
}
