import { z } from 'zod';
import type { Tool } from './tool.js';

/** Additive tools, offered with `API_TOOLS=extended` alone (contract section 12). */
export const EXTENDED_TOOLS: Tool[] = [
  {
    name: 'get_poll',
    title: 'A poll',
    description:
      "One poll with its questions and choices, the user's own answers, and the results as far as they are shown " +
      'now; null means that they are not, and they cannot be worked out otherwise.',
    path: '/polls/{pollId}',
  },
  {
    name: 'list_polls',
    title: 'Polls',
    description: 'Polls for this user, open ones first: when they close and whether the user has answered.',
    path: '/schools/{schoolId}/polls',
  },
  {
    name: 'list_signups',
    title: 'Sign-ups',
    description:
      'Sign-ups for this user, such as bringing food or helping out: title, dates and whether they are closed. ' +
      'Items and places are in get_signup.',
    path: '/schools/{schoolId}/signups',
  },
  {
    name: 'get_signup',
    title: 'A sign-up',
    description:
      'One sign-up with its items, what is still free and who has taken what, as far as names are shown.',
    path: '/signups/{signupId}',
  },
  {
    name: 'list_permission_slips',
    title: 'Permission slips',
    description:
      "Permission slips for the user's students: what they are for, until when, and what is answered.",
    path: '/schools/{schoolId}/permission-slips',
  },
  {
    name: 'get_permission_slip',
    title: 'A permission slip',
    description:
      'One permission slip with its statement, questions and the responses that the user may see. It can only be ' +
      'read here: a guardian answers it in the application.',
    path: '/permission-slips/{slipId}',
  },
  {
    name: 'list_organizations',
    title: 'Teams, clubs and classes',
    description:
      'The teams, clubs and classes of a school, with their short names and whether the user belongs to them.',
    path: '/schools/{schoolId}/organizations',
    query: { kind: z.enum(['team', 'club', 'class']).optional().describe('Only those of this kind.') },
  },
  {
    name: 'get_organization',
    title: 'A team, club or class',
    description: 'One team, club or class with its description and who leads it.',
    path: '/organizations/{organizationId}',
  },
  {
    name: 'get_organization_schedule',
    title: 'Schedule of a team, club or class',
    description: 'Practices, games and meetings of one organization that the user may see. Instants are UTC.',
    path: '/organizations/{organizationId}/schedule',
    query: {
      from: z.string().optional().describe('First day at the school, YYYY-MM-DD.'),
      to: z.string().optional().describe('Last day at the school, YYYY-MM-DD.'),
    },
  },
  {
    name: 'get_organization_results',
    title: 'Results of a team or club',
    description: 'How the events of one organization ended, and its record.',
    path: '/organizations/{organizationId}/results',
    query: { season: z.string().optional().describe('Only those of this season, as named in the results.') },
  },
  {
    name: 'list_notifications',
    title: 'My notifications',
    description:
      "The user's own notifications of the last 180 days, newest first. Listing does not mark them as read.",
    path: '/schools/{schoolId}/notifications',
    query: { unreadOnly: z.enum(['true']).optional().describe("The text 'true': only those not read yet.") },
  },
  {
    name: 'get_watch',
    title: 'Today at a glance',
    description:
      'A very short overview of the day ahead at a school: next event, lunch, own commitments and what is unread. ' +
      'Titles are shortened.',
    path: '/schools/{schoolId}/watch',
  },
  {
    name: 'list_categories',
    title: 'Categories',
    description: "The school's categories of documents and notices, with their colors, in its order.",
    path: '/schools/{schoolId}/categories',
  },
];
