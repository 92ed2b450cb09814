import type { components } from './schema.js';

type Schemas = components['schemas'];

/** What is kept of a school, by the type of the item: each as its list shows it, what is read by id as that answers. */
export interface SyncedValues {
  student: Schemas['RosterStudentFull'];
  staff_member: Schemas['StaffMember'];
  organization: Schemas['Organization'];
  organization_roster: Schemas['OrganizationRoster'];
  event: Schemas['CalendarEvent'];
  series: Schemas['EventSeries'];
  notice: Schemas['Notice'];
  document: Schemas['Document'];
  poll: Schemas['PollDetail'];
  signup: Schemas['SignupDetail'];
  permission_slip: Schemas['PermissionSlipDetail'];
  menu: Schemas['MenuEntry'];
  category: Schemas['Category'];
  list: Schemas['StudentListDetail'];
  notification: Schemas['Notification'];
  features: Schemas['SchoolFeatures'];
  me: { membership: Schemas['Membership']; contact: Schemas['MyContact'] };
}

export type SyncedType = keyof SyncedValues;

export interface SyncedKey {
  type: SyncedType;
  id: string;
}

export interface SyncedItem<Type extends SyncedType = SyncedType> extends SyncedKey {
  type: Type;
  value: SyncedValues[Type];
}

/** Where one account keeps one school. It holds contact data of families: clear it when the account signs out. */
export interface SchoolStore {
  /** Up to where the school is known; null where nothing is kept. */
  cursor(): Promise<string | null>;
  /** Keeps these and nothing else. All of it happens with the cursor, or none: half of it would be missing for good. */
  replace(items: readonly SyncedItem[], cursor: string): Promise<void>;
  /** Puts and drops some, at once with the cursor, as above. */
  change(put: readonly SyncedItem[], drop: readonly SyncedKey[], cursor: string): Promise<void>;
  all<Type extends SyncedType>(type: Type): Promise<SyncedItem<Type>[]>;
  clear(): Promise<void>;
}
