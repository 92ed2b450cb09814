import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Form } from '../../../platform/pages/form-page.js';
import { type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { AccountHoldingsService } from './account-holdings.service.js';
import { type Visit } from '../pages/account-visit.service.js';
import { AccountChanges } from '../pages/account-changes.service.js';
import { AccountVisits } from '../pages/account-visits.service.js';
import { AccountRepository } from '../pages/account.repository.js';
import { VisibilityService } from '../profile/visibility.service.js';
import { reviewPage } from './review-pages.view.js';

/** The page at `/account/review`: everything that leads into an account, what of it is suspended, and one button that ends it. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly visits: AccountVisits,
    private readonly holdings: AccountHoldingsService,
    private readonly account: AccountRepository,
    private readonly changes: AccountChanges,
    private readonly visibility: VisibilityService,
  ) {}

  show(visit: Visit, done?: string): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'review', async ({ session: { userId, email }, language }) => {
      const { timeZone } = await this.account.getSettings(userId, []);
      const holdings = await this.holdings.live(userId);
      return reviewPage({ language, email, timeZone, holdings, done });
    });
  }

  confirm(visit: Visit, { which = '' }: Form): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'review', async (own) => {
      const { session } = own;
      const named = which.slice(0, 254);
      const confirm = async (manager: EntityManager): Promise<boolean> => {
        const isSuspended = await this.holdings.confirm(manager, session.userId, named);
        if (isSuspended) await this.changes.notify(manager, own, 'address_changed');
        return isSuspended;
      };
      const isConfirmed = isUuid(named)
        ? await this.changes.make(own, confirm)
        : await this.visibility.extendToNewAddress(session, (manager) =>
            this.changes.makeWithin(manager, own, confirm),
          );
      return seeOther(`/account/review${isConfirmed ? '?done=confirmed' : ''}`);
    });
  }

  endAll(visit: Visit): Promise<HtmlPage> {
    return this.visits.fresh(visit, 'review', async (own) => {
      await this.changes.startOver(own, (manager) => this.holdings.endAll(manager, own.session.userId));
      return seeOther('/account/review?done=ended');
    });
  }
}
