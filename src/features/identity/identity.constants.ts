export const SIGNING_KEYS = Symbol('SIGNING_KEYS');

/** Not the address of the service, so that tokens outlive a change of address; another installation has other keys. */
export const TOKEN_ISSUER = 'urn:school-directory';
export const TOKEN_AUDIENCE = 'urn:school-directory:api';

/** RFC 9068 §2.1. */
export const TOKEN_TYPE = 'at+jwt';
