import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

interface Signup {
  signupId: string;
}
type Claim = Signup & { claimId: string };

/** The sign-ups that are open to the caller, without items and names. */
export async function listSignups(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/signups', { params: { path: { schoolId } } });
  return data.signups.map(({ title, closed }) => ({ title, closed }));
}

/** A sign-up with its items and what is left of them. */
export async function getSignup(api: DirectoryClient, { signupId }: Signup) {
  const { data } = await api.GET('/signups/{signupId}', { params: { path: { signupId } } });
  return data.items.map(({ id, title }) => ({ id, title }));
}

/** Brings two cakes, or waits in line for it. */
export async function createSignupClaim(
  api: DirectoryClient,
  { signupId, itemId }: Signup & { itemId: string },
) {
  const { data } = await api.POST('/signups/{signupId}/claims', {
    params: { path: { signupId } },
    body: { item_id: itemId, quantity: 2, comment: 'One without nuts', accept_waitlist: true },
  });
  return data.id;
}

/** What the caller has promised, over all schools. */
export async function listMyClaims(api: DirectoryClient) {
  const { data } = await api.GET('/me/claims');
  return data.claims.map(
    ({ quantity, item_title, signup_title }) => `${quantity} × ${item_title}, ${signup_title}`,
  );
}

/** Brings one cake instead of two. */
export async function changeSignupClaim(api: DirectoryClient, { signupId, claimId }: Claim) {
  const { data } = await api.PATCH('/signups/{signupId}/claims/{claimId}', {
    params: { path: { signupId, claimId } },
    body: { quantity: 1 },
  });
  return data.status;
}

/** Takes a promise back; whoever waits first moves up. */
export async function withdrawSignupClaim(api: DirectoryClient, { signupId, claimId }: Claim) {
  await api.DELETE('/signups/{signupId}/claims/{claimId}', { params: { path: { signupId, claimId } } });
}

/** The sign-ups that the caller manages and that are not open yet. */
export async function listManagedSignups(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/signups/managed', {
    params: { path: { schoolId }, query: { state: 'draft' } },
  });
  return data.signups.map(({ id, title }) => `${title} (${id})`);
}

/** A draft with a slot each Friday: its audience sees it once it has an `opens_at`. */
export async function createSignup(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.POST('/schools/{schoolId}/signups', {
    params: { path: { schoolId } },
    body: {
      title: 'School garden',
      claim_per: 'person',
      claimant_visibility: 'names',
      items: [
        {
          title: 'Watering',
          capacity: 2,
          slots: { local_start: '2099-09-04T15:30', duration_minutes: 60, rrule: 'FREQ=WEEKLY;COUNT=4' },
        },
      ],
    },
  });
  return data.id;
}

/** Opens a draft, unless somebody has changed it since. */
export async function changeSignup(api: DirectoryClient, { signupId }: Signup) {
  const path = { signupId };
  const signup = await api.GET('/signups/{signupId}/management', { params: { path } });
  const { data } = await api.PATCH('/signups/{signupId}/management', {
    params: { path, header: ifMatch(signup.response) },
    body: { opens_at: '2026-09-01T06:00:00Z' },
  });
  return data.items.map(({ id }) => id);
}

/** Records what somebody has said on the telephone; they are told of it. */
export async function recordSignupClaim(
  api: DirectoryClient,
  { signupId, itemId, membershipId }: Signup & { itemId: string; membershipId: string },
) {
  const { data } = await api.POST('/signups/{signupId}/management/claims', {
    params: { path: { signupId } },
    body: { item_id: itemId, membership_id: membershipId },
  });
  return data.status;
}

/** Who has claimed what. */
export async function getManagedSignup(api: DirectoryClient, { signupId }: Signup) {
  const { data } = await api.GET('/signups/{signupId}/management', { params: { path: { signupId } } });
  return data.claims?.map(({ name, quantity }) => `${name}: ${quantity}`);
}

/** Reminds those who have claimed something: each item once in 24 hours. The day before, the service does it by itself. */
export async function sendSignupReminders(api: DirectoryClient, { signupId }: Signup) {
  const { data } = await api.POST('/signups/{signupId}/reminders', {
    params: { path: { signupId } },
    body: {},
  });
  return data.recipients;
}

/** A table for spreadsheets. */
export async function exportSignupClaims(api: DirectoryClient, { signupId }: Signup) {
  const { data } = await api.GET('/signups/{signupId}/claims.csv', {
    params: { path: { signupId } },
    parseAs: 'text',
  });
  return data;
}

/** Hides a sign-up; within 30 days `deleted: false` brings it back. */
export async function deleteSignup(api: DirectoryClient, { signupId }: Signup) {
  await api.DELETE('/signups/{signupId}/management', { params: { path: { signupId } } });
}
