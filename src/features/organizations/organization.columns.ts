import type { ImportedRow, RowColumns } from '../../platform/database/row-columns.js';
import type { Organization } from './organization.entity.js';

const NOT_A_PERSON = 'it tells of the organization: who belongs to it gets its name';
const OWN = { type: 'text', exported: NOT_A_PERSON, erased: 'it tells of the organization' } as const;
const SAID = { ...OWN, imported: 'given' } as const;

export const ORGANIZATION_COLUMNS = {
  id: { ...OWN, type: 'uuid' },
  schoolId: { ...OWN, type: 'uuid' },
  kind: { ...OWN, imported: 'always' },
  name: { ...OWN, imported: 'always', hashedSince: 1 },
  shortName: { ...OWN, imported: 'always' },
  category: { ...SAID, hashedSince: 1 },
  season: { ...SAID, hashedSince: 1 },
  description: SAID,
  website: SAID,
  meetingInfo: SAID,
  source: OWN,
  sourceId: OWN,
  sourceDigest: OWN,
  archivedAt: { ...OWN, type: 'timestamptz' },
  createdAt: { ...OWN, type: 'timestamptz' },
  updatedAt: { ...OWN, type: 'timestamptz' },
} as const satisfies RowColumns<Organization>;

/** The columns of an organization that sources give. Texts are normalised by the importer, rich text is sanitised. */
export type ImportedOrganizationColumns = ImportedRow<Organization, typeof ORGANIZATION_COLUMNS>;
