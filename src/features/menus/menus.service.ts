import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import type { ReadyJson } from '../../http/ready-json.js';
import type { SeenAlong } from '../../snapshots/revision.js';
import { SnapshotsService } from '../../snapshots/snapshots.service.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import { MENUS, MENUS_OF_DAYS } from './menus.snapshots.js';

@Injectable()
export class MenusService {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly pictures: MenuPicturesService,
  ) {}

  list(member: Member, seen: SeenAlong): Promise<ReadyJson> {
    return this.snapshots.read({ ...MENUS, parameters: [this.pictures.base] }, member, seen);
  }

  /** @param start `YYYY-MM-DD`; six days more are shown */
  week(member: Member, start: string, seen: SeenAlong): Promise<ReadyJson> {
    return this.days(member, start, 7, seen);
  }

  /** @param date `YYYY-MM-DD` */
  day(member: Member, date: string, seen: SeenAlong): Promise<ReadyJson> {
    return this.days(member, date, 1, seen);
  }

  private days(member: Member, from: string, count: number, seen: SeenAlong): Promise<ReadyJson> {
    const kind = { ...MENUS_OF_DAYS, parameters: [this.pictures.base, from, count] };
    return this.snapshots.read(kind, member, seen);
  }
}
