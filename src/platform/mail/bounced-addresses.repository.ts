import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BouncedAddress } from './bounced-address.entity.js';

/** Mails in a row that were refused for good, after which an address gets no more (contract section 19, rule 5). */
export const MAX_BOUNCES = 3;

@Injectable()
export class BouncedAddressesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** How many mails in a row the server of the address has refused; 0 for none. */
  async count(email: string): Promise<number> {
    const found = await this.dataSource
      .getRepository(BouncedAddress)
      .findOneBy({ email: email.toLowerCase() });
    return found?.bounces ?? 0;
  }

  async add(email: string, now: Date): Promise<void> {
    await this.dataSource.query(
      `insert into bounced_addresses (email, bounces, bounced_at) values ($1, 1, $2)
       on conflict (email) do update set bounces = bounced_addresses.bounces + 1, bounced_at = excluded.bounced_at`,
      [email.toLowerCase(), now],
    );
  }

  /** Its server has taken a mail: it begins anew. */
  async remove(email: string): Promise<void> {
    await this.dataSource.getRepository(BouncedAddress).delete({ email: email.toLowerCase() });
  }
}
