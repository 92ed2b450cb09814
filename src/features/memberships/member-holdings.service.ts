import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Holdings of other rooms, in the order in which they are let go. */
const HOLDINGS = [
  'claims',
  'rsvps',
  'photos',
  'lists',
  'invitations',
  'grants',
  'slips',
  'mails',
  'notices',
  'documents',
] as const;

type HoldingName = (typeof HOLDINGS)[number];

export interface Leaver {
  schoolId: string;
  membershipId: string;
  userId: string;
}

/** Choices and losses of a member that hold again when the person comes back. */
export interface LastingChoices {
  /** UTC: when they ended the mails; null while they had them. */
  unsubscribedAt: Date | null;
  /** Token of the addresses by which they did. */
  mailToken: string | null;
  /** Organizations that they may no longer edit because the right was revoked. */
  revokedOrganizationIds: string[];
}

export interface Departure extends LastingChoices {
  /** UTC. */
  leftAt: Date;
}

/** Members who are kept apart from students of a school from now on: a member and a student each. */
export interface RestrictedPairs {
  schoolId: string;
  pairs: { membershipId: string; studentId: string }[];
}

/** Ids of items that say who has made them, or who takes part, by what they are. */
export type NamingItems = Partial<Record<'notices' | 'documents' | 'signups' | 'event_rows', string[]>>;

/** How a room lets go of what it holds of a member, and gives it back. */
export interface MemberHolding {
  /** Ends what needs an active member. All of them at once, with their memberships locked. */
  deactivate?: (manager: EntityManager, schoolId: string, membershipIds: string[]) => Promise<void>;
  /** Ends what members hold for students from whom they are kept apart. All of them at once, with their memberships locked. */
  endHoldings?: (manager: EntityManager, restricted: RestrictedPairs) => Promise<void>;
  /** Reads what is to hold again when the person comes back. */
  findLasting?: (manager: EntityManager, leaver: Leaver) => Promise<Partial<LastingChoices>>;
  /** Removes what has a rule of its own, while the membership is still there to refer to. */
  release?: (manager: EntityManager, leaver: Leaver) => Promise<void>;
  /** Finds the room's items that name the member: once the membership is gone, nobody can tell which. */
  findNaming?: (manager: EntityManager, leaver: Leaver) => Promise<NamingItems>;
  /** Gives back to a new membership what the person had; `departure` is null for whoever was not here before. */
  restore?: (manager: EntityManager, member: Leaver, departure: Departure | null) => Promise<void>;
}

/**
 * Holdings of a member in other rooms: each module registers its own in its constructor, in every program that can remove or
 * admit a member. So a membership ends without knowing those rooms.
 */
@Injectable()
export class MemberHoldings implements OnModuleInit {
  private readonly registered = new Map<HoldingName, MemberHolding>();

  register(name: HoldingName, holding: MemberHolding): void {
    if (this.registered.has(name)) throw new Error(`What a member has of ${name} is registered twice`);
    this.registered.set(name, holding);
  }

  /** Every module has been made by now: what is missing would be left behind by whoever leaves. */
  onModuleInit(): void {
    const missing = HOLDINGS.filter((name) => !this.registered.has(name));
    if (missing.length > 0)
      throw new Error(`No feature has registered what a member has of ${missing.join(', ')}`);
  }

  async deactivate(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<void> {
    for (const { deactivate } of this.ordered()) await deactivate?.(manager, schoolId, membershipIds);
  }

  async endHoldings(manager: EntityManager, restricted: RestrictedPairs): Promise<void> {
    if (restricted.pairs.length === 0) return;
    for (const { endHoldings } of this.ordered()) await endHoldings?.(manager, restricted);
  }

  async findLasting(manager: EntityManager, leaver: Leaver): Promise<LastingChoices> {
    const found: LastingChoices = { unsubscribedAt: null, mailToken: null, revokedOrganizationIds: [] };
    for (const { findLasting } of this.ordered()) Object.assign(found, await findLasting?.(manager, leaver));
    return found;
  }

  async release(manager: EntityManager, leaver: Leaver): Promise<void> {
    for (const { release } of this.ordered()) await release?.(manager, leaver);
  }

  async findNaming(manager: EntityManager, leaver: Leaver): Promise<NamingItems> {
    const found: NamingItems = {};
    for (const { findNaming } of this.ordered()) Object.assign(found, await findNaming?.(manager, leaver));
    return found;
  }

  async restore(manager: EntityManager, member: Leaver, departure: Departure | null): Promise<void> {
    for (const { restore } of this.ordered()) await restore?.(manager, member, departure);
  }

  private ordered(): MemberHolding[] {
    return HOLDINGS.flatMap((name) => this.registered.get(name) ?? []);
  }
}
