import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Coordinates, PostalAddress } from '../../geocoding/geocoder.js';

const SAME_ADDRESS = `address_line1 = $2 and address_city = $3
  and address_region is not distinct from $4 and address_postal_code is not distinct from $5`;
const addressParameters = (address: PostalAddress): unknown[] => [
  address.line1,
  address.city,
  address.region,
  address.postalCode,
];

@Injectable()
export class StudentGeocodingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether the geocoder had no match for the present address since that moment. */
  async missedSince(studentId: string, since: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from students where id = $1 and geocode_missed_at > $2`,
      [studentId, since],
    );
    return rows.length > 0;
  }

  /** Only while the address is the one that was asked for: it may have changed meanwhile. */
  async saveFound(studentId: string, address: PostalAddress, found: Coordinates, now: Date): Promise<void> {
    await this.dataSource.query(
      `update students set latitude = $6, longitude = $7, geocode_missed_at = null, updated_at = $8
       where id = $1 and latitude is null and longitude is null and ${SAME_ADDRESS}`,
      [studentId, ...addressParameters(address), found.latitude, found.longitude, now],
    );
  }

  async saveMissed(studentId: string, address: PostalAddress, now: Date): Promise<void> {
    await this.dataSource.query(
      `update students set geocode_missed_at = $6 where id = $1 and ${SAME_ADDRESS}`,
      [studentId, ...addressParameters(address), now],
    );
  }
}
