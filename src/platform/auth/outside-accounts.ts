import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { OutsideToken } from './caller.js';

type Bind = (token: OutsideToken, now: Date) => Promise<void>;

/**
 * Accounts of people whom an outside provider vouches for. The room of the accounts registers how one is bound to such a
 * person, in the constructor of its module: access knows no feature.
 */
@Injectable()
export class OutsideAccounts implements OnModuleInit {
  private binding: Bind | undefined;

  register(bind: Bind): void {
    if (this.binding) throw new Error('Accounts of an outside provider are bound twice');
    this.binding = bind;
  }

  /** Every module has been made by now. */
  onModuleInit(): void {
    if (!this.binding) throw new Error('No feature binds accounts to people of an outside provider');
  }

  async bind(token: OutsideToken, now: Date): Promise<void> {
    await this.binding?.(token, now);
  }
}
