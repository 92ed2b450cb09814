import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { openApiDocument } from './openapi-document.js';

/** Swagger UI from the package's own files: nothing is loaded from another host. */
export function serveDocs(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= openApiDocument(app)), {
    jsonDocumentUrl: 'docs/openapi.json',
    yamlDocumentUrl: 'docs/openapi.yaml',
    customSiteTitle: 'School Directory API',
    swaggerOptions: { displayRequestDuration: true, tryItOutEnabled: true, persistAuthorization: false },
  });
}
