import { Injectable } from '@nestjs/common';
import type { DemoSignup } from './data/signups.js';
import { answerTo, type DemoMember, DemoPeople, some } from './demo-people.js';
import { SignupClaimsService } from '../features/signups/claims/signup-claims.service.js';
import { SignupsService } from '../features/signups/signups.service.js';
import { orNull } from './people.js';

@Injectable()
export class DemoClaims {
  constructor(
    private readonly signups: SignupsService,
    private readonly claims: SignupClaimsService,
  ) {}

  /** One place each, in the order that the items tell; who comes too late waits. */
  async give(people: DemoPeople, signupId: string, { title, items }: DemoSignup): Promise<void> {
    const others = people.others(title.length);
    for (const { title: item, claims = [] } of items)
      for (const claim of claims)
        if (typeof claim === 'number')
          await some(claim, others, (member) => this.claim(member, signupId, item));
        else for (const member of people.named(claim)) await this.claim(member, signupId, item);
  }

  /** @returns whether they have something now */
  private async claim(member: DemoMember, signupId: string, title: string): Promise<boolean> {
    const signup = await orNull(this.signups.get(member, signupId));
    const item = signup?.items.find((one) => one.title === title);
    if (!signup || !item) return false;
    const input = {
      item_id: item.id,
      accept_waitlist: true,
      answers: signup.questions.filter(({ required }) => required).map(answerTo),
    };
    return (await orNull(this.claims.claim(member, signupId, input))) !== null;
  }
}
