import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

interface School {
  schoolId: string;
}

interface List {
  listId: string;
}

/** The caller's own lists. */
export async function listLists(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/lists', { params: { path: { schoolId } } });
  return data.lists.map(({ name, student_count }) => `${name} (${student_count})`);
}

/** Makes a list that only the caller sees. */
export async function createList(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/lists', {
    params: { path: { schoolId } },
    body: { name: 'Birthday party', description: 'Saturday at three' },
  });
  return data.id;
}

/** A list with its students. */
export async function getList(api: DirectoryClient, { listId }: List) {
  const { data } = await api.GET('/lists/{listId}', { params: { path: { listId } } });
  return data.students.map(({ name }) => name);
}

/** Renames a list, unless it was changed since it was read. */
export async function changeList(api: DirectoryClient, { listId }: List) {
  const path = { listId };
  const read = await api.GET('/lists/{listId}', { params: { path } });
  const { data } = await api.PATCH('/lists/{listId}', {
    params: { path, header: ifMatch(read.response) },
    body: { name: 'Ada turns ten' },
  });
  return data.name;
}

/** Deletes a list. */
export async function deleteList(api: DirectoryClient, { listId }: List) {
  await api.DELETE('/lists/{listId}', { params: { path: { listId } } });
}

/** Puts a student on a list; one who is there already stays. */
export async function addListStudent(
  api: DirectoryClient,
  { listId, studentId }: List & { studentId: string },
) {
  await api.POST('/lists/{listId}/students', {
    params: { path: { listId } },
    body: { student_id: studentId },
  });
}

/** Takes a student off a list. */
export async function removeListStudent(
  api: DirectoryClient,
  { listId, studentId }: List & { studentId: string },
) {
  await api.DELETE('/lists/{listId}/students/{studentId}', { params: { path: { listId, studentId } } });
}

/** Every parent of the school, to pick one to add. */
export async function listListCandidates(api: DirectoryClient, { listId }: List) {
  const { data } = await api.GET('/lists/{listId}/candidates', { params: { path: { listId } } });
  return data;
}

/** Puts a parent on a list, with the student whose address the row shows. */
export async function addListGuardian(
  api: DirectoryClient,
  { listId, membershipId, studentId }: List & { membershipId: string; studentId: string },
) {
  const { data } = await api.POST('/lists/{listId}/guardians', {
    params: { path: { listId } },
    body: { guardian_membership_id: membershipId, linked_student_id: studentId },
  });
  return data.id;
}

/** The parents who were put on a list by themselves. */
export async function listListGuardians(api: DirectoryClient, { listId }: List) {
  const { data } = await api.GET('/lists/{listId}/guardians', { params: { path: { listId } } });
  return data.map(({ name, email }) => ({ name, email }));
}

/** Takes a parent off a list. */
export async function removeListGuardian(
  api: DirectoryClient,
  { listId, guardianId }: List & { guardianId: string },
) {
  await api.DELETE('/lists/{listId}/guardians/{guardianId}', { params: { path: { listId, guardianId } } });
}

/** Whom "message everyone" reaches; a number that its owner hides is null, with `phone_hidden`. */
export async function listMessageRecipients(api: DirectoryClient, { listId }: List) {
  const { data } = await api.GET('/lists/{listId}/message-recipients', { params: { path: { listId } } });
  return data.flatMap(({ phone }) => phone ?? []);
}

/** The same people as an address book file. */
export async function exportList(api: DirectoryClient, { listId }: List) {
  const { data } = await api.GET('/lists/{listId}/export.vcf', {
    params: { path: { listId } },
    parseAs: 'text',
  });
  return data;
}

/** The app passwords by which the caller's own phones read their lists and organizations (CardDAV). */
export async function listAppPasswords(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/app-passwords', { params: { path: { schoolId } } });
  return data.app_passwords.map(({ id, name }) => ({ id, name }));
}

/** A password for one phone. It is shown in this answer alone, with the address that the phone asks for. */
export async function createAppPassword(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/app-passwords', {
    params: { path: { schoolId } },
    body: { name: 'Phone' },
  });
  return { id: data.id, server: data.address, password: data.password };
}

/** Withdraws it: the phone that has it reads nothing from then on. */
export async function deleteAppPassword(
  api: DirectoryClient,
  { schoolId, appPasswordId }: School & { appPasswordId: string },
) {
  await api.DELETE('/schools/{schoolId}/app-passwords/{appPasswordId}', {
    params: { path: { schoolId, appPasswordId } },
  });
}
