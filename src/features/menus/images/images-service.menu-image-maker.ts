import { z } from 'zod';
import type { ImageServiceSettings } from '../../../platform/config/outside-services.js';
import { findImageType } from '../../../platform/images/inspect-image.js';
import { ImageRefusedError } from '../../../platform/images/image-type.js';
import { prepareImage } from '../../../platform/images/prepare-image.js';
import { fetchJson } from '../../../platform/upstream/fetch-json.js';
import { UpstreamError } from '../../../platform/upstream/outside-call.js';
import { outsideCall } from '../../../platform/upstream/outside-call.js';
import { MenuImageFailedError, MenuImageMaker, type MenuPicture } from './menu-image-maker.js';

/** Bytes: a PNG of 2,048 pixels a side, with a third on top for base64. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024;

/** Characters: services take 1,000 at least, and the first dishes are the picture. */
const MAX_ITEMS = 700;

const answer = z.object({ data: z.array(z.object({ b64_json: z.base64() })).min(1) });

/** `POST {base}/images/generations` as OpenAI and those who do it alike answer it ("Create image"). */
export class ImagesServiceMenuImageMaker extends MenuImageMaker {
  constructor(
    private readonly service: ImageServiceSettings,
    readonly deadlineMs: number,
  ) {
    super();
  }

  async make(items: string): Promise<MenuPicture> {
    try {
      return await this.pictureIn(await outsideCall('images', () => this.ask(items)));
    } catch (error) {
      if (error instanceof UpstreamError) throw new MenuImageFailedError(error.reason);
      if (error instanceof ImageRefusedError) throw new MenuImageFailedError(error.refusal);
      throw error;
    }
  }

  private ask(items: string): Promise<unknown> {
    const { url, apiKey } = this.service;
    return fetchJson(
      new URL(`${url}/images/generations`),
      { deadlineMs: this.deadlineMs, maxBytes: MAX_ANSWER_BYTES },
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(this.requestFor(items)),
      },
    );
  }

  private requestFor(items: string): object {
    const { model } = this.service;
    // The models of this family answer base64 always, and refuse to be asked for it.
    const answersBase64 = model?.startsWith('gpt-image') ?? false;
    return {
      ...(model !== null && { model }),
      prompt: promptFor(items),
      n: 1,
      size: '1024x1024',
      ...(!answersBase64 && { response_format: 'b64_json' }),
    };
  }

  /** Re-encoded: whatever else the file held is gone, and it is as small as a picture for a phone can be. */
  private async pictureIn(said: unknown): Promise<MenuPicture> {
    const parsed = answer.safeParse(said);
    if (!parsed.success) throw new UpstreamError('malformed');
    const bytes = Buffer.from(parsed.data.data[0]!.b64_json, 'base64');
    const type = findImageType(bytes);
    if (!type) throw new ImageRefusedError('other_type');
    return { bytes: (await prepareImage(bytes, type, 'image/webp')).bytes, type: 'image/webp' };
  }
}

const promptFor = (items: string): string =>
  `An appetizing photograph of a school lunch, served on a plate and seen from slightly above in daylight. ` +
  `No people, no hands, no text, no logos. On the plate: ${[...items.replace(/\s+/g, ' ')].slice(0, MAX_ITEMS).join('')}`;
