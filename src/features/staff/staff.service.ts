import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import type { PreparedJson } from '../../platform/http/prepared-json.js';
import type { RequestContext } from '../../platform/cache/snapshot-kind.js';
import { SnapshotsService } from '../../platform/cache/snapshots.service.js';
import { STAFF } from './staff.snapshots.js';

@Injectable()
export class StaffService {
  constructor(private readonly snapshots: SnapshotsService) {}

  list(member: Member, context: RequestContext): Promise<PreparedJson> {
    return this.snapshots.read(STAFF, member, context);
  }
}
