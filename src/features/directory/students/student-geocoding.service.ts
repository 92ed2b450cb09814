import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { type Coordinates, Geocoder, type PostalAddress } from '../../../platform/geocoding/geocoder.js';
import { record } from '../../../platform/journal/recorded-changes.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { UpstreamError } from '../../../platform/upstream/outside-call.js';
import { type Resident, StudentGeocodingRepository } from './student-geocoding.repository.js';

/** An address that the geocoder does not know is not asked for again on every look at the student. */
const MISS_IS_REMEMBERED_MS = 24 * 60 * 60 * 1000;

@Injectable()
export class StudentGeocodingService {
  private readonly logger = new Logger(StudentGeocodingService.name);
  /** By student and address: it may have been changed while the one before is looked for. */
  private readonly inFlight = new Map<string, Promise<Coordinates | null>>();

  constructor(
    private readonly geocoder: Geocoder,
    private readonly students: StudentGeocodingRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Computes and keeps the coordinates of a student's address; two readers at once ask once. Null when they cannot
   * be had now: the reader gets the student without them, never an error.
   */
  async locate(student: Resident, address: PostalAddress): Promise<Coordinates | null> {
    if (!this.geocoder.available) return null;
    const question = JSON.stringify([student.id, address]);
    const known = this.inFlight.get(question);
    if (known) return known;
    const answer = this.ask(student, address).finally(() => this.inFlight.delete(question));
    this.inFlight.set(question, answer);
    return answer;
  }

  private async ask(student: Resident, address: PostalAddress): Promise<Coordinates | null> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - MISS_IS_REMEMBERED_MS);
    const known = await this.students.findCoordinates(student, address, since);
    // A reader who came with an older state, before another one searched, does not search again.
    if (!known || known.missed || known.coordinates) return known?.coordinates ?? null;
    try {
      const found = await this.geocoder.find(address);
      if (found) await this.save(student, address, found, now);
      else await this.students.saveMissed(student, address, now);
      return found;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.logger.warn(`The geocoder failed: ${error.reason}`);
      return null;
    }
  }

  private save(student: Resident, address: PostalAddress, found: Coordinates, now: Date): Promise<void> {
    return this.transactions.run(async (manager) => {
      if (await this.students.saveFound(manager, student, address, found, now))
        record(
          { manager, schoolId: student.schoolId },
          { kind: 'student.changed', id: student.id, ids: { parts: ['contact'] } },
        );
    });
  }
}
