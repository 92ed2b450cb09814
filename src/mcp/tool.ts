import { z } from 'zod';

type ArgumentShape = Record<string, z.ZodType<string | number | undefined>>;

/** A read operation of the API, as an assistant is shown it. */
export interface Tool {
  name: string;
  title: string;
  /** For the assistant: what it returns and when to use it. */
  description: string;
  /** Path of the operation, below {base_url}; its placeholders are arguments. */
  path: string;
  /** Query parameters of the operation, by name. */
  query?: ArgumentShape;
}

export type Arguments = Record<string, string | number | undefined>;

/** A segment that a URL parser would swallow is refused: nothing else can change the path once it is encoded. */
const id = z
  .string()
  .min(1)
  .refine((text) => text !== '.' && text !== '..' && text.isWellFormed(), { error: 'Not an id' });

const IDS: ArgumentShape = {
  schoolId: id.describe('Id (UUID) of the school: memberships[].school_id in the answer of get_me.'),
  studentId: id.describe('Id (UUID) of the student, as in list_students or get_me.'),
  parentId: id.describe(
    "Id (UUID) of the parent's membership: membership_id of a guardian, as in get_student.",
  ),
  listId: id.describe('Id (UUID) of a list of the user, as in list_lists.'),
  pollId: id.describe('Id (UUID) of the poll, as in list_polls.'),
  signupId: id.describe('Id (UUID) of the sign-up, as in list_signups.'),
  slipId: id.describe('Id (UUID) of the permission slip, as in list_permission_slips.'),
  organizationId: id.describe('Id (UUID) of the team, club or class, as in list_organizations.'),
};

/** The arguments that a tool takes: those of the path must be given, and no others than its own may. */
export function inputOf({ path, query }: Tool): z.ZodType<Arguments> {
  const ids = placeholdersOf(path).map((name) => [name, IDS[name]!]);
  return z.strictObject({ ...(Object.fromEntries(ids) as ArgumentShape), ...query });
}

/** Path and query of the one request that a call becomes. */
export function targetOf({ path, query }: Tool, given: Arguments): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name]!));
  const parameters = new URLSearchParams();
  for (const name of Object.keys(query ?? {})) {
    if (given[name] !== undefined) parameters.set(name, String(given[name]));
  }
  return parameters.size > 0 ? `${filled}?${parameters.toString()}` : filled;
}

const placeholdersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
