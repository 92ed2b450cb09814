import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Writes a text as `npm run format` would. Import it once everything is installed. */
export async function writeFormatted(path, text) {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}
