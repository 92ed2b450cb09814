import { references } from './references.js';

/** Lists of a person over all of their schools, or of the one that the query names. */
export const OWN_LIST_REFERENCES = references(`
                                           | of                     | own  | other | foreign | invented
  GET /me/claims
    query.schoolId                         | school                 | ok   | -    | 403  | 403
  GET /me/corrections
    query.schoolId                         | school                 | ok   | -    | 403  | 403
  GET /me/disclosures
    query.schoolId                         | school                 | ok   | -    | 403  | 403
`);
