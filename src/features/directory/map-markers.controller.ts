import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../access/access-rule.js';
import { Along, AlongWithAccess } from '../../access/along-with-access.js';
import { CurrentMember, type Member } from '../../access/caller.js';
import { ListTag } from '../../http/answer-tag.js';
import { ApiErrors } from '../../http/api-errors.js';
import { ApiId } from '../../http/api-id.js';
import { Compressed } from '../../http/compressed.js';
import type { JsonText } from '../../http/json-text.js';
import type { ReadyJson } from '../../http/ready-json.js';
import { ValidQuery } from '../../http/validated.js';
import { Discloses } from '../disclosures/discloses.js';
import { MapMarkers, MapMarkersQuery } from './map-markers.dto.js';
import { MapMarkersService } from './map-markers.service.js';
import { ALONG_WITH_MARKERS, type SeenWithMarkers } from './map-markers.snapshots.js';
import { shownOnMap } from './shown-in-answers.js';

@ApiTags('Directory')
@Controller('schools/:schoolId/map-markers')
@SchoolMember()
export class MapMarkersController {
  constructor(private readonly markers: MapMarkersService) {}

  /** Where students live, for those whose family shows the address; own students always, admins see all. */
  @Get()
  @AlongWithAccess(ALONG_WITH_MARKERS)
  @ListTag()
  @Compressed()
  @Discloses(shownOnMap)
  @ApiId('schoolId')
  @ApiOkResponse({ type: MapMarkers })
  @ApiErrors(400, 403, 404)
  listMapMarkers(
    @CurrentMember() member: Member,
    @ValidQuery() query: MapMarkersQuery,
    @Along() seen: SeenWithMarkers,
  ): Promise<JsonText | ReadyJson> {
    return this.markers.list(member, query, seen);
  }
}
