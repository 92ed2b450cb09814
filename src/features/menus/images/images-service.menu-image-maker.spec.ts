import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPhoto } from '../../../../test/support/files/images.js';
import { ImagesServiceStub } from '../../../../test/support/stubs/images-service-stub.js';
import { ImagesServiceMenuImageMaker } from './images-service.menu-image-maker.js';

/* How it fails, and what becomes of that, is in test/api/menus/image-service.spec.ts. */
describe('an images service', () => {
  let stub: ImagesServiceStub;
  beforeAll(async () => {
    stub = await ImagesServiceStub.start();
    stub.paints(await aPhoto('image/png'));
  });
  afterAll(() => stub.stop());

  const asked = async (model: string | null) => {
    stub.requests.length = 0;
    const service = { url: stub.url, apiKey: null, model };
    await new ImagesServiceMenuImageMaker(service, 5_000).make('Pizza');
    return stub.requests[0]!;
  };

  it('gets no key and no model unless there is one', async () => {
    const { headers, body } = await asked(null);
    expect(headers).not.toHaveProperty('authorization');
    expect(Object.keys(body).sort()).toEqual(['n', 'prompt', 'response_format', 'size']);
  });

  it('gets no request for base64 where the model refuses to be', async () => {
    expect((await asked('dall-e-3')).body).toMatchObject({ model: 'dall-e-3', response_format: 'b64_json' });
    expect((await asked('gpt-image-1')).body).not.toHaveProperty('response_format');
  });
});
