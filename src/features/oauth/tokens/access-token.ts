/** The issuer is not the address of the service, so that tokens outlive a change of address; another installation has other keys. */
export const TOKEN_ISSUER = 'urn:school-directory';
export const TOKEN_AUDIENCE = 'urn:school-directory:api';

/** The `typ` header of an access token (RFC 9068 §2.1). */
export const TOKEN_TYPE = 'at+jwt';
