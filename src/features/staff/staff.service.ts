import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import type { ReadyJson } from '../../http/ready-json.js';
import type { SeenAlong } from '../../snapshots/revision.js';
import { SnapshotsService } from '../../snapshots/snapshots.service.js';
import { STAFF } from './staff.snapshots.js';

@Injectable()
export class StaffService {
  constructor(private readonly snapshots: SnapshotsService) {}

  list(member: Member, seen: SeenAlong): Promise<ReadyJson> {
    return this.snapshots.read(STAFF, member, seen);
  }
}
