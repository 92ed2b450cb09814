import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Semaphore } from 'async-mutex';
import type { Request } from 'express';
import { UnavailableError } from '../errors/app-error.js';
import { requestOf, responseOf } from '../http/http-context.js';
import { nameOfCaller, type CallerOnRequest } from './caller.js';

/** Answers to one caller that are made, or still being taken, at a time (contract section 0, rule 18). */
const MAX_AT_ONCE = 4;

/**
 * Requests of one kind (reads, writes, or reads that wait for others) that a caller may have running and waiting; a caller
 * with more is answered one by one.
 */
const MAX_IN_FLIGHT = 24;
/** Bytes; a larger answer to a caller with more than that is followed by a pause. */
const LARGE_BYTES = 256 * 1024;
/** Milliseconds of that pause, in which other callers are answered. */
const PAUSE_MS = 100;

const WAITS_FOR_OTHERS = 'access:waits-for-others';

/** A read that may wait seconds for a service outside: it must not make the caller's other reads wait as long. */
export const WaitsForOthers = () => SetMetadata(WAITS_FOR_OTHERS, true);

interface Caller {
  semaphore: Semaphore;
  /** Requests that run or wait. */
  requests: number;
}

/**
 * Four reads and four writes of one caller are worked on at a time, whatever their size: the size of an answer is known too
 * late, once its rows are there. The others wait here, before the database is queried, so that a caller who sends thousands
 * at once fills neither the queue of its connections nor the memory, and a neighbour waits for eight at most. A caller who
 * sends more than most applications do is answered one by one, with a pause after large answers. Every process counts for
 * itself: the limit protects the process.
 *
 * A feed and an address book have no caller; its address or its app password stands for its owner.
 */
@Injectable()
export class CallerConcurrencyGuard implements CanActivate {
  private readonly callers = new Map<string, Caller>();

  constructor(private readonly reflector: Reflector) {}

  /** @throws UnavailableError when the client has disconnected while its request waited: nobody receives the error */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<Request & CallerOnRequest>(context);
    const { user, params, headers } = request;
    const name = user ? nameOfCaller(user) : (params.token ?? headers.authorization);
    if (typeof name !== 'string') return true;
    const response = responseOf(context);
    const { release, isGreedy } = await this.acquire(`${this.kindOf(context, request)} ${name}`);
    if (response.closed || response.destroyed) {
      release();
      throw new UnavailableError();
    }
    response.once('close', () => {
      if (isGreedy && Number(response.getHeader('Content-Length')) > LARGE_BYTES)
        setTimeout(release, PAUSE_MS);
      else release();
    });
    return true;
  }

  private kindOf(context: ExecutionContext, { method }: Request): string {
    if (this.reflector.get<true | undefined>(WAITS_FOR_OTHERS, context.getHandler())) return 'outside';
    return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  }

  private async acquire(key: string): Promise<{ release: () => void; isGreedy: boolean }> {
    const caller = this.callers.get(key) ?? { semaphore: new Semaphore(MAX_AT_ONCE), requests: 0 };
    this.callers.set(key, caller);
    caller.requests += 1;
    const isGreedy = caller.requests > MAX_IN_FLIGHT;
    const [, leave] = await caller.semaphore.acquire(isGreedy ? MAX_AT_ONCE : 1);
    const release = (): void => {
      leave();
      caller.requests -= 1;
      if (caller.requests === 0) this.callers.delete(key);
    };
    return { release, isGreedy };
  }
}
