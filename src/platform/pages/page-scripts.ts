import type { NestExpressApplication } from '@nestjs/platform-express';
import { fromProjectRoot } from '../config/project-root.js';

/** Scripts of pages, each in a file of `public/pages`. They change with a release: a browser asks whether they have. */
export function servePageScripts(app: NestExpressApplication): void {
  app.useStaticAssets(fromProjectRoot('public/pages'), {
    prefix: '/pages',
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (response) => void response.setHeader('Cache-Control', 'no-cache'),
  });
}
