import { Injectable } from '@nestjs/common';
import type { Organization } from '../../features/organizations/organization.entity.js';
import {
  OrganizationImporter,
  type ImportedOrganization,
} from '../../features/organizations/organization.importer.js';
import { OrganizationGrantsService } from '../../features/organizations/organization-grants.service.js';
import { sanitizedRichText } from '../../platform/rich-text/rich-text.js';
import { isStoredAlready } from '../../platform/database/row-columns.js';
import { countInto, noCounts } from '../../platform/import-report.js';
import type { Entry } from './check-content.js';
import { ContentImages } from './content-images.js';
import { ContentImportRepository } from './content-import.repository.js';
import { ContentOrganizationPeople, type OrganizationPeople } from './content-organization-people.js';
import { reject, type ContentRun } from './content-run.js';
import { organizationNews, type Lists } from './organization-changes.js';
import type { OrganizationEntry } from './organization.schema.js';
import { digestToImport } from './content-students.js';

interface Taken {
  entry: OrganizationEntry;
  known: Organization | null;
  organization: ImportedOrganization;
  people: OrganizationPeople;
  /** People whom the file names and did not name before: later edits here stay. */
  newPeople: Lists;
  /** Digest that is stored after the import. */
  digest: string;
}

const SOURCE = 'content';

/** Reads the id of an organization once it is written. */
type IdOf = (taken: Taken) => string;

/** Imports teams, clubs and classes; nobody whom the file does not name is taken away. */
@Injectable()
export class ContentOrganizations {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly people: ContentOrganizationPeople,
    private readonly organizations: OrganizationImporter,
    private readonly grants: OrganizationGrantsService,
    private readonly images: ContentImages,
  ) {}

  async import(run: ContentRun): Promise<void> {
    const { manager, school, content } = run;
    if (content.organizations.length === 0) return;
    run.progress.step('organizations', 0, content.organizations.length);
    const stored = await this.repository.findOrganizations(manager, school.id);
    const given = content.organizations.filter((entry) => acceptable(run, entry, stored));
    const entries = await this.images.rememberKnown(run, given, (value) => value.short_name);
    const people = await this.people.find(run, entries);
    const taken = entries.map(({ value }) =>
      takenAs(value, stored.get(value.short_name) ?? null, people.get(value)!),
    );
    await this.write(run, taken);
    await this.images.settle(
      run,
      taken.flatMap(({ organization, known }) => [known?.description, organization.description]),
    );
    const written = await this.repository.findOrganizations(manager, school.id);
    const idOf: IdOf = ({ entry }) => written.get(entry.short_name)!.id;
    await this.importPeople(run, taken, idOf);
    run.progress.step('organizations', content.organizations.length, content.organizations.length);
  }

  private async write({ manager, school, report, now }: ContentRun, taken: Taken[]): Promise<void> {
    for (const [source, group] of Map.groupBy(taken, ({ known }) => known?.source ?? SOURCE)) {
      const organizations = group.map(({ organization }) => organization);
      const write = { schoolId: school.id, source, organizations, now };
      countInto(report, 'organizations', await this.organizations.importOrganizations(manager, write));
    }
    const digests = taken.flatMap(({ organization, known, digest }) =>
      known && organization.digest !== digest ? [{ id: known.id, digest }] : [],
    );
    await this.repository.restoreDigests(manager, school.id, 'organizations', digests);
  }

  private async importPeople(
    { manager, school, report, now }: ContentRun,
    taken: Taken[],
    idOf: IdOf,
  ): Promise<void> {
    const rostersOf = <P>(listOf: (people: Lists) => P[]) =>
      taken
        .map((one) => ({ organizationId: idOf(one), present: listOf(one.newPeople), leaving: [] }))
        .filter(({ present }) => present.length > 0);
    const write = { schoolId: school.id, source: SOURCE, now, untouched: [], retitles: true };
    const students = { ...write, rosters: rostersOf((people) => people.students) };
    countInto(report, 'organization_students', await this.organizations.importStudents(manager, students));
    const parents = { ...write, rosters: rostersOf((people) => people.parents) };
    countInto(report, 'organization_parents', await this.organizations.importParents(manager, parents));
    const leaders = { ...write, rosters: rostersOf((people) => people.leaders) };
    countInto(report, 'organization_leaders', await this.organizations.importLeaders(manager, leaders));
    const grants = taken.flatMap((one) =>
      one.people.editors.map((editor) => ({ ...editor, organizationId: idOf(one) })),
    );
    countInto(report, 'grants', await this.grants.write(manager, school.id, grants));
    for (const { people, newPeople } of taken) {
      for (const list of ['students', 'parents', 'leaders'] as const) {
        const unchanged = people[list].length - newPeople[list].length;
        countInto(report, `organization_${list}`, { ...noCounts(), unchanged });
      }
    }
  }
}

function acceptable(
  run: ContentRun,
  { value, line }: Entry<OrganizationEntry>,
  stored: Map<string, Organization>,
): boolean {
  const isNew = !stored.has(value.short_name);
  if (isNew && (value.name === undefined || value.kind === undefined)) {
    const message = 'organizations: an organization that is not there yet needs kind and name';
    reject(run, line, { code: 'missing_field', value: value.short_name, message });
    return false;
  }
  return true;
}

function takenAs(entry: OrganizationEntry, known: Organization | null, people: OrganizationPeople): Taken {
  const fields = {
    kind: entry.kind ?? known!.kind,
    name: entry.name ?? known!.name,
    category: entry.category,
    season: entry.season,
    website: entry.website,
    meetingInfo: entry.meeting_info,
    description: entry.description && sanitizedRichText(entry.description).html,
  };
  const { editors: _editors, ...lists } = people;
  const isOfContentFile = known === null || known.source === SOURCE;
  const news = organizationNews(entry, lists, isOfContentFile ? (known?.sourceDigest ?? null) : null);
  const isSame = known !== null && isStoredAlready(fields, known);
  return {
    entry,
    known,
    people,
    organization: {
      ...fields,
      sourceId: known?.sourceId ?? entry.short_name,
      shortNameFrom: entry.short_name,
      // The digest of another source does not tell what the file said before: there the fields decide.
      digest: digestToImport(news.digest, known, isOfContentFile ? !news.ofItself : isSame),
      archived: entry.archived,
    },
    newPeople: news.people,
    digest: (!isOfContentFile && known.sourceDigest) || news.digest,
  };
}
