import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
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
  const express = app.getHttpAdapter().getInstance();
  express.get('/docs/openapi-3.1.json', (_, response) => response.json(asOpenApi31(document())));
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customJs: ['/docs/swagger-ui-plugin.js', '/docs/sign-in.js'],
    customCssUrl: '/docs/sign-in.css',
    customSiteTitle: 'School Directory API',
    swaggerOptions: {
      displayRequestDuration: true,
      tryItOutEnabled: true,
      persistAuthorization: false,
    },
  });
}
