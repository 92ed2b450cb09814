import { readFileSync } from 'node:fs';
import { fromProjectRoot } from './project-root.js';

/** The version of this product, which a backup and the document of the API name as well. */
export const PRODUCT_VERSION = (
  JSON.parse(readFileSync(fromProjectRoot('package.json'), 'utf8')) as { version: string }
).version;
