import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Coordinates, PostalAddress } from '../../geocoding/geocoder.js';

const SAME_ADDRESS = `address_line1 = $2 and address_city = $3
  and address_region is not distinct from $4 and address_postal_code is not distinct from $5`;
/** Whoever holds the student may do so for long: what was found is then found again, and the reader does not wait. */
const WHO_IS_FREE = '(select id from students where id = $1 for no key update skip locked)';
const addressParameters = (address: PostalAddress): unknown[] => [
  address.line1,
  address.city,
  address.region,
  address.postalCode,
];

interface KnownPlace {
  coordinates: Coordinates | null;
  /** The geocoder knew of no match. */
  missed: boolean;
}

@Injectable()
export class StudentGeocodingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * What has been found out of this address by now.
   * @param since when not to have been found begins to count
   * @returns null: it is the student's address no more
   */
  async known(studentId: string, address: PostalAddress, since: Date): Promise<KnownPlace | null> {
    const [row] = await this.dataSource.query<(Partial<Coordinates> & { missed: boolean })[]>(
      `select latitude, longitude, coalesce(geocode_missed_at > $6, false) as missed
       from students where id = $1 and ${SAME_ADDRESS}`,
      [studentId, ...addressParameters(address), since],
    );
    if (!row) return null;
    const { latitude, longitude, missed } = row;
    const isFound = typeof latitude === 'number' && typeof longitude === 'number';
    return { coordinates: isFound ? { latitude, longitude } : null, missed };
  }

  /** Only while the address is the one that was asked for: it may have changed meanwhile. */
  async saveFound(studentId: string, address: PostalAddress, found: Coordinates, now: Date): Promise<void> {
    await this.dataSource.query(
      `update students set latitude = $6, longitude = $7, geocode_missed_at = null, updated_at = $8
       where id = ${WHO_IS_FREE} and latitude is null and longitude is null and ${SAME_ADDRESS}`,
      [studentId, ...addressParameters(address), found.latitude, found.longitude, now],
    );
  }

  async saveMissed(studentId: string, address: PostalAddress, now: Date): Promise<void> {
    await this.dataSource.query(
      `update students set geocode_missed_at = $6 where id = ${WHO_IS_FREE} and ${SAME_ADDRESS}`,
      [studentId, ...addressParameters(address), now],
    );
  }
}
