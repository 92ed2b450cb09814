import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Student } from './student.entity.js';
import type { Coordinates, PostalAddress } from '../../../platform/geocoding/geocoder.js';

const SAME_ADDRESS = `address_line1 = $3 and address_city = $4
  and address_region is not distinct from $5 and address_postal_code is not distinct from $6`;
/**
 * Skips a student whose row is locked: a lock may last, the reader does not wait, and the coordinates are found again later.
 */
const WHO_IS_FREE = `school_id = $1
  and id = (select id from students where school_id = $1 and id = $2 for no key update skip locked)`;

/** The student whose address is geocoded. */
export type Resident = Pick<Student, 'schoolId' | 'id'>;

const parametersOf = (student: Resident, address: PostalAddress): unknown[] => [
  student.schoolId,
  student.id,
  address.line1,
  address.city,
  address.region,
  address.postalCode,
];

interface KnownCoordinates {
  coordinates: Coordinates | null;
  /** The geocoder knew of no match. */
  missed: boolean;
}

@Injectable()
export class StudentGeocodingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Coordinates of this address, as far as they are known.
   * @param since an older failure does not count any more
   * @returns null: it is not the student's address any more
   */
  async findCoordinates(
    student: Resident,
    address: PostalAddress,
    since: Date,
  ): Promise<KnownCoordinates | null> {
    const [row] = await this.dataSource.query<(Partial<Coordinates> & { missed: boolean })[]>(
      `select latitude, longitude, coalesce(geocode_missed_at > $7, false) as missed
       from students where school_id = $1 and id = $2 and ${SAME_ADDRESS}`,
      [...parametersOf(student, address), since],
    );
    if (!row) return null;
    const { latitude, longitude, missed } = row;
    const isFound = typeof latitude === 'number' && typeof longitude === 'number';
    return { coordinates: isFound ? { latitude, longitude } : null, missed };
  }

  /**
   * Only while the address is the one that was asked for: it may have changed meanwhile.
   * @returns whether they were saved
   */
  async saveFound(
    manager: EntityManager,
    student: Resident,
    address: PostalAddress,
    found: Coordinates,
    now: Date,
  ): Promise<boolean> {
    const [, saved] = await manager.query<[unknown, number]>(
      `update students set latitude = $7, longitude = $8, geocode_missed_at = null, updated_at = $9
       where ${WHO_IS_FREE} and latitude is null and longitude is null and ${SAME_ADDRESS}`,
      [...parametersOf(student, address), found.latitude, found.longitude, now],
    );
    return saved > 0;
  }

  async saveMissed(student: Resident, address: PostalAddress, now: Date): Promise<void> {
    await this.dataSource.query(
      `update students set geocode_missed_at = $7 where ${WHO_IS_FREE} and ${SAME_ADDRESS}`,
      [...parametersOf(student, address), now],
    );
  }
}
