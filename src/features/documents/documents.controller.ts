import { Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Feature, PublisherOfSchool, SchoolMember } from '../../platform/auth/access-rule.js';
import { CurrentMember, type Member } from '../../platform/auth/caller.js';
import { StrongETag, WeakETag, ApiIfMatch } from '../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../platform/http/api-errors.js';
import { Compressed } from '../../platform/http/compressed.js';
import { JsonBody } from '../../platform/http/json-body.interceptor.js';
import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { Repeatable } from '../idempotency/repeatable.js';
import { CurrentReplay, type Replay } from '../idempotency/replay.js';
import { DocumentChangesService } from './document-changes.service.js';
import {
  CreatedItem,
  DocumentBody,
  DocumentChanges,
  DocumentInput,
  Documents,
  PhotoDownloadUrl,
} from './document.dto.js';
import { DocumentsService } from './documents.service.js';

@ApiTags('Documents')
@Controller('schools/:schoolId/documents')
@SchoolMember()
@Feature('document_library')
@ApiId('schoolId')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly changes: DocumentChangesService,
  ) {}

  /** What is addressed to the caller, admins included, after School Details where the school has filled them in. */
  @Get()
  @WeakETag()
  @Compressed()
  @ApiOkResponse({ type: Documents })
  @ApiErrors(403, 404)
  listDocuments(@CurrentMember() member: Member): Promise<SerializedJson> {
    return this.documents.list(member);
  }

  /**
   * Adds a document, and alerts its audience once. An admin may, and an editor for an organization that they hold a
   * live grant on.
   */
  @Post()
  @PublisherOfSchool()
  @Repeatable()
  @ApiErrors([400, 'foreign_key_not_owned'], 403, 404, [409, 'limit_reached'])
  createDocument(
    @CurrentMember() member: Member,
    @JsonBody() input: DocumentInput,
    @CurrentReplay() replay?: Replay,
  ): Promise<CreatedItem> {
    return this.changes.create(member, input, replay);
  }

  /** A document that is addressed to the caller or managed by them; it counts as opened from then on. */
  @Get(':documentId')
  @StrongETag()
  @ApiId('documentId')
  @ApiErrors(403, 404)
  getDocument(
    @CurrentMember() member: Member,
    @Param('documentId') documentId: string,
  ): Promise<DocumentBody> {
    return this.documents.get(member, documentId);
  }

  /**
   * Changes what is given. Handing it over to another organization takes a live grant on both; only an admin makes it
   * the whole school's. Nobody is alerted.
   */
  @Patch(':documentId')
  @ApiId('documentId')
  @ApiIfMatch()
  @ApiErrors([400, 'foreign_key_not_owned'], 403, 404, [409, 'limit_reached'])
  changeDocument(
    @CurrentMember() member: Member,
    @Param('documentId') documentId: string,
    @JsonBody() input: DocumentChanges,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<DocumentBody> {
    return this.changes.change(member, documentId, input, ifMatch);
  }

  /** Deletes a document with its files. */
  @Delete(':documentId')
  @HttpCode(204)
  @ApiId('documentId')
  @ApiIfMatch()
  @ApiErrors(403, 404, 409)
  deleteDocument(
    @CurrentMember() member: Member,
    @Param('documentId') documentId: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<void> {
    return this.changes.remove(member, documentId, ifMatch);
  }

  /** An address for one file of a document. The document counts as opened from then on. */
  @Get(':documentId/attachments/:attachmentId/download-url')
  @ApiId('documentId')
  @ApiId('attachmentId')
  @ApiErrors(403, 404)
  getDocumentAttachmentDownloadUrl(
    @CurrentMember() member: Member,
    @Param('documentId') documentId: string,
    @Param('attachmentId') attachmentId: string,
  ): Promise<PhotoDownloadUrl> {
    return this.documents.downloadUrl(member, documentId, attachmentId);
  }
}
