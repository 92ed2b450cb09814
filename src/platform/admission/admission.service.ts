import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Clock } from '../clock/clock.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { OverloadedError } from '../errors/app-error.js';
import { ConnectionWait } from '../database/connection-wait.js';
import { EventLoopLoad } from './event-loop-load.js';
import { RecentVisitors } from './recent-visitors.js';
import { PATIENCE, type RefusedClass, type RequestClass, requestClassOf } from './request-class.js';
import { RetryTime } from './retry-time.js';

/** The share of its time from which on a process that has statements waiting lets no newcomer read: what is left is for who was let in, and for jobs. */
const BUSY = 0.85;
/** Milliseconds since statements have waited. */
const LATELY_MS = 250;

/**
 * Refuses requests at once while more come than can be answered, so that those that are let in are answered soon. How busy the
 * process is, is told by how long statements wait for a connection, and by how much of its time is taken while some do; not by how many
 * requests there are: one that is slow by itself, or that a client takes its time over, keeps nobody out. Every process decides for itself.
 */
@Injectable()
export class Admission {
  private readonly visitors = new RecentVisitors();
  private readonly retryTime = new RetryTime();
  private readonly limitMs: number;

  constructor(
    @Inject(SETTINGS) { admissionWaitMs }: Settings,
    private readonly connections: ConnectionWait,
    private readonly loop: EventLoopLoad,
    private readonly clock: Clock,
  ) {
    this.limitMs = admissionWaitMs;
  }

  /** Comes before anything that costs: before the token is verified and the body is read. */
  readonly requests: RequestHandler = (request: Request, _response: Response, next: NextFunction): void => {
    const requestClass = requestClassOf(request.method, request.path);
    const isAdmitted = requestClass === 'probe' || this.admit(requestClass, request.headers.authorization);
    next(isAdmitted ? undefined : this.refusalOf(requestClass));
  };

  private admit(requestClass: RefusedClass, authorization: string | undefined): boolean {
    const now = this.clock.elapsedMs();
    const isVisiting = authorization !== undefined && this.visitors.has(authorization, now);
    const patience = PATIENCE[isVisiting ? 'write' : requestClass];
    if (this.connections.currentMs() > this.limitMs * patience) return false;
    if (!isVisiting && requestClass !== 'write' && this.isBusy()) return false;
    if (authorization !== undefined && !isVisiting) this.visitors.add(authorization, now);
    return true;
  }

  /** One long request alone takes all the time there is, and lets no statement wait. */
  private isBusy(): boolean {
    return this.connections.haveWaited(LATELY_MS) && this.loop.share() > BUSY;
  }

  private refusalOf(requestClass: RequestClass): OverloadedError {
    const seconds = this.retryTime.nextSeconds(this.clock.elapsedMs(), Math.random());
    return new OverloadedError(seconds, requestClass);
  }
}
