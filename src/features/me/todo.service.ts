import { Inject, Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Outstanding } from './todo.dto.js';
import { TodoRepository } from './todo.repository.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { appLink } from '../../platform/pages/app-links.js';

/** Items that need a person's answer, in all schools. */
@Injectable()
export class TodoService {
  constructor(
    private readonly outstanding: TodoRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list({ userId }: Account): Promise<Outstanding> {
    const items = await this.outstanding.findTodo(userId, this.clock.now());
    return {
      items: items.map((item) => ({
        ...item,
        deep_link: appLink(this.settings.appUrl, {
          schoolId: item.school_id,
          item: { type: item.kind === 'event_rsvp' ? 'event' : item.kind, id: item.id },
        }),
      })),
    };
  }
}
