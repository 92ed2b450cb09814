import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { AccessTokensService } from './access-tokens.service.js';
import { AuthSessionsRepository } from './auth-sessions.repository.js';
import { UnknownUserError } from './identity.errors.js';
import { UsersService } from './users.service.js';

export interface IssuedToken {
  accessToken: string;
  /** UTC. */
  expiresAt: Date;
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly clock: Clock,
  ) {}

  /**
   * An access token for support and scripts, on a session of its own.
   * @param ttl seconds
   * @throws UnknownUserError
   */
  async issue(email: string, ttl: number, secondStepPending = false): Promise<IssuedToken> {
    const user = await this.users.getByEmail(email);
    const now = this.clock.now();
    // A token tells whole seconds: the session must not end before it.
    const expiresAt = new Date((Math.floor(now.getTime() / 1000) + ttl) * 1000);
    const session = await this.sessions.insertSession({
      userId: user.id,
      applicationId: null,
      secondStepPending,
      now,
      expiresAt,
    });
    if (!session) throw new UnknownUserError();
    return {
      accessToken: await this.tokens.sign({ userId: user.id, sessionId: session.id, expiresAt }),
      expiresAt,
    };
  }
}
