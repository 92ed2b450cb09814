import type { IssueLog } from '../issue-log.js';
import type { OrgRow } from '../parse/roster-data.js';

/** Where an org leads: to a school, to nothing but a grouping above schools, or nowhere. */
export type OrgMeaning =
  | { kind: 'school'; schoolId: string; department: string | null }
  | { kind: 'group' }
  | { kind: 'closed' }
  | { kind: 'unknown' };

const GROUPS = new Set([
  'district',
  'local',
  'state',
  'national',
  'region',
  'ministryofeducation',
  'localeducationagency',
]);

const NAME_LENGTH = 200;

/** The orgs of an export, over the schools that are stored already. */
export class OrgTree {
  private readonly meanings = new Map<string, OrgMeaning>();

  constructor(
    private readonly orgs: Map<string, OrgRow>,
    private readonly storedSchools: ReadonlyMap<string, unknown>,
  ) {}

  /** The schools that the export itself names. */
  schools(): OrgRow[] {
    return [...this.orgs.values()].filter((org) => org.active && org.type === 'school');
  }

  /** The nearest ancestor of type school, the org itself included. */
  meaningOf(orgId: string): OrgMeaning {
    let meaning = this.meanings.get(orgId);
    if (!meaning) this.meanings.set(orgId, (meaning = this.climb(orgId)));
    return meaning;
  }

  reportOddities(log: IssueLog): void {
    for (const org of this.orgs.values()) {
      const location = { file: 'orgs.csv', line: org.line };
      if (org.type === 'school' && !org.active) {
        log.warn(
          location,
          'school_not_active',
          org.id,
          'The school is not active; it and its people were left alone.',
        );
      } else if (org.active && this.meaningOf(org.id).kind === 'unknown') {
        log.warn(location, 'org_without_school', org.id, 'This is no school and belongs to none.');
      }
    }
  }

  private climb(orgId: string): OrgMeaning {
    const visited = new Set<string>();
    let department: string | null = null;
    let grouped = false;
    for (let id = orgId; id !== '' && !visited.has(id);) {
      visited.add(id);
      const org = this.orgs.get(id);
      if (!org && !this.storedSchools.has(id)) break;
      if (!org || org.type === 'school') {
        return org?.active === false ? { kind: 'closed' } : { kind: 'school', schoolId: id, department };
      }
      if (org.type === 'department') department ??= org.name.slice(0, NAME_LENGTH).toWellFormed() || null;
      grouped ||= GROUPS.has(org.type);
      id = org.parentId;
    }
    return { kind: grouped ? 'group' : 'unknown' };
  }
}
