import { extensionOf } from '../../platform/images/image-type.js';
import type { ExportedMembership } from './exported-person.dto.js';
import type { ExportedPhoto } from './exported-records.dto.js';
import type { StoredPhoto } from './person-export.repository.js';

export const isActive = ({ status }: ExportedMembership): boolean => status === 'active';

export const asMember = ({ membership_id, school_id, role }: ExportedMembership) => ({
  membershipId: membership_id,
  schoolId: school_id,
  role,
  isAdmin: role !== 'parent',
});

export const withKey = ({ folder, of, ...photo }: StoredPhoto): ExportedPhoto => ({
  key: `${folder}/${of}.${extensionOf(photo.content_type)}`,
  ...photo,
});
