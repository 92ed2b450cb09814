import { aPdf } from '../../support/files/attachment-files.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { field, filePart, FORM_TYPE, wire } from '../../support/upload.factory.js';
import type { LoadRequest } from '../../support/http/open-loop.js';
import type { TestApp } from '../../support/test-app.js';

/** No divisor of a hundred: each of them makes lists in turn, of which a person has 200 at most. */
const FAMILIES = 61;
const FILE_BYTES = 40_000;
/** Milliseconds that an upload takes by its client, so that there always is one under way. */
const UPLOAD_MS = 600;

interface Kind {
  /** Of a hundred requests. */
  share: number;
  /** The path as the OpenAPI document names it; an older version may not have it. */
  operation: string;
  request: (number: number) => LoadRequest;
}

/** What families and an office ask for on a day at one small school: reads and writes, quick and slow. */
export class SchoolDay {
  /** Names of the lists whose making was acknowledged. */
  readonly lists = new Set<string>();
  uploads = 0;
  private families: { parent: TestMember; studentId: string }[] = [];
  private office!: TestMember;
  private slipId = '';
  private feedPath = '';

  private constructor(private readonly school: TestSchool) {}

  static async of(t: TestApp): Promise<SchoolDay> {
    const school = await aSchool(t);
    const day = new SchoolDay(school);
    day.office = await school.admin();
    for (let number = 0; number < FAMILIES; number++) {
      const student = await school.student({ firstName: `Ada ${number}` });
      day.families.push({ parent: await school.parentOf(student), studentId: student.id });
    }
    day.slipId = (await aPermissionSlip(t, school)).id;
    const path = `/schools/${school.id}/calendar/subscriptions`;
    const { body } = await t.api.post(path, { token: day.office.token, body: {} });
    day.feedPath = new URL(body.subscription.feed_url as string).pathname;
    return day;
  }

  /** @param isKnown whether the service that is asked has the operation */
  plan(isKnown = (_operation: string): boolean => true): (number: number) => LoadRequest {
    const turns = this.kinds()
      .filter(({ operation }) => isKnown(operation))
      .flatMap(({ share, request }) =>
        Array.from({ length: share }, (_, at) => ({ request, at: at / share })),
      )
      .sort((one, other) => one.at - other.at);
    return (number) => turns[number % turns.length]!.request(number);
  }

  /** Whether every list and upload that was acknowledged is there, and nothing was made twice. */
  async isNotificationRetained({ dataSource }: TestApp): Promise<boolean> {
    const rows = await dataSource.query<{ name: string }[]>('select name from lists');
    const [{ files }] = await dataSource.query<[{ files: number }]>(
      'select count(*)::int as files from attachments where school_id = $1',
      [this.school.id],
    );
    const isEach = rows.every(({ name }) => this.lists.has(name));
    return isEach && rows.length === this.lists.size && files === this.uploads;
  }

  private kinds(): Kind[] {
    const base = '/schools/{schoolId}';
    return [
      { share: 12, operation: '/me', request: (n) => this.read('/me', n) },
      { share: 10, operation: '/me/outstanding', request: (n) => this.read('/me/outstanding', n) },
      { share: 22, operation: `${base}/students`, request: (n) => this.read(`${this.path}/students`, n) },
      { share: 18, operation: `${base}/calendar`, request: (n) => this.read(this.calendar, n) },
      { share: 20, operation: `${base}/lists`, request: (n) => this.makeList(n) },
      { share: 12, operation: '/students/{studentId}/note', request: (n) => this.writeNote(n) },
      { share: 3, operation: `${base}/calendar/subscriptions`, request: () => this.feed() },
      { share: 2, operation: `${base}/attachments`, request: () => this.upload() },
      {
        share: 1,
        operation: '/permission-slips/{slipId}/pdf',
        request: (n) => this.read(`/permission-slips/${this.slipId}/pdf`, n),
      },
    ];
  }

  private get path(): string {
    return `/schools/${this.school.id}`;
  }

  private get calendar(): string {
    const [start, end] = [-7, 28].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    return `${this.path}/calendar?start=${start}&end=${end}`;
  }

  private family(number: number) {
    return this.families[number % this.families.length]!;
  }

  private read(path: string, number: number): LoadRequest {
    return { path: `/api/v1${path}`, headers: authorized(this.family(number).parent), expected: 200 };
  }

  private makeList(number: number): LoadRequest {
    const name = `List ${number} ${Math.random()}`;
    return {
      ...this.write('POST', `${this.path}/lists`, number, { name }),
      expected: 201,
      acknowledged: () => this.lists.add(name),
    };
  }

  private writeNote(number: number): LoadRequest {
    const path = `/students/${this.family(number).studentId}/note`;
    return this.write('PUT', path, number, { body: `Note ${number}` });
  }

  private write(method: string, path: string, number: number, body: object): LoadRequest {
    return {
      ...this.read(path, number),
      method,
      headers: { ...authorized(this.family(number).parent), 'Content-Type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    };
  }

  private feed(): LoadRequest {
    return { path: this.feedPath, expected: 200 };
  }

  private upload(): LoadRequest {
    return {
      method: 'POST',
      path: `/api/v1${this.path}/attachments`,
      headers: { ...authorized(this.office), 'Content-Type': FORM_TYPE },
      body: wire([field('entity_type', 'document'), filePart(aPdf('Field trip', FILE_BYTES))]),
      sentOverMs: UPLOAD_MS,
      expected: 201,
      acknowledged: () => (this.uploads += 1),
    };
  }
}

const authorized = ({ token }: TestMember): Record<string, string> => ({ Authorization: `Bearer ${token}` });
