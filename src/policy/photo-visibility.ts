import { isRestrictedStudent } from './guardian-restriction.js';
import type { Viewer } from './privacy-mask.js';

/*
 * Every member of a school sees the photos of students on the roster, but of those from whom they are kept apart, and of active
 * members. These fragments do not check that it is such a student or member: a statement uses them on those alone.
 */

/** True for a row of `students` that has a photo for the viewer. */
export const hasStudentPhoto = (student: string, viewer: Viewer): string =>
  `(exists (select from student_photos photo where photo.school_id = ${student}.school_id and photo.student_id = ${student}.id)
    and not ${isRestrictedStudent(student, viewer)})`;

/** True where the active member has a photo. @param membership SQL of its id */
export const hasMemberPhoto = (school: string, membership: string): string =>
  `exists (select from parent_photos photo where photo.school_id = ${school} and photo.membership_id = ${membership})`;

/** Joins the photos of many students that the viewer sees as `face`, without one its columns are null. */
export const joinStudentPhotos = (school: string, student: string, viewer: Viewer): string =>
  `left join student_photos face on face.school_id = ${school} and face.student_id = ${student}.id and not ${isRestrictedStudent(student, viewer)}`;

/** Joins the photos of many active members as `photo`, without one its columns are null. */
export const joinMemberPhotos = (school: string, membership: string): string =>
  `left join parent_photos photo on photo.school_id = ${school} and photo.membership_id = ${membership}`;
