import type { GuardianRelation } from '../features/directory/guardian-relation.js';
import type { ProfileVisibility } from '../policy/privacy-mask.js';

export interface Home {
  line1: string;
  line2: string | null;
  city: string;
  region: string | null;
  postalCode: string;
  country: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

export interface Adult {
  firstName: string;
  lastName: string;
  /** Null: the school has none on file, and the person has no login. */
  email: string | null;
  phone: string | null;
  visibility: ProfileVisibility;
  registered: boolean;
  deactivated: boolean;
}

export interface Child {
  /** Short name of the school. */
  school: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  preferredName: string | null;
  /** 0 is kindergarten. */
  grade: number;
  home: Home | null;
  isLocated: boolean;
  addressVisible: boolean;
  hasLeft: boolean;
  guardians: { adult: Adult; relation: GuardianRelation }[];
}
