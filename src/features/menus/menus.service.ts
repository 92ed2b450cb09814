import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { JsonText } from '../../http/json-text.js';
import { MenuPicturesService } from './menu-pictures.service.js';
import { MenusRepository, type MenuDays } from './menus.repository.js';

@Injectable()
export class MenusService {
  constructor(
    private readonly menus: MenusRepository,
    private readonly pictures: MenuPicturesService,
  ) {}

  list(member: Member): Promise<JsonText> {
    return this.read(member);
  }

  /** @param start `YYYY-MM-DD`; six days more are shown */
  week(member: Member, start: string): Promise<JsonText> {
    return this.read(member, { from: start, days: 7 });
  }

  /** @param date `YYYY-MM-DD` */
  day(member: Member, date: string): Promise<JsonText> {
    return this.read(member, { from: date, days: 1 });
  }

  private async read({ schoolId }: Member, days?: MenuDays): Promise<JsonText> {
    return new JsonText(await this.menus.findOfSchool(schoolId, this.pictures.base, days));
  }
}
