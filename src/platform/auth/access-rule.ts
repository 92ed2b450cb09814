import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { SchoolFeature } from '../../policy/school-feature.js';

/** Tables by which a route finds the school of an item: the table is the one that holds the item. */
export const ITEM_TABLES = {
  /** A round for whoever it asks. */
  confirmation: 'confirmation_rounds',
  correction: 'corrections',
  list: 'lists',
  membership: 'memberships',
  notification: 'notifications',
  organization: 'organizations',
  poll: 'polls',
  /** A poll for who manages it, in whatever state. */
  managed_poll: 'polls',
  signup: 'signups',
  /** A sign-up for who manages it, in whatever state. */
  managed_signup: 'signups',
  /** A sign-up for who may have claimed something in it: as long as they have, it is not gone for them. */
  claimed_signup: 'signups',
  permission_slip: 'permission_slips',
  /** A slip for who manages it, in whatever state, and for its audience. */
  managed_slip: 'permission_slips',
  student: 'students',
} as const;
export type ItemKind = keyof typeof ITEM_TABLES;
/** Items of one member alone, and the column that says whose. */
export const OWNER_COLUMNS = { list: 'owner_membership_id', notification: 'membership_id' } as const;
export type OwnedItemKind = keyof typeof OWNER_COLUMNS;

/**
 * The role that a route itself needs: a publisher is an admin, or holds a live grant on an organization; a manager of an item is
 * an admin, or holds a live grant on its organization.
 */
export type NeededRole = 'publisher' | 'manager' | 'admin' | 'senior admin';

export type AccessRule =
  | { scope: 'public' }
  | { scope: 'account'; firstStepIsEnough?: true; membersOnly?: true }
  | { scope: 'school'; param: string; needs?: NeededRole }
  | { scope: 'school'; query: string }
  | {
      scope: 'item';
      item: ItemKind;
      param: string;
      hiddenIs?: 403;
      owner?: string;
      needs?: 'manager' | 'admin';
    };

/** Null unless the route itself needs a role (contract section 0, rule 7). */
export const roleFor = (rule: AccessRule): NeededRole | null => ('needs' in rule ? rule.needs! : null);

/** Whether the route needs a membership, in whatever school. */
export const isForMembers = (rule: AccessRule): boolean => 'membersOnly' in rule;

export const ACCESS_RULE = 'access:rule';
export const ACCESS_FEATURE = 'access:feature';

const rule = (value: AccessRule) => SetMetadata(ACCESS_RULE, value);

/** Open to everyone, without a token. */
export const Public = () => rule({ scope: 'public' });

/** Any signed-in person, whatever school they belong to. */
export const SignedIn = () => applyDecorators(rule({ scope: 'account' }), ApiBearerAuth());

/** An active member of some school; anyone else gets 403, whatever they send. */
export const MemberOfAnySchool = () =>
  applyDecorators(rule({ scope: 'account', membersOnly: true }), ApiBearerAuth());

/** A signed-in person whose second step may still be missing: the way to complete it, and to sign out. */
export const FirstStepIsEnough = () =>
  applyDecorators(rule({ scope: 'account', firstStepIsEnough: true }), ApiBearerAuth());

/** An active member of the school in the path; anyone else gets 403 (contract decision a). */
export const SchoolMember = (param = 'schoolId') =>
  applyDecorators(rule({ scope: 'school', param }), ApiBearerAuth());

/**
 * For a route below `SchoolMember`: an admin of the school, or a member with a live grant on one of its organizations;
 * others get 403, whatever they send.
 */
export const PublisherOfSchool = (param = 'schoolId') => rule({ scope: 'school', param, needs: 'publisher' });

/** For a route below `SchoolMember`: an admin of the school; others get 403, whatever they send. */
export const AdminOfSchool = (param = 'schoolId') => rule({ scope: 'school', param, needs: 'admin' });

/** For a route below `SchoolMember`: a senior admin of the school; others get 403, whatever they send. */
export const SeniorAdminOfSchool = (param = 'schoolId') =>
  rule({ scope: 'school', param, needs: 'senior admin' });

/** An active member of the school that the query names, which it has to; anyone else gets 403. */
export const SchoolMemberByQuery = (query = 'schoolId') =>
  applyDecorators(rule({ scope: 'school', query }), ApiBearerAuth());

/** An active member of the school that the item belongs to; for anyone else the item does not exist: 404. */
export const MemberOfItemSchool = (item: ItemKind, param: string) =>
  applyDecorators(rule({ scope: 'item', item, param }), ApiBearerAuth());

/**
 * An active member of the school that the item belongs to. A hidden item, and one that does not exist, is 403: photos
 * (contract decision b).
 */
export const MemberOfPhotoSchool = (item: ItemKind, param: string) =>
  applyDecorators(rule({ scope: 'item', item, param, hiddenIs: 403 }), ApiBearerAuth());

/**
 * The member whose own the item is; it does not exist for anyone else, admins included. The guard decides it and not
 * the service: a request with a bad body must not be told more about an item of others than about none.
 */
export const OwnerOfItem = (item: OwnedItemKind, param: string) =>
  applyDecorators(rule({ scope: 'item', item, param, owner: OWNER_COLUMNS[item] }), ApiBearerAuth());

/** A manager of the item; others get 403 where they may see it, whatever they send, and 404 elsewhere. */
export const ManagerOfItem = (item: ItemKind, param: string) =>
  applyDecorators(rule({ scope: 'item', item, param, needs: 'manager' }), ApiBearerAuth());

/** An admin of the school of the item; others get 403 where they may see it, whatever they send, and 404 elsewhere. */
export const AdminOfItemSchool = (item: ItemKind, param: string) =>
  applyDecorators(rule({ scope: 'item', item, param, needs: 'admin' }), ApiBearerAuth());

/** 404 while the school has the feature turned off. */
export const Feature = (feature: SchoolFeature) => SetMetadata(ACCESS_FEATURE, feature);
