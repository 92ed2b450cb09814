import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';

const requests = new AsyncLocalStorage<Request>();

export const inRequest = (request: Request, work: () => void): void => requests.run(request, work);

/** The one that is being answered; undefined for what runs by itself. */
export const currentRequest = (): Request | undefined => requests.getStore();
