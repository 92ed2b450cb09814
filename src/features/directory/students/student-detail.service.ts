import { Injectable } from '@nestjs/common';
import { UNRELATED } from './student-detail.repository.js';
import type { Member } from '../../../platform/auth/caller.js';
import { asArray } from '../../../policy/guardian-restriction.js';
import { NotFoundError } from '../../../platform/errors/app-error.js';
import { withCoordinates } from './student-detail.dto.js';
import { SnapshotsService } from '../../../platform/cache/snapshots.service.js';
import {
  type OwnOfStudent,
  type SharedDetail,
  sharedDetailIn,
  STUDENT,
  studentText,
  StudentText,
} from './student-detail.snapshots.js';
import { StudentGeocodingService } from './student-geocoding.service.js';

@Injectable()
export class StudentDetailService {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly geocoding: StudentGeocodingService,
  ) {}

  /** @throws NotFoundError when the student is not visible */
  async get(member: Member, studentId: string, own: OwnOfStudent): Promise<StudentText> {
    const shared = await this.find(member, studentId, own);
    if (!shared) throw new NotFoundError();
    const text = studentText(shared, own);
    // A hidden address is null here: for a caller who may not see it nothing is computed, and nothing takes longer.
    const { address, latitude, longitude } = shared;
    if (!address || latitude !== null || longitude !== null) return text;
    const coordinates = await this.geocoding.locate(
      { schoolId: member.schoolId, id: studentId },
      { ...address, postalCode: address.postal_code },
    );
    return coordinates ? new StudentText(withCoordinates(text.student, coordinates)) : text;
  }

  /** All to whom the student is not their own see the same, but admins and those who are kept apart from somebody. */
  private async find(
    member: Member,
    studentId: string,
    { revision, is_own }: OwnOfStudent,
  ): Promise<SharedDetail | null> {
    const viewer =
      is_own || member.restrictedStudentIds.length > 0 ? member.membershipId : UNRELATED.membershipId;
    const kind = {
      ...STUDENT,
      parameters: [studentId, viewer, member.isAdmin, asArray(member.restrictedStudentIds)],
    };
    return sharedDetailIn(await this.snapshots.read(kind, member, { revision }));
  }
}
