import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Quiet } from './delivery-time.js';
import type { MailRhythms } from './mail-kinds.js';
import { QuietHours } from './quiet-hours.entity.js';

/** What a person has chosen at a school. */
export interface ChosenMail {
  school_id: string;
  /** Those that are not instant. */
  kinds: Partial<MailRhythms>;
  paused: boolean;
}

const CHOSEN = `
  select m.school_id, coalesce(choice.kinds, '{}') as kinds, choice.unsubscribed_at is not null as paused
  from memberships m join schools school on school.id = m.school_id
  left join mail_choices choice on choice.school_id = m.school_id and choice.membership_id = m.id
  where m.user_id = $1 and m.deactivated_at is null order by school.name, school.id`;

/** $1: the person, $2: the school, $3: kinds to change, $4: whether mails pause, null for as before, $5: a token, $6: now. */
const CHOOSE = `
  insert into mail_choices (membership_id, school_id, token, kinds, unsubscribed_at)
  select m.id, m.school_id, $5, $3::jsonb, case when $4::boolean then $6::timestamptz end
  from memberships m where m.user_id = $1 and m.school_id = $2 and m.deactivated_at is null for key share
  on conflict (school_id, membership_id) do update set kinds = mail_choices.kinds || excluded.kinds,
    unsubscribed_at = case $4::boolean when true then coalesce(mail_choices.unsubscribed_at, $6)
      when false then null else mail_choices.unsubscribed_at end
  returning membership_id as id`;

@Injectable()
export class MyMailRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of each school where the person is an active member, by its name. */
  findChosen(userId: string, manager: EntityManager = this.dataSource.manager): Promise<ChosenMail[]> {
    return manager.query(CHOSEN, [userId]);
  }

  async findQuiet(userId: string, manager: EntityManager = this.dataSource.manager): Promise<Quiet | null> {
    const hours = await manager.getRepository(QuietHours).findOneBy({ userId });
    return hours && { from: hours.begins, to: hours.ends };
  }

  /** @returns id of the membership; null where the person is no active member of the school */
  async choose(
    manager: EntityManager,
    { userId, schoolId, token, now }: { userId: string; schoolId: string; token: string; now: Date },
    { kinds, paused }: { kinds: Partial<MailRhythms>; paused: boolean | null },
  ): Promise<string | null> {
    const parameters = [userId, schoolId, JSON.stringify(kinds), paused, token, now];
    const [chosen] = await manager.query<{ id: string }[]>(CHOOSE, parameters);
    return chosen?.id ?? null;
  }

  /** Nothing for a person who has no account here. */
  async saveQuiet(manager: EntityManager, userId: string, quiet: Quiet | null): Promise<void> {
    if (!quiet) await manager.getRepository(QuietHours).delete({ userId });
    else
      await manager.query(
        `insert into quiet_hours (user_id, begins, ends) select id, $2, $3 from users where id = $1 for key share
         on conflict (user_id) do update set begins = excluded.begins, ends = excluded.ends`,
        [userId, quiet.from, quiet.to],
      );
  }
}
