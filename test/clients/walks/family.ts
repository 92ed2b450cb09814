import * as confirmation from '../../../clients/typescript/examples/confirmation.js';
import * as corrections from '../../../clients/typescript/examples/corrections.js';
import * as directory from '../../../clients/typescript/examples/directory.js';
import * as lists from '../../../clients/typescript/examples/lists.js';
import * as notes from '../../../clients/typescript/examples/notes.js';
import * as photos from '../../../clients/typescript/examples/photos.js';
import { aRound, closeRound } from '../../support/confirmation.factory.js';
import type { TestSchool } from '../../support/school.factory.js';
import { aPhoto } from '../../support/files/images.js';
import type { Lincoln } from '../lincoln.js';

const MARIA = 'maria.park@example.org';
const KIM = 'kim.lee@example.org';
const INES = 'ines.dahl@example.org';

export async function directoryAndNotes(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  const studentId = await lincoln.idOf('students', "first_name = 'Leo'");
  await lincoln.run(directory.listStudents, MARIA, { schoolId, q: 'lee' });
  await lincoln.run(directory.getStudent, MARIA, { studentId });
  await lincoln.run(directory.starStudent, MARIA, { studentId });
  await lincoln.run(directory.listMapMarkers, MARIA, { schoolId });
  await lincoln.run(directory.unstarStudent, MARIA, { studentId });
  await lincoln.run(notes.putNote, MARIA, { studentId, body: 'Allergic to nuts.' });
  await lincoln.run(notes.getNote, MARIA, { studentId });
}

export async function listsOfAParent(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  const studentId = await lincoln.idOf('students', "first_name = 'Leo'");
  const membershipId = await lincoln.membershipOf(KIM);
  const listId = await lincoln.run(lists.createList, MARIA, { schoolId });
  await lincoln.run(lists.addListStudent, MARIA, { listId, studentId });
  await lincoln.run(lists.listListCandidates, MARIA, { listId });
  const guardianId = await lincoln.run(lists.addListGuardian, MARIA, { listId, membershipId, studentId });
  await lincoln.run(lists.listListGuardians, MARIA, { listId });
  await lincoln.run(lists.listMessageRecipients, MARIA, { listId });
  await lincoln.run(lists.exportList, MARIA, { listId });
  await lincoln.run(lists.changeList, MARIA, { listId });
  await lincoln.run(lists.listLists, MARIA, { schoolId });
  await lincoln.run(lists.getList, MARIA, { listId });
  await lincoln.run(lists.removeListGuardian, MARIA, { listId, guardianId });
  await lincoln.run(lists.removeListStudent, MARIA, { listId, studentId });
  await lincoln.run(lists.deleteList, MARIA, { listId });
  const { id: appPasswordId } = await lincoln.run(lists.createAppPassword, MARIA, { schoolId });
  await lincoln.run(lists.listAppPasswords, MARIA, { schoolId });
  await lincoln.run(lists.deleteAppPassword, MARIA, { schoolId, appPasswordId });
}

export async function photosOfAFamily(lincoln: Lincoln): Promise<void> {
  const studentId = await lincoln.idOf('students', "first_name = 'Ada'");
  const photo = new Blob([new Uint8Array(await aPhoto('image/jpeg'))]);
  const photoKey = await lincoln.run(photos.createStudentPhotoUploadUrl, MARIA, { studentId, photo });
  await lincoln.run(photos.confirmStudentPhoto, MARIA, { studentId, photoKey });
  await lincoln.run(photos.getStudentPhotoDownloadUrl, MARIA, { studentId });
  await lincoln.run(photos.createPhotoUrls, KIM, { schoolId: lincoln.schoolId, students: [studentId] });
  await lincoln.run(photos.deleteStudentPhoto, MARIA, { studentId });
  const ownKey = await lincoln.run(photos.createMyPhotoUploadUrl, MARIA, { photo });
  await lincoln.run(photos.confirmMyPhoto, MARIA, { photoKey: ownKey });
  const parentId = await lincoln.membershipOf(MARIA);
  await lincoln.run(photos.getParentPhotoDownloadUrl, KIM, { parentId });
  await lincoln.run(photos.deleteMyPhoto, MARIA);
}

export async function whatIsOnFile(lincoln: Lincoln): Promise<void> {
  const { schoolId, t } = lincoln;
  const school = { id: schoolId } as TestSchool;
  await aRound(t, school, { due: '2026-10-30', message: 'Please look, and tell us what is wrong.' });
  const { roundId } = await lincoln.run(confirmation.getMyConfirmation, MARIA, { schoolId });
  await lincoln.run(confirmation.confirmMyRecords, MARIA, { roundId: roundId ?? '' });
  await lincoln.run(confirmation.getSchoolConfirmation, INES, { schoolId });
  await lincoln.run(confirmation.exportSchoolConfirmation, INES, { schoolId });
  await lincoln.run(confirmation.sendConfirmationReminders, INES, { schoolId });
  await closeRound(t, school);
  const studentId = await lincoln.idOf('students', "first_name = 'Ada'");
  await lincoln.run(corrections.proposeCorrection, MARIA, { studentId });
  await lincoln.run(corrections.listMyCorrections, MARIA);
  const [correctionId = ''] = await lincoln.run(corrections.listSchoolCorrections, INES, { schoolId });
  await lincoln.run(corrections.exportSchoolCorrections, INES, { schoolId });
  await lincoln.run(corrections.settleCorrection, INES, { correctionId });
}
