import { Injectable } from '@nestjs/common';
import { ApplicationsService } from '../features/identity/applications.service.js';
import { CredentialsService } from '../features/identity/credentials.service.js';
import { DerivedSecrets } from '../features/identity/secrets.js';
import { UsersService } from '../features/identity/users.service.js';
import { DemoAccessRepository } from './demo-access.repository.js';
import { DEMO_ACCOUNTS, MAIN_SCHOOL, SECOND_SCHOOL, THIRD_SCHOOL } from './demo-accounts.js';

/** What a visitor of the demo school signs in with. */
export interface DemoAccess {
  password: string;
  clientId: string;
  clientSecret: string;
}

/** For a start to print. */
export interface PrintedAccess extends Omit<DemoAccess, 'clientSecret'> {
  /** Null where a start before has printed it. */
  clientSecret: string | null;
  /** Ids of the schools that it is for. */
  onlySchools: string[];
}

const SCHOOLS = [MAIN_SCHOOL, SECOND_SCHOOL, THIRD_SCHOOL];

/** Name of the visitor's application. */
const VISITOR = 'Demo visitor';

/**
 * Each installation has demo passwords of its own, which are printed at every start and stored nowhere. The secret of the
 * visitor's application is printed once, and opens the demo schools alone.
 */
@Injectable()
export class DemoAccessService {
  constructor(
    private readonly secrets: DerivedSecrets,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
    private readonly applications: ApplicationsService,
    private readonly repository: DemoAccessRepository,
  ) {}

  /** Gives the demo accounts their password, and the visitor an application to sign in with. */
  async open(): Promise<void> {
    const { password, clientId, clientSecret } = this.access();
    for (const email of DEMO_ACCOUNTS) {
      const { id } = await this.users.getByEmail(email);
      if (!(await this.credentials.hasPassword(id))) await this.credentials.setPassword(id, password);
    }
    await this.applications.register({ name: VISITOR, clientId, clientSecret });
    await this.repository.bound(clientId, SCHOOLS);
  }

  /** By whatever signing key, and though its application was revoked since. */
  wasOpened(): Promise<boolean> {
    return this.repository.hasApplication(VISITOR);
  }

  /** Null when the demo was never opened here, or its application was revoked. */
  async find(): Promise<DemoAccess | null> {
    const access = this.access();
    return (await this.applications.authenticate(access.clientId, access.clientSecret)) ? access : null;
  }

  /** The same, for a start to print. An application of a release before this one is bounded to the demo first. */
  async print(now: Date): Promise<PrintedAccess | null> {
    const access = await this.find();
    if (!access) return null;
    const onlySchools = await this.repository.bound(access.clientId, SCHOOLS);
    const isFirst = await this.repository.markShown(access.clientId, now);
    return { ...access, clientSecret: isFirst ? access.clientSecret : null, onlySchools };
  }

  private access(): DemoAccess {
    const id = this.secrets.derive('demo client id', 16).toString('hex');
    return {
      password: `demo-${this.secrets.derive('demo password', 6).toString('hex')}`,
      clientId: `${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(13, 16)}-a${id.slice(17, 20)}-${id.slice(20)}`,
      clientSecret: this.secrets.derive('demo client secret', 32).toString('base64url'),
    };
  }
}
