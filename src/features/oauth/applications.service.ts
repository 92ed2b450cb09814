import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Application } from './application.entity.js';
import { isUniqueViolation } from '../../platform/errors/postgres-errors.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { normalizeText } from '../../platform/text/normalize.js';
import {
  ApplicationsRepository,
  type ListedApplication,
  BUILT_IN_APPLICATIONS,
} from './applications.repository.js';
import { isRedirectUri, isWhole } from './redirect-uri.js';
import { UnknownApplicationError } from '../account/account.errors.js';
import { randomSecret, sameDigest, sha256 } from '../account/secrets.js';

export interface NewApplication {
  clientId: string;
  /** Shown once: only its digest is kept. */
  clientSecret: string;
}

export interface NewPublicApplication {
  name: string;
  redirectUris: string[];
  /** On a device, outside of a browser (RFC 8252): its person is asked each time. */
  isNative?: boolean;
  /** For devices without a keyboard (RFC 8628). */
  usesDeviceCode?: boolean;
}

/** The application that calls a token operation. */
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

  /**
   * @param redirectUris where a person may be sent back to with a code; none: it asks for passwords itself
   * @throws CommandRefusedError when the name or an address is not one
   */
  async create(name: string, redirectUris: string[] = []): Promise<NewApplication> {
    for (const uri of redirectUris) checkRedirectUri(uri, false);
    const clientSecret = randomSecret();
    const { id } = await this.applications.insertApplication({
      name: checkedName(name),
      secretHash: sha256(clientSecret),
      createdAt: this.clock.now(),
      redirectUris,
    });
    return { clientId: id, clientSecret };
  }

  /**
   * One that cannot keep a secret (RFC 6749 section 2.1): it is known by where it is.
   * @throws CommandRefusedError when the name or an address is not one
   */
  async createPublic(application: NewPublicApplication): Promise<{ clientId: string }> {
    const { redirectUris, isNative = false, usesDeviceCode = false } = application;
    for (const uri of redirectUris) checkRedirectUri(uri, isNative);
    if (redirectUris.length === 0 && !usesDeviceCode)
      throw new CommandRefusedError('An application without a secret needs a --redirect-uri, or --device.');
    const { id } = await this.applications.insertApplication({
      name: checkedName(application.name),
      secretHash: null,
      createdAt: this.clock.now(),
      ...{ isPublic: true, isNative, usesDeviceCode, redirectUris },
    });
    return { clientId: id };
  }

  /**
   * All that another installation has to know, so that the credentials are good there as well.
   * @throws UnknownApplicationError when it is not here, or revoked
   * @throws CommandRefusedError for one that every installation has, or that a document describes
   */
  async getForCopy(clientId: string): Promise<Application> {
    const application = isUuid(clientId) ? await this.applications.findActive(clientId) : null;
    if (!application) throw new UnknownApplicationError();
    const isElsewhere = BUILT_IN_APPLICATIONS.some(({ id }) => id === clientId) || application.documentUrl;
    if (isElsewhere)
      throw new CommandRefusedError(
        'Every installation has this one, or finds it by its document (client allow).',
      );
    return application;
  }

  /**
   * Takes one of another installation in, with its credentials.
   * @throws CommandRefusedError when it is here already, or was
   */
  async takeCopy(application: Application): Promise<void> {
    await this.applications.insertCopy(application).catch((error: unknown) => {
      if (isUniqueViolation(error))
        throw new CommandRefusedError(
          'The other installation has this application already, or had it and revoked it.',
        );
      throw error;
    });
  }

  /** By name; revoked ones included. */
  async list(): Promise<ListedApplication[]> {
    await this.applications.insertBuiltIn(this.clock.now());
    return this.applications.listApplications();
  }

  /** Gives one that every installation has its row, if this is the id of one, and it has none yet. */
  async makeSureOf(clientId: string): Promise<void> {
    const isBuiltIn = BUILT_IN_APPLICATIONS.some(({ id }) => id === clientId);
    if (isBuiltIn) await this.applications.insertBuiltIn(this.clock.now());
  }

  /**
   * Ends every session of the application as well.
   * @throws UnknownApplicationError
   */
  async revoke(clientId: string): Promise<void> {
    if (!isUuid(clientId)) throw new UnknownApplicationError();
    await this.makeSureOf(clientId);
    if (!(await this.applications.revoke(clientId, this.clock.now()))) throw new UnknownApplicationError();
  }

  /** Null when the credentials are not those of an active application. */
  async authenticate(clientId: string, clientSecret: string): Promise<CallingApplication | null> {
    const application = isUuid(clientId) ? await this.applications.findActive(clientId) : null;
    const matches = sameDigest(application?.secretHash ?? sha256(''), sha256(clientSecret));
    return application?.secretHash && matches ? { id: application.id } : null;
  }
}

function checkedName(name: string): string {
  const checked = normalizeText(name);
  if (!checked || checked.length > 200)
    throw new CommandRefusedError('The name should have 1 to 200 characters.');
  return checked;
}

/** @throws CommandRefusedError */
function checkRedirectUri(uri: string, isNative: boolean): void {
  if (!isWhole(uri)) throw new CommandRefusedError(`${uri} is no whole address without a fragment.`);
  if (!isRedirectUri(uri, isNative))
    throw new CommandRefusedError(
      `${uri} should begin with https:// (http:// on the machine itself${isNative ? ', or a scheme with a dot: org.school.app:/' : ''}).`,
    );
}
