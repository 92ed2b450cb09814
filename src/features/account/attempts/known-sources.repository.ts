import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { KnownSource } from './known-source.entity.js';

/** $1: the person, $2: the source, $3: now; nothing where it was written down since $4. @param signedIn SQL: when somebody signed in */
const remembered = (signedIn: string, isNoted: string, more = ''): string => `
  insert into known_sources (user_id, source, used_at, first_seen_at, signed_in_at)
  select u.id, $2, $3::timestamptz, $3::timestamptz, ${signedIn} from users u
  where u.id = $1 and not exists (select from known_sources known
    where known.user_id = u.id and known.source = $2 and known.used_at > $4 ${isNoted}) for key share of u
  on conflict (user_id, source) do update set used_at = excluded.used_at ${more}`;

const RENEWED = remembered('null', '');
const SIGNED_IN = `
  with remembered as (${remembered(
    '$3::timestamptz',
    `and known.signed_in_at > $3::timestamptz - interval '1 hour'`,
    ', signed_in_at = excluded.signed_in_at',
  )} returning xmax = 0 as is_new)
  select is_new and exists (select from known_sources elsewhere where elsewhere.user_id = $1) as "isNewDevice"
  from remembered`;

@Injectable()
export class KnownSourcesRepository {
  constructor(private readonly dataSource: DataSource) {}

  isKnown(userId: string, source: string, since: Date): Promise<boolean> {
    return this.dataSource.getRepository(KnownSource).existsBy({ userId, source, usedAt: MoreThan(since) });
  }

  /** Unless that was written down since `recently`. */
  async remember(userId: string, source: string, now: Date, recently: Date): Promise<void> {
    await this.dataSource.query(RENEWED, [userId, source, now, recently]);
  }

  /**
   * Remembers the source of a sign-in.
   * @returns whether the person was known from other sources only: of two sign-ins at once one hears it
   */
  async rememberSignIn(
    manager: EntityManager,
    userId: string,
    source: string,
    now: Date,
    recently: Date,
  ): Promise<boolean> {
    const values = [userId, source, now, recently];
    const [remembered] = await manager.query<{ isNewDevice: boolean }[]>(SIGNED_IN, values);
    return remembered?.isNewDevice ?? false;
  }
}
