import { z } from 'zod';
import { AUDIENCE_TYPES } from '../../access/audience.js';
import { name } from './schema-fields.js';

/** Contract section 14, rule 1. */
export const audienceSchema = z
  .object({
    type: z.enum(AUDIENCE_TYPES),
    graduation_years: z.array(z.int().min(1900).max(2199)).max(50).optional(),
    organizations: z.array(name()).max(100).optional().describe('By short_name.'),
  })
  .refine(({ type, graduation_years: years }) => type !== 'graduation_years' || hasSome(years), {
    error: 'an audience of this type names graduation_years',
    params: { code: 'missing_field' },
    path: ['graduation_years'],
  })
  .refine(({ type, organizations }) => type !== 'organizations' || hasSome(organizations), {
    error: 'an audience of this type names organizations',
    params: { code: 'missing_field' },
    path: ['organizations'],
  })
  .describe('Without one, what has an organization is addressed to it, and anything else to the school.');

const hasSome = (list: unknown[] | undefined): boolean => list !== undefined && list.length > 0;
