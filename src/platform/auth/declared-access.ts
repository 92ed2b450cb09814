import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ACCESS_RULE } from './access-rule.js';

/** Fails the start when a route does not say who may call it. */
@Injectable()
export class DeclaredAccess implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery.getControllers().flatMap((controller) => {
      const prototype = Object.getPrototypeOf(controller.instance) as object;
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((name) => this.isOpenRoute(controller.metatype, prototype, name))
        .map((name) => `${controller.name}.${name}`);
    });
    if (undeclared.length > 0)
      throw new Error(`Routes without an access declaration: ${undeclared.join(', ')}`);
  }

  private isOpenRoute(metatype: unknown, prototype: object, name: string): boolean {
    const handler = (prototype as Record<string, () => unknown>)[name];
    if (!handler || Reflect.getMetadata(METHOD_METADATA, handler) === undefined) return false;
    return !this.reflector.getAllAndOverride(ACCESS_RULE, [handler, metatype as () => unknown]);
  }
}
