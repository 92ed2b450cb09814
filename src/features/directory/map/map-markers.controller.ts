import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { SchoolMember } from '../../../platform/auth/access-rule.js';
import { Prefetched, Prefetch } from '../../../platform/auth/prefetch.js';
import { CurrentMember, type Member } from '../../../platform/auth/caller.js';
import { WeakETag } from '../../../platform/http/conditional-request.js';
import { ApiErrors, ApiId } from '../../../platform/http/api-errors.js';
import { Compressed } from '../../../platform/http/compressed.js';
import type { PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { ValidQuery } from '../../../platform/http/validation.pipe.js';
import { LogsAccess } from '../../access-log/logs-access.js';
import { MapMarkers, MapMarkersQuery } from './map-markers.dto.js';
import { MapMarkersService } from './map-markers.service.js';
import { MARKERS_PREFETCH, type MarkersContext } from './map-markers.snapshots.js';
import { accessOnMap } from '../logged-access.js';

@ApiTags('Directory')
@Controller('schools/:schoolId/map-markers')
@SchoolMember()
export class MapMarkersController {
  constructor(private readonly markers: MapMarkersService) {}

  /** Where students live, for those whose family shows the address; own students always, admins see all. */
  @Get()
  @Prefetch(MARKERS_PREFETCH)
  @WeakETag()
  @Compressed()
  @LogsAccess(accessOnMap)
  @ApiId('schoolId')
  @ApiOkResponse({ type: MapMarkers })
  @ApiErrors(400, 403, 404)
  listMapMarkers(
    @CurrentMember() member: Member,
    @ValidQuery() query: MapMarkersQuery,
    @Prefetched() prefetched: MarkersContext,
  ): Promise<SerializedJson | PreparedJson> {
    return this.markers.list(member, query, prefetched);
  }
}
