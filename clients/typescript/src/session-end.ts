/** Called when the session has ended, and somebody has to sign in again. */
export type OnSessionEnded = () => void;

/** Tells of the end of a session once, however many requests are refused, and not of one that was signed out here. */
export class SessionEnd {
  private isOpen = false;

  constructor(private readonly tell: OnSessionEnded | undefined) {}

  /** There are tokens. */
  opened(): void {
    this.isOpen = true;
  }

  signedOut(): void {
    this.isOpen = false;
  }

  found(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.tell?.();
  }
}
