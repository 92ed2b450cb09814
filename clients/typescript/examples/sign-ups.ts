import type { DirectoryClient } from '../src/directory-client.js';

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
