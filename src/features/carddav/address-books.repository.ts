import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { isMemberOfOrganization, isOrganizationVisible } from '../../policy/organization-access.js';
import type { ContactGroup } from '../lists/message-recipients.service.js';

/** A list or an organization as an address book. */
export interface AddressBook extends ContactGroup {
  name: string;
}

/** The caller's own lists, and the organizations that they belong to; archived ones are over, for admins as well. */
const BOOKS = `
  select 'list' as kind, l.id, l.name from lists l
  where l.school_id = $1 and l.owner_membership_id = $2
  union all
  select 'organization', o.id, o.name from organizations o
  where o.school_id = $1 and ${isOrganizationVisible('o', 'false')}
    and ${isMemberOfOrganization('o', { school: '$1', membership: '$2', now: '$3' })}
  order by 1 desc, 3, 2`;

@Injectable()
export class AddressBooksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Organizations first, by name. */
  async findBooks({ schoolId, membershipId }: Member, now: Date): Promise<AddressBook[]> {
    const books = await this.dataSource.query<AddressBook[]>(BOOKS, [schoolId, membershipId, now]);
    return books;
  }
}
