/** Changes of an account that its owner is mailed about, as a notice or for a proof. */
export type AccountChange = 'new_device' | 'password_changed' | 'second_step_changed' | 'address_changed';

export const ACCOUNT_MAIL_KINDS = [
  'guessing',
  'operator_session',
  'invitation',
  'new_device',
  'password_changed',
  'second_step_changed',
  'address_changed',
  'password_link',
  'address_link',
  'sign_in_code',
  'answer_links_ended',
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

/** Their links and codes are good for minutes, and somebody has typed where they go. */
export const TYPED_MAIL_KINDS = [
  'password_link',
  'address_link',
  'sign_in_code',
] as const satisfies AccountMailKind[];

/** The subject of a mail about guesses, where they were of the second step. */
export const OF_CODES = 'code';
