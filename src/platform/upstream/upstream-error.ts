type Reason = 'unreachable' | 'timeout' | 'status' | 'too_large' | 'malformed' | 'private_address';

/** A service behind this one did not answer, answered too late, or answered rubbish. */
export class UpstreamError extends Error {
  constructor(readonly reason: Reason) {
    super(`The outside service failed: ${reason}`);
  }
}
