import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/auth/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { normalizeText } from '../../platform/text/normalize.js';
import { ApplicationsRepository, type ListedApplication } from './applications.repository.js';
import { UnknownApplicationError } from './identity.errors.js';
import { randomSecret, sameDigest, sha256 } from './secrets.js';

export interface NewApplication {
  clientId: string;
  /** Shown once: only its digest is kept. */
  clientSecret: string;
}

/** What a token operation knows of the application that calls it. */
export interface CallingApplication {
  id: string;
}

/** Applications and their credentials; the operator issues them, nobody signs up (specification section 5). */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws CommandRefusedError when the name is empty or too long */
  async create(name: string): Promise<NewApplication> {
    const checked = normalizeText(name);
    if (!checked || checked.length > 200)
      throw new CommandRefusedError('The name should have 1 to 200 characters.');
    const clientSecret = randomSecret();
    const { id } = await this.applications.insert({
      name: checked,
      secretHash: sha256(clientSecret),
      createdAt: this.clock.now(),
    });
    return { clientId: id, clientSecret };
  }

  /** An application whose credentials the caller has made; registering it again changes nothing. */
  register({ name, clientId, clientSecret }: NewApplication & { name: string }): Promise<void> {
    return this.applications.insertKnown({
      id: clientId,
      name,
      secretHash: sha256(clientSecret),
      createdAt: this.clock.now(),
    });
  }

  /** By name; revoked ones included. */
  list(): Promise<ListedApplication[]> {
    return this.applications.list();
  }

  /**
   * Ends every session of the application as well.
   * @throws UnknownApplicationError
   */
  async revoke(clientId: string): Promise<void> {
    if (!isUuid(clientId) || !(await this.applications.revoke(clientId, this.clock.now()))) {
      throw new UnknownApplicationError();
    }
  }

  /** Null when the credentials are not those of an active application. */
  async authenticate(clientId: string, clientSecret: string): Promise<CallingApplication | null> {
    const application = isUuid(clientId) ? await this.applications.findActive(clientId) : null;
    const matches = sameDigest(application?.secretHash ?? sha256(''), sha256(clientSecret));
    return application?.secretHash && matches ? { id: application.id } : null;
  }
}
