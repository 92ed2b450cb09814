import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '../../platform/audit/operation.js';
import type { BrowserSession } from '../account/sessions/browser-sessions.service.js';

const DEVICE_FAULTS = ['deviceStopped', 'deviceWrong'] as const;
type DeviceFault = (typeof DEVICE_FAULTS)[number];

export const deviceFaultOf = (key: string | undefined): DeviceFault | null =>
  DEVICE_FAULTS.find((fault) => fault === key) ?? null;

/** The current request, for the storage of the authorization server. */
export interface OauthRequest {
  /** Session of the person, both steps done; null: nobody is signed in in this browser. */
  browser: BrowserSession | null;
  /** Where the request comes from, as limits count it. */
  source: string;
  /** Path of the request, without a query. */
  path: string;
  /** Answer that the same refresh token got a moment ago, sealed with it, and the application that got it. */
  lostAnswer: { sealed: Buffer; clientId: unknown } | null;
  /** The refresh token was spent before: of which session and application it is. */
  spent: { sessionId: string | null; clientId: unknown } | null;
  /** Fault of the form with a device's code. */
  deviceFault: DeviceFault | null;
  /** For the audit trail, where a page that is only opened lets an application in. */
  operation: Operation;
  /** The library asks several things at once, and a connection answers one after the other. */
  queue: Promise<unknown>;
}

const requests = new AsyncLocalStorage<OauthRequest>();

export const inOauthRequest = <T>(request: OauthRequest, work: () => T): T => requests.run(request, work);

export function currentOauthRequest(): OauthRequest {
  const request = requests.getStore();
  if (!request) throw new Error('The authorization server works for no request');
  return request;
}

/** After what was asked before it in this request, whether that succeeded or not. */
export function oneAfterAnother<T>(work: () => Promise<T>): Promise<T> {
  const request = currentOauthRequest();
  const result = request.queue.then(work, work);
  request.queue = result.catch(() => undefined);
  return result;
}
