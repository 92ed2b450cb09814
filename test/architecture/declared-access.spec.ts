import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  Module,
  RequestMethod,
  type ArgumentsHost,
  type INestApplication,
  type Provider,
  type Type,
} from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, NestFactory, Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { AddressInfo } from 'node:net';
import { ACCESS_RULE, Public, SignedIn } from '../../src/platform/auth/access-rule.js';
import { AccessGuard } from '../../src/platform/auth/access.guard.js';
import { AccessModule } from '../../src/platform/auth/access.module.js';
import { AuthenticationGuard } from '../../src/platform/auth/authentication.guard.js';
import { CurrentAccount, CurrentMember, type Account, type Member } from '../../src/platform/auth/caller.js';
import { DeclaredAccess } from '../../src/platform/auth/declared-access.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { AccountModule } from '../../src/features/account/account.module.js';
import { OauthModule } from '../../src/features/oauth/oauth.module.js';
import { TransactionModule } from '../../src/platform/transaction/transaction.module.js';
import { HttpModule } from '../../src/platform/http/http.module.js';
import { RuntimeModule } from '../../src/platform/process/runtime.module.js';
import { aPerson } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

@Controller('bare')
class BareController {
  @Get()
  read() {
    return { secret: true };
  }

  @Get('more')
  readMore() {
    return this.read();
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

@SignedIn()
@Controller('bare')
class SignedInController extends BareController {}

@Module({ controllers: [SignedInController] })
class SignedInModule {}

/** Asks for more than its routes have found out. */
@Controller('misled')
class MisledController {
  @SignedIn()
  @Get('member')
  readMember(@CurrentMember() member: Member) {
    return { secret: true, member };
  }

  @Public()
  @Get('account')
  readAccount(@CurrentAccount() account: Account) {
    return this.secretOf(account);
  }

  /** No route: nobody has to declare anything. */
  secretOf(account: Account) {
    return { secret: true, account };
  }
}

@Module({ controllers: [MisledController] })
class MisledModule {}

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
    // Nest has no decorator for REPORT (WebDAV); every other method is refused there (test/api/carddav/refusals.spec.ts).
    expect(answersAll.map(({ name }) => name)).toEqual(['CarddavController.reportAddressBook']);
  });

  it('fails the start when it says nothing', async () => {
    const app = await anApp([AccessModule, BareModule]);
    await expect(app.init()).rejects.toThrow(
      'Routes without an access declaration: BareController.read, BareController.readMore',
    );
  });

  it('stays shut when it says nothing, should it ever be started', async () => {
    const url = await urlOf(await anApp([GuardsAlone, BareModule]));
    const read = (headers: Record<string, string>) => fetch(`${url}/bare`, { headers });
    const { token } = await aPerson(t);
    const answers = [await read({}), await read({ authorization: `Bearer ${token}` })];
    expect(answers.map(({ status }) => status)).toEqual([401, 404]);
    for (const answer of answers) expect(await answer.text()).not.toContain('secret');
  });

  it('stays shut when it asks for someone signed in and nobody has looked who speaks', async () => {
    const url = await urlOf(await anApp([WithoutAuthentication, SignedInModule]));
    const { token } = await aPerson(t);
    const read = await fetch(`${url}/bare`, { headers: { authorization: `Bearer ${token}` } });
    expect(read.status).toBe(401);
  });

  it('stays shut to a forged token when it asks for someone signed in, whatever is asked after that', async () => {
    const url = await urlOf(await anApp([WithoutAccess, SignedInModule]));
    const { token } = await aPerson(t);
    const read = (authorization: string) => fetch(`${url}/bare`, { headers: { authorization } });
    expect((await read(`Bearer ${token}`)).status).toBe(200);
    for (const forged of [token.slice(0, -4), 'a.b.c', `${token}x`])
      expect((await read(`Bearer ${forged}`)).status).toBe(401);
  });

  it.each([
    ['member', 'CurrentMember on a route without a school'],
    ['account', 'CurrentAccount on a public route'],
  ])('fails and says why when it takes the %s, but has not asked for one', async (path, message) => {
    const app = await anApp([AccessModule, MisledModule]);
    const told: unknown[] = [];
    app.useGlobalFilters({
      catch: (error: unknown, host: ArgumentsHost) => {
        told.push(error);
        host.switchToHttp().getResponse<Response>().status(500).end();
      },
    });
    const url = await urlOf(app);
    const { token } = await aPerson(t);
    const read = await fetch(`${url}/misled/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect([read.status, await read.text(), told]).toEqual([500, '', [new Error(message)]]);
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

/** Those before the one that asks what the caller may. */
@Module({ imports, providers: providersBut(AccessGuard) })
class WithoutAccess {}

async function anApp(modules: Type[]): Promise<INestApplication> {
  const { settings, clock } = t;
  const imports = [
    RuntimeModule.with(settings, clock),
    DatabaseModule.with({ url: settings.databaseUrl, poolSize: 2 }),
    HttpModule,
    AccountModule,
    OauthModule,
    TransactionModule,
    ...modules,
  ];
  const app = await NestFactory.create(
    { module: class TinyApp {}, imports },
    { logger: false, abortOnError: false },
  );
  started.push(app);
  return app;
}

async function urlOf(app: INestApplication): Promise<string> {
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return `http://127.0.0.1:${port}`;
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
