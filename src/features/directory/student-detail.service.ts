import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { NotFoundError } from '../../errors/app-error.js';
import { withCoordinates, type StudentDetail } from './student-detail.dto.js';
import { StudentDetailRepository } from './student-detail.repository.js';
import { StudentGeocodingService } from './student-geocoding.service.js';

@Injectable()
export class StudentDetailService {
  constructor(
    private readonly students: StudentDetailRepository,
    private readonly geocoding: StudentGeocodingService,
  ) {}

  /** @throws NotFoundError when the student is not visible */
  async get(member: Member, studentId: string): Promise<StudentDetail> {
    const student = await this.students.find(member, studentId);
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
}
