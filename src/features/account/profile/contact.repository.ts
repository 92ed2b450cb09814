import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MyContact, MyContactInput } from './profile.dto.js';

/** The account has no date: it is the last resort. One name, where other records of the person have two, comes late. */
const CONTACT = `
  with records as (
    select m.first_name, m.last_name, m.phone, m.joined_at as created_at, m.id
    from memberships m where m.user_id = $1 and m.deactivated_at is null
    union all
    select g.first_name, g.last_name, g.phone, g.created_at, g.id
    from memberships m join guardians g on g.school_id = m.school_id and g.membership_id = m.id
    where m.user_id = $1 and m.deactivated_at is null
    union all
    select first_name, last_name, phone, '-infinity', id from users where id = $1
  ), named as (
    select first_name, last_name from records where first_name <> '' or last_name <> ''
    order by (first_name <> '' and last_name <> '') is true desc, created_at desc, id
    limit 1
  )
  select coalesce(named.first_name, '') as first_name, coalesce(named.last_name, '') as last_name,
    coalesce((select phone from records where phone <> '' order by created_at desc, id limit 1), '') as phone
  from users left join named on true
  where users.id = $1`;

@Injectable()
export class ContactRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when nothing is kept of the person. */
  async findContact(userId: string, manager = this.dataSource.manager): Promise<MyContact | null> {
    const [contact] = await manager.query<MyContact[]>(CONTACT, [userId]);
    return contact ?? null;
  }

  /** The account's own: the last resort of a school that knows no other name. */
  async updateAccount(manager: EntityManager, userId: string, contact: MyContactInput): Promise<void> {
    await manager.query(`update users set first_name = $2, last_name = $3, phone = $4 where id = $1`, [
      userId,
      contact.first_name,
      contact.last_name,
      contact.phone || null,
    ]);
  }
}
