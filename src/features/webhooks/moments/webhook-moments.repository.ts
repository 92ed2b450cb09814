import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isHere } from '../../../platform/database/moved-schools.js';
import { isOpened } from '../../../policy/answered-item.js';
import { isTurnedOn } from '../../../policy/school-feature.js';
import { hearsOf } from '../webhook-hearing.js';
import { ITEM_MOMENTS, type ItemMoment } from './webhook-moments.js';

/** A moment that has come, and that nobody was told of. */
export interface DueMoment {
  schoolId: string;
  kind: string;
  itemType: string;
  itemId: string;
  /** UTC. */
  at: Date;
}

/** Moments that are further back than that are told to nobody: a service that stood still so long has other news. */
const LOOK_BACK = `interval '30 days'`;

/** Moments that go in one statement. */
const AT_ONCE = 500;

const momentsOf = ({ kind, table, column, feature }: ItemMoment): string => {
  // What opens with its creation opens then.
  const at = `greatest(item.${column}, item.created_at)`;
  return `
  select item.school_id, '${kind}' as kind, item.id, ${at} as at
  from ${table} item join schools school on school.id = item.school_id and ${isTurnedOn('school', feature)} and ${isHere('school')}
  where item.${column} > $1::timestamptz - ${LOOK_BACK} and item.${column} <= $1 and ${isOpened('item', '$1')}
    and exists (select from webhooks webhook where '${kind}' = any (webhook.kinds) and webhook.heard_since <= ${at}
      and ${hearsOf('item.school_id', '$1::timestamptz', at)})`;
};

const TELL = `
  insert into webhook_moments (school_id, item_id, kind, at, told_at)
  select due.school_id, due.id, due.kind, due.at, $1 from (${ITEM_MOMENTS.map(momentsOf).join(' union all ')}) due
  where not exists (select from webhook_moments told where told.school_id = due.school_id and told.item_id = due.id
    and told.kind = due.kind and told.at = due.at)
  order by due.at limit ${AT_ONCE}
  on conflict do nothing
  returning school_id as "schoolId", kind, item_id as "itemId", at`;

@Injectable()
export class WebhookMomentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** False for a school directory without webhooks: nobody is to be told of anything. */
  async hasWebhooks(): Promise<boolean> {
    const [row] = await this.dataSource.query<[{ found: boolean }]>(
      'select exists (select from webhooks) as found',
    );
    return row.found;
  }

  /** Marks moments that have come as told, and returns them. Two processes never mark the same. */
  async markDue(manager: EntityManager, now: Date): Promise<DueMoment[]> {
    const due = await manager.query<Omit<DueMoment, 'itemType'>[]>(TELL, [now]);
    return due.map((moment) => ({ ...moment, itemType: itemTypeOf(moment.kind) }));
  }
}

const itemTypeOf = (kind: string): string => kind.slice(0, kind.indexOf('.'));
