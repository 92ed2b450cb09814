import { z } from 'zod';
import { ORGANIZATION_KINDS } from '../../policy/organization-access.js';
import { SHORT_NAME } from '../../features/organizations/short-name.js';
import {
  email,
  moment,
  name,
  NAME_LENGTH,
  optionalText,
  RICH_TEXT_LENGTH,
  tidyText,
} from './schema-fields.js';
import { AUDIENCE_TYPES } from '../../policy/audience.js';

const optionalWebsite = () =>
  tidyText(NAME_LENGTH)
    .regex(/^(https?:\/\/\S+)?$/, { error: 'a website begins with https:// or http://' })
    .meta({ maxLength: NAME_LENGTH })
    .transform((value) => value || null)
    .nullish();

const leaderSchema = z
  .object({
    email: email().optional().describe('Of somebody in the staff directory, else of a member.'),
    source_id: name().optional().describe('Of a student.'),
    title: name(),
  })
  .refine((leader) => (leader.email === undefined) !== (leader.source_id === undefined), {
    error: 'a leader has either an email or a source_id',
    params: { code: 'not_one_person' },
  })
  .describe('Matched by person. New ones are put last.');

const editorSchema = z
  .object({
    email: email(),
    starts_at: moment().describe('Now, for a new editor, when absent.'),
    expires_at: moment().describe('Null: until revoked.'),
    revoked: z.boolean().optional(),
  })
  .describe('A member who may edit the organization, matched by email. What an entry does not name is kept.');

export const organizationSchema = z
  .object({
    short_name: z.string().regex(SHORT_NAME, {
      error: 'a short name is lower-case letters, digits and hyphens',
    }),
    kind: z
      .enum(ORGANIZATION_KINDS)
      .optional()
      .describe('Required for an organization that is not there yet.'),
    name: name().optional().describe('Required for an organization that is not there yet.'),
    category: optionalText(),
    season: optionalText(),
    description: optionalText(RICH_TEXT_LENGTH).describe('HTML; what rich text may not hold is dropped.'),
    website: optionalWebsite(),
    meeting_info: optionalText(5_000),
    archived: z.boolean().optional(),
    students: z.array(name()).optional().describe('By source_id.'),
    parents: z.array(email()).optional().describe('Members, by email.'),
    leaders: z.array(leaderSchema).optional(),
    editors: z.array(editorSchema).optional(),
  })
  .describe('Matched by short_name. What an entry does not name is kept, people included.');

export type OrganizationEntry = z.output<typeof organizationSchema>;
export type OrganizationInput = z.input<typeof organizationSchema>;

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
