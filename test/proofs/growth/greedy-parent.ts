import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { OPERATIONS as MATRIX } from '../authorization/matrix.table.js';
import { rightRequests, withIds, type Right } from '../fuzz/right-requests.js';
import type { FuzzWorld } from '../fuzz/world.js';

const CALLER = 'parent of this family';
/** Pixels of a side: a drawing of almost 100 kB, and a photo of some 4 MB. */
const [DRAWING, PHOTO] = [180, 1_150];
/** More than a person can have of former answers. */
const DRAWINGS = 120;
const PHOTO_TYPES = ['jpeg', 'png', 'webp'] as const;
type PhotoType = (typeof PHOTO_TYPES)[number];

/** Noise in a picture of this side, new each time: it does not compress, and no digest knows it. */
const noise = (side: number, type: PhotoType = 'png'): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .toFormat(type, type === 'png' ? {} : { quality: 100 })
    .toBuffer();

/** What one parent can leave behind, asked for as often as the service answers. */
export class GreedyParent {
  readonly statuses = new Map<number, number>();
  private readonly rights: Right[];
  private readonly token: string;
  private pictures: { drawings: Buffer[]; photos: Record<PhotoType, Buffer> } | undefined;
  private drawn = 0;

  constructor(
    private readonly url: string,
    private readonly world: FuzzWorld,
    private readonly slipId: string,
    private readonly signup: { id: string; itemId: string },
  ) {
    this.token = this.world.authorization[CALLER]!;
    this.rights = rightRequests(world).filter(
      ({ caller, isLetIn, operation }) =>
        caller === CALLER && isLetIn && !MATRIX[operation.name]?.spendsItsCaller,
    );
  }

  /** Before anything is measured: to make noise takes longer than to send it. */
  async prepare(): Promise<void> {
    const drawings: Buffer[] = [];
    for (let n = 0; n < DRAWINGS; n += 1) drawings.push(await noise(DRAWING));
    const photos = {} as Record<PhotoType, Buffer>;
    for (const type of PHOTO_TYPES) photos[type] = await noise(PHOTO, type);
    this.pictures = { drawings, photos };
  }

  get operations(): number {
    return new Set(this.rights.map(({ operation }) => operation.id)).size;
  }

  /** Every operation that a parent may call, and those that leave most, until `isOver`. */
  async goOn(isOver: () => boolean): Promise<void> {
    for (let round = 0; !isOver(); round += 1) {
      for (const right of this.rights) {
        if (isOver()) return;
        await this.ask(
          right.operation.name.split(' ')[0]!,
          withIds(right.path, this.world.ids),
          this.filled(right.body),
        );
      }
      await this.answerSlip();
      await this.claimAndWithdraw();
      if (round % 5 === 0) await this.uploadPhotos();
      await this.ask('POST', '/schools/{schoolId}/lists', { name: randomUUID(), description: randomUUID() });
    }
  }

  /** As an application asks for it: one that is told to wait does. */
  async export(): Promise<{ status: number; bytes: number }> {
    const answer = await fetch(`${this.url}/api/v1/me/export`, { headers: { authorization: this.token } });
    if (answer.status === 429) {
      await answer.body?.cancel();
      await delay(Number(answer.headers.get('retry-after')) * 1_000);
      return this.export();
    }
    const body = await answer.text();
    JSON.parse(body);
    return { status: answer.status, bytes: body.length };
  }

  /** As much text as fits, of letters that no compression makes smaller. */
  private filled(body: object | undefined): object | undefined {
    if (!body) return undefined;
    const text = JSON.stringify(body);
    return JSON.parse(withIds(text, this.world.ids)) as object;
  }

  private async answerSlip(): Promise<void> {
    const path = `/permission-slips/${this.slipId}/responses`;
    const drawing = this.pictures!.drawings[this.drawn++ % DRAWINGS]!;
    const image_png_base64 = drawing.toString('base64');
    const signature = { full_name: 'Robin Park', agreed: true, statement_version: 1, image_png_base64 };
    const answer = { decision: 'granted', note: randomBytes(600).toString('base64'), signature };
    const first = await this.ask('POST', path, { student_id: this.studentId, ...answer });
    const id = (first as { id?: string } | null)?.id;
    if (!id) return;
    for (let n = 0; n < 3; n += 1) await this.ask('PATCH', `${path}/${id}`, answer);
    await this.ask('DELETE', `${path}/${id}`);
  }

  private async claimAndWithdraw(): Promise<void> {
    const path = `/signups/${this.signup.id}/claims`;
    const comment = randomBytes(700).toString('base64').slice(0, 1_000);
    const claim = await this.ask('POST', path, { item_id: this.signup.itemId, comment });
    const id = (claim as { id?: string } | null)?.id;
    if (id) await this.ask('DELETE', `${path}/${id}`);
  }

  private async uploadPhotos(): Promise<void> {
    for (const type of PHOTO_TYPES)
      for (const owner of ['/me/photo', `/students/${this.studentId}/photo`]) {
        const address = await this.ask('POST', `${owner}/upload-url`, { content_type: `image/${type}` });
        const {
          upload_url: url,
          photo_key,
          headers,
        } = (address ?? {}) as {
          upload_url?: string;
          photo_key?: string;
          headers?: Record<string, string>;
        };
        if (!url) continue;
        const bytes = this.pictures!.photos[type];
        // The address names the site, which listens elsewhere in this test.
        const { pathname, search } = new URL(url);
        await fetch(`${this.url}${pathname}${search}`, {
          method: 'PUT',
          headers,
          body: new Uint8Array(bytes),
        });
        if (type !== 'webp') await this.ask('POST', owner, { photo_key });
      }
  }

  private get studentId(): string {
    return this.world.ids.studentId!["this family's"]!;
  }

  private async ask(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(
      `${this.url}/api/v1${path.replace('{schoolId}', this.world.ids.schoolId!['this school']!)}`,
      {
        method,
        headers: {
          authorization: this.token,
          ...(body && { 'content-type': 'application/json' }),
          ...(method !== 'GET' && { 'idempotency-key': randomBytes(100).toString('hex') }),
        },
        body: body && JSON.stringify(body),
      },
    );
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return answer.ok && isJson && text ? (JSON.parse(text) as unknown) : null;
  }
}
