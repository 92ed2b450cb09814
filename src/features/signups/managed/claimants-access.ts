import { hasContact, type LoggedAccess } from '../../access-log/access-log-subject.js';
import type { ManagedSignup } from './managed-signup.dto.js';

/** Whose contact a sign-up shows its manager. */
export const accessToClaimants = ({ claims }: ManagedSignup): LoggedAccess => ({
  contacts: (claims ?? []).filter(hasContact).map(({ membership_id }) => membership_id),
});
