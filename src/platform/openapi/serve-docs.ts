import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { Express } from 'express';
import { hash } from 'node:crypto';
import { stringify } from 'yaml';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { fromProjectRoot } from '../config/project-root.js';
import { asOpenApi31 } from './openapi-31.js';
import { openApiDocument } from './openapi-document.js';

/** Swagger UI, with a form to sign in, from our own files: nothing is loaded from another host. */
export function serveDocs(app: NestExpressApplication): void {
  app.use('/docs', compression());
  app.useStaticAssets(fromProjectRoot('public/docs'), { prefix: '/docs', index: false, redirect: false });
  let made: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (made ??= openApiDocument(app));
  serveDocument(app, '/docs/openapi.json', 'json', () => JSON.stringify(document()));
  serveDocument(app, '/docs/openapi-3.1.json', 'json', () => JSON.stringify(asOpenApi31(document())));
  serveDocument(app, '/docs/openapi.yaml', 'yaml', () => stringify(document()));
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customJs: ['/docs/swagger-ui-plugin.js', '/docs/sign-in.js'],
    customCssUrl: '/docs/sign-in.css',
    customSiteTitle: 'School Directory API',
    swaggerOptions: {
      // A page of all operations at once is drawn as it is scrolled: nothing that is below could be searched for.
      docExpansion: 'none',
      displayRequestDuration: true,
      tryItOutEnabled: true,
      persistAuthorization: false,
      // Numbers of the theme that comes with it are too dark to read (WCAG 2.2, 1.4.3).
      syntaxHighlight: { theme: 'obsidian' },
    },
  });
}

/** With a weak ETag (RFC 9110, section 8.8.1), because what is sent may be compressed or not. */
function serveDocument(
  app: NestExpressApplication,
  path: string,
  type: 'json' | 'yaml',
  write: () => string,
): void {
  let written: { text: string; etag: string } | undefined;
  const express: Express = app.getHttpAdapter().getInstance();
  express.get(path, (request, response) => {
    if (!written) {
      const text = write();
      written = { text, etag: `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
    }
    response.set({ ETag: written.etag, 'Cache-Control': 'public, no-cache' }).type(type);
    if (request.fresh) response.status(304).end();
    else response.send(written.text);
  });
}
