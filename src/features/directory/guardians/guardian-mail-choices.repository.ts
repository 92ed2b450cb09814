import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** An address of a school's guardians on file. */
export interface GuardianAddress {
  schoolId: string;
  /** Normalised. */
  email: string;
}

/** The school of an address to end mails by, and never the person. */
export interface FoundGuardianChoice {
  school: string;
  /** BCP 47. */
  locale: string;
  /** The mails are switched off. */
  isOff: boolean;
}

/** One record of the address has the token; whether the mails have ended stands with each, and holds for all of them. */
const SAME_ADDRESS = `
  from guardians named where named.mail_token = $1 and g.school_id = named.school_id and g.email = named.email`;

@Injectable()
export class GuardianMailChoicesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Gives each address a token, unless it has one. */
  async open(addresses: GuardianAddress[], tokens: string[]): Promise<void> {
    await this.dataSource.query(
      `update guardians g set mail_token = given.token
       from unnest($1::uuid[], $2::text[], $3::text[]) as given(school_id, email, token)
       where g.school_id = given.school_id
         and g.id = (select f.id from guardians f where f.school_id = given.school_id and f.email = given.email order by f.id limit 1)
         and not exists (select from guardians held where held.school_id = given.school_id and held.email = given.email
           and held.mail_token is not null)`,
      [addresses.map(({ schoolId }) => schoolId), addresses.map(({ email }) => email), tokens],
    );
  }

  async find(token: string): Promise<FoundGuardianChoice | null> {
    const [row] = await this.dataSource.query<FoundGuardianChoice[]>(
      `select school.name as school, school.locale, exists (select from guardians g
         where g.school_id = named.school_id and g.email = named.email and g.mails_ended_at is not null) as "isOff"
       from guardians named join schools school on school.id = named.school_id where named.mail_token = $1`,
      [token],
    );
    return row ?? null;
  }

  /** @returns the schools of what has changed */
  end(manager: EntityManager, token: string, now: Date): Promise<string[]> {
    const ended = 'update guardians g set mails_ended_at = coalesce(g.mails_ended_at, $2)';
    return this.change(manager, ended, [token, now]);
  }

  /** @returns the schools of what has changed */
  resume(manager: EntityManager, token: string): Promise<string[]> {
    return this.change(manager, 'update guardians g set mails_ended_at = null', [token]);
  }

  private async change(manager: EntityManager, update: string, parameters: unknown[]): Promise<string[]> {
    const [changed] = await manager.query<[{ school_id: string }[], number]>(
      `${update} ${SAME_ADDRESS} returning g.school_id`,
      parameters,
    );
    return changed.map((row) => row.school_id);
  }
}
