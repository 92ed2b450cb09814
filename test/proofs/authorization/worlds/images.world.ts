import { randomUUID } from 'node:crypto';
import { EmbeddedImage } from '../../../../src/features/embedded-images/embedded-image.entity.js';
import { Organization } from '../../../../src/features/organizations/organization.entity.js';
import type { TestMember, TestSchool } from '../../../support/school.factory.js';
import type { TestOrganization } from '../../../support/organization.factory.js';
import type { TestApp } from '../../../support/test-app.js';

type Named = Record<'this organization' | "another school's" | 'archived organization', TestOrganization>;

/** Images by who may see them: the rows, nobody follows the address. */
export async function imagesOf(
  t: TestApp,
  [school, otherSchool]: [TestSchool, TestSchool],
  organizations: Named,
  uploader: TestMember,
): Promise<{ schoolId: Record<string, string>; imageId: Record<string, string> }> {
  const add = (of: TestSchool, embeddedBy: TestOrganization | null) =>
    anImage(t, of, embeddedBy, embeddedBy ? null : uploader);
  const imageId = {
    'image of an organization': await add(school, organizations['this organization']),
    'image of an archived one': await add(school, organizations['archived organization']),
    'image that nothing embeds': await add(school, null),
    'image of another school': await add(otherSchool, organizations["another school's"]),
    'image that is elsewhere': '',
    'invented image': randomUUID(),
    'malformed image': 'mud',
  };
  imageId['image that is elsewhere'] = imageId['image of another school'];
  const schoolOf = (target: string): TestSchool =>
    target === 'image of another school' ? otherSchool : school;
  const schoolId = Object.fromEntries(Object.keys(imageId).map((target) => [target, schoolOf(target).id]));
  return { schoolId, imageId };
}

async function anImage(
  t: TestApp,
  { id: schoolId }: TestSchool,
  embeddedBy: TestOrganization | null,
  uploader: TestMember | null,
): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  await t.dataSource.manager.insert(EmbeddedImage, {
    id,
    schoolId,
    key: `images/${schoolId}/${id}.png`,
    contentType: 'image/png',
    width: 4,
    height: 3,
    sizeBytes: 99,
    uploadedByMembershipId: uploader?.membershipId ?? null,
    uploadedAt: now,
    unusedSince: embeddedBy ? null : now,
  });
  const description = `<p><img src="image:${id}" alt=""></p>`;
  if (embeddedBy) await t.dataSource.manager.update(Organization, { id: embeddedBy.id }, { description });
  return id;
}
