import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  Module,
  RequestMethod,
  type INestApplication,
  type Provider,
  type Type,
} from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, NestFactory, Reflector } from '@nestjs/core';
import type { AddressInfo } from 'node:net';
import { ACCESS_RULE, SignedIn } from '../../src/access/access-rule.js';
import { AccessModule } from '../../src/access/access.module.js';
import { AuthenticationGuard } from '../../src/access/authentication.guard.js';
import { DeclaredAccess } from '../../src/access/declared-access.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { IdentityModule } from '../../src/features/identity/identity.module.js';
import { HttpModule } from '../../src/http/http.module.js';
import { RuntimeModule } from '../../src/runtime/runtime.module.js';
import { aPerson } from '../support/a-school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

@Controller('bare')
class BareController {
  @Get()
  read() {
    return { secret: true };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

@SignedIn()
@Controller('bare')
class SignedInController extends BareController {}

@Module({ controllers: [SignedInController] })
class SignedInModule {}

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const started: INestApplication[] = [];
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
});

describe('a route', () => {
  it('says who may call it, everywhere in the product', () => {
    const undeclared = routesOf(t.app).filter(
      ({ handler, metatype }) => !t.app.get(Reflector).getAllAndOverride(ACCESS_RULE, [handler, metatype]),
    );
    expect(routesOf(t.app).length).toBeGreaterThan(10);
    expect(undeclared.map(({ name }) => name)).toEqual([]);
  });

  it('answers one method', () => {
    const answersAll = routesOf(t.app).filter(
      ({ handler }) => Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.ALL,
    );
    expect(answersAll.map(({ name }) => name)).toEqual([]);
  });

  it('that says nothing fails the start', async () => {
    const app = await anApp([AccessModule, BareModule]);
    await expect(app.init()).rejects.toThrow('Routes without an access declaration: BareController.read');
  });

  it('that says nothing stays shut, should it ever be started', async () => {
    const app = await anApp([GuardsAlone, BareModule]);
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    const read = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/bare`, { headers });

    const { token } = await aPerson(t);
    const answers = [await read({}), await read({ authorization: `Bearer ${token}` })];
    expect(answers.map(({ status }) => status)).toEqual([401, 404]);
    for (const answer of answers) expect(await answer.text()).not.toContain('secret');
  });

  it('that asks for someone signed in stays shut where nobody has looked who speaks', async () => {
    const app = await anApp([WithoutAuthentication, SignedInModule]);
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    const { token } = await aPerson(t);
    const read = await fetch(`http://127.0.0.1:${port}/bare`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(read.status).toBe(401);
  });
});

const partsOf = (key: string): Provider[] => Reflect.getMetadata(key, AccessModule) as Provider[];
const classOf = (provider: Provider): unknown => ('useClass' in provider ? provider.useClass : provider);
const providersBut = (left: Type): Provider[] =>
  partsOf(MODULE_METADATA.PROVIDERS).filter((provider) => classOf(provider) !== left);
const imports = partsOf(MODULE_METADATA.IMPORTS) as Type[];

/** The guards of the house without the check at the start. */
@Module({ imports, providers: providersBut(DeclaredAccess) })
class GuardsAlone {}

/** Those after the one that proves who speaks. */
@Module({ imports, providers: providersBut(AuthenticationGuard) })
class WithoutAuthentication {}

async function anApp(modules: Type[]): Promise<INestApplication> {
  const { settings, clock } = t;
  const imports = [
    RuntimeModule.with(settings, clock),
    DatabaseModule.with({ url: settings.databaseUrl, poolSize: 2 }),
    HttpModule,
    IdentityModule,
    ...modules,
  ];
  const app = await NestFactory.create(
    { module: class TinyApp {}, imports },
    { logger: false, abortOnError: false },
  );
  started.push(app);
  return app;
}

interface Route {
  name: string;
  handler: () => unknown;
  metatype: Type;
}

function routesOf(app: INestApplication): Route[] {
  return app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype, name }) => {
      const prototype = (metatype as Type).prototype as Record<string, () => unknown>;
      const handlers = new MetadataScanner().getAllMethodNames(prototype);
      return handlers
        .map((method) => ({
          name: `${name}.${method}`,
          handler: prototype[method]!,
          metatype: metatype as Type,
        }))
        .filter(({ handler }) => Reflect.getMetadata(METHOD_METADATA, handler) !== undefined);
    });
}
