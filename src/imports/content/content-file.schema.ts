import { COLOR } from '../../platform/text/color.js';
import { z } from 'zod';
import { MEMBER_ROLES } from '../../platform/auth/caller.js';
import { GUARDIAN_RELATIONS } from '../../features/directory/guardians/guardian-relation.js';
import { PROFILE_VISIBILITIES } from '../../policy/privacy-mask.js';
import { eventSchema, seriesSchema } from './calendar.schema.js';
import { documentSchema, menuSchema, noticeSchema, signupSchema } from './publication.schema.js';
import { organizationSchema } from './organization.schema.js';
import { pollSchema, slipSchema } from './slip.schema.js';
import {
  country,
  email,
  lastName,
  name,
  optionalEmail,
  optionalText,
  RICH_TEXT_LENGTH,
} from './schema-fields.js';

const addressSchema = z
  .object({
    line1: name(),
    line2: optionalText(),
    city: name(),
    region: optionalText(),
    postal_code: optionalText(),
    country: country().nullish().describe("Two letters; the school's country when absent."),
  })
  .describe('Taken as a whole: it replaces the address that is stored.');

const RESTRICTION = {
  restricted: z
    .boolean()
    .optional()
    .describe(
      'Whether a court keeps this person apart from the student: false ends it, absent leaves it as it is.',
    ),
  restricted_until: z.iso
    .date({ error: 'a date is YYYY-MM-DD' })
    .nullish()
    .describe(
      'Its last day at the school, only with restricted: true. Null is no end; absent keeps what is stored.',
    ),
};

const endsWhatItRestricts = {
  check: ({ restricted, restricted_until }: { restricted?: boolean; restricted_until?: string | null }) =>
    restricted === true || restricted_until == null,
  error: {
    error: 'restricted_until goes with restricted: true',
    params: { code: 'not_restricted' },
    path: ['restricted_until'],
  },
};

export const guardianSchema = z
  .object({
    source_id: name().optional().describe('Says who it is for good, whatever the name and the email become.'),
    first_name: name(),
    last_name: lastName(),
    email: optionalEmail(),
    phone: optionalText(),
    relation: z.enum(GUARDIAN_RELATIONS).optional().describe('`guardian` for a new one when absent.'),
    profile_visibility: z.enum(PROFILE_VISIBILITIES).optional(),
    primary: z.boolean().optional().describe('Listed before the other guardians of the student.'),
    ...RESTRICTION,
  })
  .refine(endsWhatItRestricts.check, endsWhatItRestricts.error)
  .describe(
    'Matched by source_id, else by first and last name, within the student; of namesakes by email. Two may share an email.',
  );

export const studentSchema = z
  .object({
    source_id: name(),
    first_name: name().optional().describe('Required for a student who is not there yet.'),
    middle_name: optionalText(),
    last_name: lastName(),
    preferred_name: optionalText().describe(
      'What the student goes by; others than the family and admins get no other first name.',
    ),
    preferred_last_name: optionalText().describe('The same for the last name.'),
    graduation_year: z.int().min(1900).max(2200).nullish(),
    grade: optionalText(),
    email: optionalEmail(),
    phone: optionalText(),
    archived: z.boolean().optional(),
    address: addressSchema.nullish(),
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .nullish()
      .describe('Degrees, WGS 84; only together with longitude.'),
    longitude: z
      .number()
      .min(-180)
      .max(180)
      .nullish()
      .describe('Degrees, WGS 84; only together with latitude.'),
    address_visible: z.boolean().optional(),
    guardians: z.array(guardianSchema).optional().describe('Guardians that are not named stay.'),
  })
  .refine((student) => isNumber(student.latitude) === isNumber(student.longitude), {
    error: 'latitude and longitude go together',
    params: { code: 'incomplete_coordinates' },
    path: ['latitude'],
  })
  .describe('Matched by source_id. What an entry does not name is kept.');

const isNumber = (value: number | null | undefined): boolean => typeof value === 'number';

export const memberSchema = z
  .object({
    email: email(),
    role: z.enum(MEMBER_ROLES),
    first_name: optionalText(),
    last_name: optionalText(),
    phone: optionalText(),
    profile_visibility: z.enum(PROFILE_VISIBILITIES).optional(),
    deactivated: z.boolean().optional(),
    students: z
      .array(
        z
          .object({ source_id: name(), relation: z.enum(GUARDIAN_RELATIONS), ...RESTRICTION })
          .refine(endsWhatItRestricts.check, endsWhatItRestricts.error),
      )
      .optional(),
  })
  .describe('Matched by email; a member at once, without registration.');

export const staffSchema = z
  .object({
    first_name: name(),
    last_name: lastName(),
    title: optionalText(),
    department: optionalText(),
    email: optionalEmail(),
    phone: optionalText(),
    room: optionalText(),
  })
  .describe('Matched by email, else by name. What an entry does not name is kept.');

export const categorySchema = z
  .object({
    name: name(),
    color: z.string().regex(COLOR, { error: 'a color is #RRGGBB' }),
  })
  .describe('Matched by name; the order given is the order kept.');

export const schoolDetailsSchema = z
  .object({
    title: name().optional().describe('Required while the school has no details yet.'),
    description: optionalText(RICH_TEXT_LENGTH).describe(
      'Rich text; of plain text an empty line starts a paragraph.',
    ),
  })
  .describe('The first entry of the Document Library.');

export const contentFileSchema = z.strictObject({
  $schema: z.string().optional(),
  school_details: schoolDetailsSchema.nullish(),
  categories: z.array(categorySchema).nullish(),
  students: z.array(studentSchema).nullish(),
  members: z.array(memberSchema).nullish(),
  staff: z.array(staffSchema).nullish(),
  menus: z.array(menuSchema).nullish(),
  organizations: z.array(organizationSchema).nullish(),
  events: z.array(eventSchema).nullish(),
  series: z.array(seriesSchema).nullish(),
  notices: z.array(noticeSchema).nullish(),
  documents: z.array(documentSchema).nullish(),
  polls: z.array(pollSchema).nullish(),
  signups: z.array(signupSchema).nullish(),
  permission_slips: z.array(slipSchema).nullish(),
});

/** A content file as somebody writes it. */
export type ContentFile = z.input<typeof contentFileSchema>;

export type GuardianEntry = z.output<typeof guardianSchema>;
export type StudentEntry = z.output<typeof studentSchema>;
export type MemberEntry = z.output<typeof memberSchema>;
export type StaffEntry = z.output<typeof staffSchema>;
export type CategoryEntry = z.output<typeof categorySchema>;
export type SchoolDetailsEntry = z.output<typeof schoolDetailsSchema>;

/** The schema that the service publishes at `/docs/content-file.schema.json`; JSON Schema 2020-12. */
export function contentFileJsonSchema(): object {
  return {
    title: 'Content file',
    description: 'What a school is fed with. A content file never removes what it does not name.',
    ...z.toJSONSchema(contentFileSchema, { io: 'input', target: 'draft-2020-12' }),
  };
}
