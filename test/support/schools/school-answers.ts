import { createHash } from 'node:crypto';
import { AccessLogRecorder } from '../../../src/features/access-log/access-log-recorder.service.js';
import { CALLS } from '../../architecture/privacy-canary/privacy-canary.table.js';
import { operationsOf } from '../../architecture/operations.js';
import { WITHOUT_TOKENS } from '../../proofs/authorization/without-tokens.table.js';
import type { TestApp } from '../test-app.js';
import { claimsOf } from '../tokens.js';

/** Someone who asks, by a token of the installation that is asked. */
export interface Asking {
  userId: string;
  membershipId: string;
  email: string;
  token: string;
  /** They belong to other schools: what is told across schools is not the school's. */
  isElsewhere: boolean;
}

export interface Answer {
  /** As the operation is named; of an address that another answer has, `signed address`. */
  operation: string;
  status: number;
  type: string | null;
  /** What is no text as its checksum. */
  body: string;
}

/** By what was asked. */
export type Answers = Record<string, Answer>;

/** Of the installation, and not of a school in it; or only by an address that another answer has. */
const OF_NO_SCHOOL = [
  'GET /',
  'GET /healthz',
  'GET /readyz',
  // Its answers are those of the operations.
  'GET /mcp',
  // Its token stays where it is: the next mail has another one.
  'GET /api/mail/guardian/:token',
  'GET /.well-known/jwks.json',
  'GET /storage/*key',
];

const first = (columns: string, from: string, order = 'id'): string =>
  `select ${columns} from ${from} order by ${order} limit 2`;
const ofSchool = (table: string, name: string): string =>
  first(`id as "${name}"`, `${table} where school_id = $1`);

/**
 * SQL: what stands for the parameters of a path or a query, by their names, or for all of one operation. $1 is the school, $2
 * the membership of who asks.
 */
const TARGETS: Record<string, string> = {
  studentId: first(
    'id as "studentId"',
    'students where school_id = $1',
    `id in (select student_id from guardians where school_id = $1 and membership_id = $2) desc,
     id in (select student_id from student_photos where school_id = $1) desc, id`,
  ),
  ownStudentId: first(
    'student_id as "ownStudentId"',
    'guardians where school_id = $1 and membership_id = $2',
    'student_id',
  ),
  parentId: first(
    'id as "parentId"',
    'memberships where school_id = $1',
    'id in (select membership_id from parent_photos where school_id = $1) desc, id',
  ),
  listId: first('id as "listId"', 'lists where school_id = $1', 'owner_membership_id = $2 desc, id'),
  organizationId: first(
    'id as "organizationId"',
    'organizations o where school_id = $1',
    `id in (select organization_id from organization_photos where school_id = $1) desc,
     id in (select organization_id from organization_grants where school_id = $1 and membership_id = $2) desc, id`,
  ),
  'organizationId,photoId': first(
    'organization_id as "organizationId", id as "photoId"',
    'organization_photos where school_id = $1',
  ),
  documentId: ofSchool('documents', 'documentId'),
  'documentId,attachmentId': first(
    'document_id as "documentId", id as "attachmentId"',
    'attachments where school_id = $1 and document_id is not null',
  ),
  noticeId: first('id as "noticeId"', 'notices where school_id = $1', 'acknowledge_version is null, id'),
  'slipId,attachmentId': first(
    'permission_slip_id as "slipId", id as "attachmentId"',
    'attachments where school_id = $1 and permission_slip_id is not null',
    'id',
  ),
  'noticeId,attachmentId': first(
    'notice_id as "noticeId", id as "attachmentId"',
    'attachments where school_id = $1 and notice_id is not null',
  ),
  pollId: ofSchool('polls', 'pollId'),
  signupId: ofSchool('signups', 'signupId'),
  slipId: ofSchool('permission_slips', 'slipId'),
  'slipId,studentId': first(
    'slip_id as "slipId", student_id as "studentId"',
    'permission_slip_response_students where school_id = $1',
    'slip_id, student_id',
  ),
  'slipId,responseId': first(
    'slip_id as "slipId", chain_id as "responseId"',
    'permission_slip_responses where school_id = $1',
    'signed_by_membership_id = $2 desc nulls last, chain_id, revision',
  ),
  eventId: first(
    'id as "eventId"',
    'events where school_id = $1',
    'series_id nulls first, rsvp_by is null, id',
  ),
  seriesId: ofSchool('event_series', 'seriesId'),
  imageId: ofSchool('embedded_images', 'imageId'),
  webhookId: ofSchool('webhooks', 'webhookId'),
  notificationId: first(
    'id as "notificationId"',
    'notifications where school_id = $1',
    'membership_id = $2 desc, id',
  ),
  name: first('image_name as name', 'menu_entries where school_id = $1 and image_name is not null'),
  path: `select $1 || '/students/' || id as path from students where school_id = $1::uuid order by id limit 1`,
  email: `select email, 'Park' as phone, 'Main' as street, 'Lane' as "legalName" from users where id = (select user_id from memberships where school_id = $1 and id = $2)`,
  'GET /api/calendar/subscribe/:token/feed.ics': first(
    'token',
    'calendar_subscriptions where school_id = $1',
    'membership_id = $2 desc, id',
  ),
  'GET /api/menus/subscribe/:token/feed.ics': first(
    'token',
    'menu_subscriptions where school_id = $1',
    'membership_id = $2 desc, id',
  ),
  'GET /api/mail/unsubscribe/:token': first('token', 'mail_choices where school_id = $1', 'membership_id'),
};
for (const word of ['phone', 'street', 'legalName']) TARGETS[word] = TARGETS.email!;

const parametersOf = (text: string): string[] => [...text.matchAll(/[:*](\w+)/g)].map(([, name]) => name!);

/** Every GET there is that may tell something of a school. */
export const readsOf = (t: TestApp): string[] =>
  operationsOf(t.app).filter(
    (name) => name.startsWith('GET ') && ![...OF_NO_SCHOOL, ...WITHOUT_TOKENS].includes(name),
  );

/** The reads that have a parameter nothing stands for here. */
export const readsWithoutTargets = (t: TestApp): string[] =>
  readsOf(t).filter((operation) =>
    (CALLS[operation]?.queries ?? ['']).some((query) =>
      targetStatements(operation, `${operation} ${query}`).includes(undefined),
    ),
  );

/** What each of them answers, for what the school has of it. */
export async function answersTo(
  t: TestApp,
  schoolId: string,
  asking: Asking,
  same: (text: string) => string,
): Promise<Answers> {
  const answers: Answers = {};
  const asks = new Asks(t, asking, same, answers);
  for (const operation of readsOf(t)) {
    const template = operation.slice('GET '.length);
    for (const query of CALLS[operation]?.queries ?? ['']) {
      const asked = template + (query && `?${query}`);
      if (asking.isElsewhere && isOfAllSchools(asked)) continue;
      for (const target of await targetsOf(t, { operation, asked, schoolId, asking }))
        await asks.get(
          asked.replace(/[:*](\w+)/g, (_, name: string) => target[name]!),
          operation,
        );
    }
  }
  return answers;
}

/** A confirmation has a school, and the contact that the person has in all of them. */
const isOfAllSchools = (asked: string): boolean =>
  /^\/me(\/|\?|$)/.test(asked) && (asked.startsWith('/me/confirmation') || !asked.includes('chool'));

/** Undefined for a parameter that nothing stands for. */
function targetStatements(operation: string, asked: string): (string | undefined)[] {
  const names = parametersOf(asked).filter((name) => name !== 'schoolId');
  if (names.length === 0) return [];
  const statement = TARGETS[operation] ?? TARGETS[names.join()];
  return statement ? [statement] : names.map((name) => TARGETS[name]);
}

async function targetsOf(
  t: TestApp,
  at: { operation: string; asked: string; schoolId: string; asking: Asking },
): Promise<Record<string, string>[]> {
  const { schoolId } = at;
  const statements = targetStatements(at.operation, at.asked);
  if (statements.length === 0) return [{ schoolId }];
  const found: Record<string, string>[][] = [];
  for (const one of statements) {
    if (!one) throw new Error(`school-answers.ts does not know what stands for all of ${at.asked}`);
    found.push(await t.dataSource.query(one, [schoolId, at.asking.membershipId].slice(0, places(one))));
  }
  const rows = found.reduce((all, more) => all.flatMap((row) => more.map((added) => ({ ...row, ...added }))));
  return rows.map((row) => ({ ...row, schoolId }));
}

const places = (statement: string): number => (statement.includes('$2') ? 2 : 1);

class Asks {
  private readonly seen = new Set<string>();

  constructor(
    private readonly t: TestApp,
    private readonly asking: Asking,
    private readonly same: (text: string) => string,
    private readonly answers: Answers,
  ) {}

  async get(path: string, operation: string): Promise<void> {
    // Reads are recorded once a second: what was shown by now is told at both places.
    if (path.includes('/disclosures')) await this.t.app.get(AccessLogRecorder).flush();
    const below = /^GET \/(api|schools\/\*path)(\/|$)/.test(operation) ? '' : '/api/v1';
    const response = await fetch(this.t.url + below + path, {
      headers: { authorization: `Bearer ${this.asking.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    const isText = /json|text|html|calendar|vcard/.test(response.headers.get('content-type') ?? '');
    this.answers[path] = {
      operation,
      status: response.status,
      type: response.headers.get('content-type'),
      body: isText ? this.same(withoutSignatures(text)) : checksum(bytes),
    };
    if (isText) for (const address of signedAddresses(text)) await this.follow(address);
  }

  /** Signed addresses differ, and lead to the same. */
  private async follow(address: string): Promise<void> {
    const key = address.split('?')[0]!;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const response = await fetch(this.t.url + address.slice(this.t.settings.siteUrl.length));
    const { status, headers } = response;
    const body = checksum(Buffer.from(await response.arrayBuffer()));
    this.answers[key] = { operation: 'signed address', status, type: headers.get('content-type'), body };
  }
}

const SIGNED = /http:\/\/localhost:3000\/storage\/[^"\s<>)\\]+/g;
const signedAddresses = (text: string): string[] =>
  [...text.matchAll(SIGNED)].map(([address]) => address.replaceAll('&amp;', '&'));
const withoutSignatures = (text: string): string => text.replace(SIGNED, (address) => address.split('?')[0]!);
const checksum = (bytes: Buffer): string =>
  `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;

/** The id of the session that a token is of. */
export const sessionOf = (token: string): string => claimsOf(token).sid as string;

/** What differs, each with the place where it begins to. */
export function differences(before: Answers, after: Answers): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    // Of what was done at a place, and a cursor, which is another one each time.
    .filter((path) => !path.endsWith('/audit') && !path.endsWith('/changes'));
  return paths.flatMap((path) => {
    const [one, other] = [JSON.stringify(before[path]), JSON.stringify(after[path])];
    if (one === other) return [];
    const at = [...(one ?? '')].findIndex((letter, index) => letter !== other?.[index]);
    const around = (text = 'nothing'): string => text.slice(Math.max(at - 60, 0), at + 60);
    return [`${path}: ${around(one)} | ${around(other)}`];
  });
}
