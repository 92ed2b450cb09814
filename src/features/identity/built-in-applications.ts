/** The service's own page `/docs`. */
export const DOCS_CLIENT_ID = '5c400100-0000-4000-8000-000000000001';

/** `school-directory-login`. */
export const LOGIN_CLIENT_ID = '5c400100-0000-4000-8000-000000000002';

/**
 * Applications that every installation has. Each gets its row when it is asked for, so that a database in which nobody has signed in
 * yet is empty; once an operator has revoked it, it stays so.
 */
export const BUILT_IN_APPLICATIONS = [
  // Below SITE_URL, whatever that is.
  { id: DOCS_CLIENT_ID, name: 'API documentation', usesDeviceCode: false, redirectUris: ['/docs'] },
  { id: LOGIN_CLIENT_ID, name: 'School Directory login', usesDeviceCode: true, redirectUris: [] },
];
