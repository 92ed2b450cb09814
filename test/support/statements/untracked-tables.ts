/*
 * Tables of which the history of an import keeps nothing: what an import does to them is not put back. Each has its reason;
 * every other table has the trigger `keep_import_change` (test/architecture/import-history.spec.ts).
 */

const ACCOUNT = 'how a person signs in: no import writes it';
const RECORD = 'a record of what has happened, which stays true';
const DERIVED = 'made from other rows, which are put back';
const QUEUE = 'work that is to be done, and asks again what is true when it is';
const INSTALLATION = 'of the installation: no import writes it';

export const UNTRACKED: Record<string, string> = {
  answer_links: ACCOUNT,
  app_passwords: ACCOUNT,
  applications: INSTALLATION,
  attempt_counts: ACCOUNT,
  audit_entries: RECORD,
  audit_heads: RECORD,
  backups: INSTALLATION,
  bounced_addresses: RECORD,
  changes: RECORD,
  confirmation_rounds: 'opened and closed by an operator: no import writes it',
  confirmations: RECORD,
  // That an import has brought what was proposed stays true, and its author has been told.
  corrections: RECORD,
  client_hosts: INSTALLATION,
  disclosures: RECORD,
  document_openings: RECORD,
  drawn_signatures: ACCOUNT,
  // Whether a text embeds an image is asked again once the texts are put back.
  embedded_images: DERIVED,
  ended_tokens: ACCOUNT,
  // A place that was given back may be somebody else's by now.
  event_rsvps: 'people answer, and no import does; what an archived student had has ended for good',
  idempotency_keys: 'answers to requests: no import writes it',
  import_changes: 'the history itself',
  import_runs: 'the history itself',
  journal_heads: RECORD,
  journal_positions: RECORD,
  known_sources: ACCOUNT,
  mails: QUEUE,
  menu_image_runs: QUEUE,
  migrations: INSTALLATION,
  notice_acknowledgements: RECORD,
  notice_readings: RECORD,
  // Somebody has been told, and may have read it.
  notifications: RECORD,
  oauth_artifacts: ACCOUNT,
  oauth_grants: ACCOUNT,
  // The undo schedules and keeps objects itself.
  object_removals: QUEUE,
  one_time_links: ACCOUNT,
  passkeys: ACCOUNT,
  quiet_hours: ACCOUNT,
  recovery_codes: ACCOUNT,
  refresh_tokens: ACCOUNT,
  revision_notes: DERIVED,
  school_revisions: DERIVED,
  sign_in_codes: ACCOUNT,
  two_step_challenges: ACCOUNT,
  user_credentials: ACCOUNT,
  user_sessions: ACCOUNT,
  webhook_deliveries: QUEUE,
  webhook_moments: RECORD,
  webhooks: 'configured by a senior admin or an operator: no import writes it',
};
