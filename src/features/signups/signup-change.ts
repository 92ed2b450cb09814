import type { MemberChange } from '../../database/member-change.js';
import type { Signup } from './signup.entity.js';

/** A write of a member to a sign-up, whose row they have locked. */
export interface SignupChange extends MemberChange {
  signup: Signup;
  /** Whether it is addressed to them. */
  addressed: boolean;
  /** Whether they manage it. */
  managed: boolean;
}
