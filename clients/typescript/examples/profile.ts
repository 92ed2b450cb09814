import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

/** Fills the profile form. */
export async function getMyContact(api: DirectoryClient) {
  const { data } = await api.GET('/me/contact');
  return `${data.first_name} ${data.last_name}`;
}

/** Changes the telephone number at every school, unless somebody changed the contact meanwhile. */
export async function updateMyContact(api: DirectoryClient, { phone }: { phone: string }) {
  const read = await api.GET('/me/contact');
  const { first_name, last_name } = read.data;
  const { data } = await api.PATCH('/me/contact', {
    params: { header: ifMatch(read.response) },
    body: { first_name: first_name ?? '', last_name: last_name ?? '', phone },
  });
  return data.phone;
}

/** Hides email and telephone number from other parents, at every school. */
export async function setMyProfileVisibility(api: DirectoryClient) {
  await api.PATCH('/me/profile-visibility', { body: { profile_visibility: 'name_only' } });
}

/** Hides the home of the caller's students from other families. */
export async function setMyAddressVisibility(api: DirectoryClient) {
  await api.PATCH('/me/address-visibility', { body: { address_visible: false } });
}

/** Which mail the caller gets, school by school. */
export async function getMyMail(api: DirectoryClient) {
  const { data } = await api.GET('/me/mail');
  return data.schools.map(({ kinds, paused }) => (paused ? 'none' : kinds.notices));
}

/** Has documents come once a day, and nothing by night. */
export async function changeMyMail(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.PATCH('/me/mail', {
    body: {
      schools: [{ school_id: schoolId, kinds: { documents: 'daily' } }],
      quiet: { from: '21:00', to: '07:00' },
    },
  });
  return data.quiet;
}

/** Leaves one school, at once and for good. */
export async function leaveSchool(api: DirectoryClient, { membershipId }: { membershipId: string }) {
  await api.POST('/me/leave-school/{membershipId}', { params: { path: { membershipId } } });
}
