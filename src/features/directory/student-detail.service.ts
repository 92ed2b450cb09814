import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { NotFoundError } from '../../errors/app-error.js';
import { withCoordinates, type StudentDetail } from './student-detail.dto.js';
import { SnapshotsService } from '../../snapshots/snapshots.service.js';
import { sharedDetailIn, STUDENT, type OwnOfStudent } from './student-detail.snapshots.js';
import { UNRELATED } from './student-detail.sql.js';
import { StudentGeocodingService } from './student-geocoding.service.js';

@Injectable()
export class StudentDetailService {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly geocoding: StudentGeocodingService,
  ) {}

  /** @throws NotFoundError when the student is not visible */
  async get(member: Member, studentId: string, seen: OwnOfStudent): Promise<StudentDetail> {
    const student = await this.find(member, studentId, seen);
    if (!student) throw new NotFoundError();
    // A hidden address is null here: for a caller who may not see it nothing is computed, and nothing takes longer.
    const { address, latitude, longitude } = student;
    if (!address || latitude !== null || longitude !== null) return student;
    const coordinates = await this.geocoding.locate(studentId, {
      ...address,
      postalCode: address.postal_code,
    });
    return coordinates ? withCoordinates(student, coordinates) : student;
  }

  /** All to whom the student is not their own see the same, admins apart. */
  private async find(
    member: Member,
    studentId: string,
    { revision, is_own, starred, notes }: OwnOfStudent,
  ): Promise<StudentDetail | null> {
    const viewer = is_own ? member.membershipId : UNRELATED.membershipId;
    const kind = { ...STUDENT, parameters: [studentId, viewer, member.isAdmin] };
    const student = sharedDetailIn(await this.snapshots.read(kind, member, { revision }));
    return student ? { ...student, starred, notes } : null;
  }
}
