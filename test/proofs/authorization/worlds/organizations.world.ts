import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../../support/organization.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import { EDITORS } from '../grid.js';

export type Organizations = Record<
  'this organization' | 'another organization' | "another school's" | 'archived organization',
  TestOrganization
>;

export const organizationsOf = async (
  t: TestApp,
  school: TestSchool,
  otherSchool: TestSchool,
): Promise<Organizations> => ({
  'this organization': await anOrganization(t, school),
  'another organization': await anOrganization(t, school),
  "another school's": await anOrganization(t, otherSchool),
  'archived organization': await anOrganization(t, school, { archivedAt: new Date() }),
});

/** One of each: its row, nobody follows the address. */
export async function photosOf(organizations: Organizations): Promise<Record<string, string>> {
  const photos = Object.entries(organizations).map(
    async ([target, organization]) => [target, (await organization.photo()).id] as const,
  );
  return Object.fromEntries(await Promise.all(photos));
}

/** The archived organization is granted to each of them as well: such a grant is not live. */
export async function tokensOfEditors(
  school: TestSchool,
  organizations: Organizations,
): Promise<Record<(typeof EDITORS)[number], string>> {
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)];
  const grants = {
    editor: { expiresAt: future },
    'editor not started': { startsAt: future },
    'editor expired': { expiresAt: past },
    'editor revoked': { revokedAt: past },
    'editor of another organization': {},
  };
  const tokenOf = async (kind: (typeof EDITORS)[number]): Promise<string> => {
    const editor: TestMember = await school.parent();
    const isElsewhere = kind === 'editor of another organization';
    const organization = organizations[isElsewhere ? 'another organization' : 'this organization'];
    await organization.grant(editor, grants[kind]);
    await organizations['archived organization'].grant(editor);
    return editor.token;
  };
  const tokens = await Promise.all(EDITORS.map(async (kind) => [kind, await tokenOf(kind)] as const));
  return Object.fromEntries(tokens) as Record<(typeof EDITORS)[number], string>;
}
