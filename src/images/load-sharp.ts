import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

/** With the first picture and not with the start, a twentieth of which it would take. */
export const loadSharp = (): Promise<typeof sharp> => (loading ??= load());

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  // Every image is another one: what libvips remembered would only be memory held.
  loaded.cache(false);
  return loaded;
}
