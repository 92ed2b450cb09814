import { Injectable } from '@nestjs/common';

/** An account whose password is no secret. */
export interface SampleAccount {
  email: string;
  password: string;
}

/** Those that the page to sign in offers to whoever comes: of a demo that is open; none elsewhere. */
@Injectable()
export class SampleAccounts {
  private listed: () => Promise<SampleAccount[]> = () => Promise.resolve([]);

  offer(list: () => Promise<SampleAccount[]>): void {
    this.listed = list;
  }

  list(): Promise<SampleAccount[]> {
    return this.listed();
  }
}
