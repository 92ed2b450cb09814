import { z } from 'zod';
import type { Tool } from './tool.js';

const PHOTO_SIZE = z
  .literal([96, 320])
  .optional()
  .describe('The longer side in pixels, for a small picture; without it the photo as it is.')
  .meta({ type: 'integer' });

/** The tools of the specification, section 4. */
export const TOOLS: Tool[] = [
  {
    name: 'get_me',
    title: 'Who I am',
    description:
      'The signed-in user and their schools: one membership a school, with its id and time zone, the role, and the ' +
      "user's own students. Call it first: every other tool needs an id that begins here.",
    path: '/me',
  },
  {
    name: 'get_my_contact',
    title: 'My contact',
    description: "The user's own first name, last name and phone, as all of their schools have them.",
    path: '/me/contact',
  },
  {
    name: 'list_students',
    title: 'Class roster',
    description:
      'The students of a school with graduation year and the names of their guardians, by last name. Use q to find ' +
      'a child by name. With full the coordinates, the own note and the contacts of guardians come along: much ' +
      'personal data, so ask for it only when many contacts are needed at once; get_student is enough for one ' +
      'family. An email or phone that is null is hidden by its owner or not known.',
    path: '/schools/{schoolId}/students',
    query: {
      q: z.string().optional().describe('Part of a first or last name, or a graduation year of four digits.'),
      graduationYear: z
        .int()
        .min(0)
        .max(9999)
        .optional()
        .describe('Only students who graduate in this year, such as 2031.'),
      full: z
        .enum(['true'])
        .optional()
        .describe(
          "The text 'true': contacts as well, for the whole school; q and graduationYear are ignored.",
        ),
    },
  },
  {
    name: 'get_student',
    title: 'A student and the family',
    description:
      "One student with contact, address, guardians and how to reach them, and the user's own star and note. What " +
      'a family hides is null; do not try to find it out in another way.',
    path: '/students/{studentId}',
  },
  {
    name: 'get_student_note',
    title: 'My note on a student',
    description:
      "The user's own private note on a student; null when there is none. Nobody else can read it: repeat it to " +
      'the user alone.',
    path: '/students/{studentId}/note',
  },
  {
    name: 'list_map_markers',
    title: 'Where families live',
    description:
      'Coordinates of the homes of students whose families show their address, to see who lives close to each ' +
      'other. Homes of children: use them for the question asked and nothing else.',
    path: '/schools/{schoolId}/map-markers',
    query: {
      org: z.string().optional().describe('Only the roster of this organization: its short name.'),
      list: z
        .string()
        .optional()
        .describe('Only the students on this list of the user: its id, as in list_lists.'),
      starred: z
        .string()
        .optional()
        .describe("Only students whom the user has starred: any text, such as 'true'."),
    },
  },
  {
    name: 'list_lists',
    title: 'My lists',
    description: "The user's own lists of students in a school, such as a birthday party, with their sizes.",
    path: '/schools/{schoolId}/lists',
  },
  {
    name: 'get_list',
    title: 'One of my lists',
    description: "A list of the user's own with the students on it and the names of their guardians.",
    path: '/lists/{listId}',
  },
  {
    name: 'get_student_photo_url',
    title: "A student's photo",
    description:
      'An address from which to show the photo of a student. It lasts five minutes and opens the photo for ' +
      'whoever has it: show the photo, do not keep or share the address. not_found: there is no photo.',
    path: '/students/{studentId}/photo/download-url',
    query: { size: PHOTO_SIZE },
  },
  {
    name: 'get_parent_photo_url',
    title: "A parent's photo",
    description:
      'An address from which to show the photo of a parent. It lasts five minutes and opens the photo for ' +
      'whoever has it: show the photo, do not keep or share the address. not_found: there is no photo.',
    path: '/parents/{parentId}/photo/download-url',
    query: { size: PHOTO_SIZE },
  },
  {
    name: 'list_menus',
    title: 'All menus',
    description:
      'The whole menu of a school, of all dates: meals with allergens and diets. For one day or week use ' +
      'get_menus_day or get_menus_week, which are far shorter.',
    path: '/schools/{schoolId}/menus',
  },
  {
    name: 'get_menus_week',
    title: "A week's menu",
    description: 'The meals of seven days from a Sunday on, with allergens and diets.',
    path: '/schools/{schoolId}/menus/week',
    query: { start: z.string().describe('The Sunday on which the week begins, YYYY-MM-DD.') },
  },
  {
    name: 'get_menus_day',
    title: "A day's menu",
    description: 'All meals of one day at a school, with allergens and diets.',
    path: '/schools/{schoolId}/menus/day',
    query: { date: z.string().describe('The day at the school, YYYY-MM-DD.') },
  },
  {
    name: 'list_calendar',
    title: 'School calendar',
    description:
      'The events of a school that the user may see, of all dates: school days, meetings, practices and games, ' +
      'repeating ones one by one. Instants are UTC; each event names the time zone to show it in. Pick the dates ' +
      'in question from the answer.',
    path: '/schools/{schoolId}/calendar',
  },
  {
    name: 'list_staff',
    title: 'Staff directory',
    description:
      'Teachers and other staff with title, department, email, phone and room. Use it for who teaches what.',
    path: '/schools/{schoolId}/staff',
  },
  {
    name: 'list_documents',
    title: 'Document library',
    description:
      'Documents of the school for this user, with descriptions and the names of attached files, School Details ' +
      'first. The files themselves cannot be read here.',
    path: '/schools/{schoolId}/documents',
  },
  {
    name: 'list_notices',
    title: 'Notices',
    description:
      'What the school and its groups announce to this user now, pinned ones first, with text and expiry. Expired ' +
      'ones are not shown. Listing does not mark them as read.',
    path: '/schools/{schoolId}/notices',
  },
  {
    name: 'get_school_features',
    title: 'School and its features',
    description:
      "A school's name, time zone, which features are on, and what is new or open for the user (counts). Use it " +
      'for an overview, or when another tool answers not_found: its feature may be off.',
    path: '/schools/{schoolId}/features',
  },
];
