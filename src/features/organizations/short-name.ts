/** Short names that a content file and an admin may give to an organization. */
export const SHORT_NAME = /^[a-z0-9][a-z0-9-]{0,99}$/;
