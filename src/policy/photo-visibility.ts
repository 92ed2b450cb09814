/*
 * Every member of a school sees the photos of students on the roster and of active members. These fragments do not check
 * that: a statement uses them on such a student or member alone.
 */

/** True for a row of `students` that has a photo. */
export const hasStudentPhoto = (student: string): string =>
  `exists (select from student_photos photo where photo.school_id = ${student}.school_id and photo.student_id = ${student}.id)`;

/** True where the active member has a photo. @param membership SQL of its id */
export const hasMemberPhoto = (school: string, membership: string): string =>
  `exists (select from parent_photos photo where photo.school_id = ${school} and photo.membership_id = ${membership})`;

/** Joins the photos of many students as `face`, without one its columns are null. */
export const joinStudentPhotos = (school: string, student: string): string =>
  `left join student_photos face on face.school_id = ${school} and face.student_id = ${student}`;

/** Joins the photos of many active members as `photo`, without one its columns are null. */
export const joinMemberPhotos = (school: string, membership: string): string =>
  `left join parent_photos photo on photo.school_id = ${school} and photo.membership_id = ${membership}`;
