import type { Account } from '../../platform/auth/caller.js';
import type { PersonExport } from './person-export.dto.js';

const NOTHING_HELD = {
  memberships: [],
  guardian_records: [],
  staff_records: [],
  notes: [],
  stars: [],
  lists: [],
  photos: [],
  attachments: [],
  sessions: [],
  organizations: [],
  results: [],
  event_rsvps: [],
  departures: [],
  former_memberships: [],
  withdrawals: [],
  calendar_subscriptions: [],
  menu_subscriptions: [],
  app_passwords: [],
  documents: [],
  notices: [],
  readings: [],
  acknowledgements: [],
  poll_responses: [],
  signup_claims: [],
  confirmations: [],
  corrections: [],
  invitations: [],
  visibility_changes: [],
  notifications: [],
  mail_choices: [],
  quiet_hours: [],
  bounces: [],
  permission_slip_responses: [],
  linked_students: [],
  disclosures: [],
};

/** The document of somebody for whom an outside provider vouches, but not for the email: nothing is kept of them here. */
export function nothingHeldOn({ userId, email }: Account): Omit<PersonExport, 'exported_at'> {
  const account = {
    id: userId,
    email,
    email_verified_at: null,
    two_step_enabled: false,
    password_set: false,
    authenticator_set: false,
    recovery_codes_left: 0,
    addresses: [],
    passkeys: [],
    created_at: null,
  };
  const contact = {
    first_name: null,
    last_name: null,
    phone: null,
    profile_visibility: 'full' as const,
    address_visible: true,
    visibility_chosen: false,
    address_chosen: false,
  };
  return { account, contact, ...NOTHING_HELD };
}
