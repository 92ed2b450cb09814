import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import type { PreparedJson } from '../../platform/http/prepared-json.js';
import type { RequestContext } from '../../platform/cache/snapshot-kind.js';
import { SnapshotsService } from '../../platform/cache/snapshots.service.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import { MENUS, MENUS_OF_DAYS } from './menus.snapshots.js';

@Injectable()
export class MenusService {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly pictures: MenuPicturesService,
  ) {}

  list(member: Member, context: RequestContext): Promise<PreparedJson> {
    return this.snapshots.read({ ...MENUS, parameters: [this.pictures.base] }, member, context);
  }

  /** @param start `YYYY-MM-DD`; six days more are shown */
  week(member: Member, start: string, context: RequestContext): Promise<PreparedJson> {
    return this.days(member, start, 7, context);
  }

  /** @param date `YYYY-MM-DD` */
  day(member: Member, date: string, context: RequestContext): Promise<PreparedJson> {
    return this.days(member, date, 1, context);
  }

  private days(member: Member, from: string, count: number, context: RequestContext): Promise<PreparedJson> {
    const kind = { ...MENUS_OF_DAYS, parameters: [this.pictures.base, from, count] };
    return this.snapshots.read(kind, member, context);
  }
}
