import * as privacy from '../../../clients/typescript/examples/privacy.js';
import * as changes from '../../../clients/typescript/examples/changes.js';
import * as calendar from '../../../clients/typescript/examples/calendar.js';
import * as organizations from '../../../clients/typescript/examples/organizations.js';
import * as features from '../../../clients/typescript/examples/school-features.js';
import * as watch from '../../../clients/typescript/examples/watch.js';
import * as webhooks from '../../../clients/typescript/examples/webhooks.js';
import { aPhoto } from '../../support/files/images.js';
import type { Lincoln } from '../lincoln.js';

const INES = 'ines.dahl@example.org';
const MARIA = 'maria.park@example.org';
const KIM = 'kim.lee@example.org';

export async function schoolFeaturesAndWatch(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  await lincoln.run(features.getSchoolFeatures, MARIA, { schoolId });
  await lincoln.run(watch.getWatch, MARIA, { schoolId });
}

export async function calendarOfASchool(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  await lincoln.run(calendar.listCalendar, MARIA, { schoolId });
  const eventId = await lincoln.run(calendar.createEvent, INES, { schoolId });
  await lincoln.run(calendar.getEvent, MARIA, { schoolId, eventId });
  await lincoln.run(calendar.changeEvent, INES, { schoolId, eventId });
  await lincoln.run(calendar.answerEvent, MARIA, { schoolId, eventId });
  await lincoln.run(calendar.listEventRsvps, INES, { schoolId, eventId });
  await lincoln.run(calendar.exportEventRsvps, INES, { schoolId, eventId });
  await lincoln.run(calendar.sendEventReminders, INES, { schoolId, eventId });
  await lincoln.run(calendar.deleteEvent, INES, { schoolId, eventId });
  const { cursor } = await lincoln.run(changes.listChanges, MARIA, { schoolId, since: '' });
  const seriesId = await lincoln.run(calendar.createEventSeries, INES, { schoolId });
  await lincoln.run(changes.listChanges, MARIA, { schoolId, since: cursor });
  await lincoln.run(calendar.listEventSeries, MARIA, { schoolId });
  await lincoln.run(calendar.getEventSeries, MARIA, { schoolId, seriesId });
  const since = lincoln.t.clock.now().toISOString();
  await lincoln.run(calendar.changeEventSeries, INES, { schoolId, seriesId });
  await lincoln.run(calendar.listOccurrences, MARIA, { schoolId, seriesId });
  await lincoln.run(calendar.deleteEventSeries, INES, { schoolId, seriesId });
  await lincoln.run(privacy.listAuditEntries, INES, { schoolId, since });
  const subscription = await lincoln.run(calendar.createCalendarSubscription, MARIA, { schoolId });
  await lincoln.run(calendar.listCalendarSubscriptions, MARIA, { schoolId });
  await lincoln.run(calendar.deleteCalendarSubscription, MARIA, {
    schoolId,
    subscriptionId: subscription.id,
  });
}

export async function webhooksOfASchool(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  const { id: webhookId } = await lincoln.run(webhooks.createWebhook, INES, { schoolId });
  await lincoln.run(webhooks.listWebhooks, INES, { schoolId });
  await lincoln.run(webhooks.changeWebhook, INES, { schoolId, webhookId });
  await lincoln.run(webhooks.renewWebhookSecret, INES, { schoolId, webhookId });
  const deliveryId = await lincoln.run(webhooks.testWebhook, INES, { schoolId, webhookId });
  await lincoln.run(webhooks.listWebhookDeliveries, INES, { schoolId, webhookId });
  await lincoln.run(webhooks.replayWebhookDelivery, INES, { schoolId, webhookId, deliveryId });
  await lincoln.run(webhooks.deleteWebhook, INES, { schoolId, webhookId });
}

export async function aTeamAndItsPeople(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  const organizationId = await lincoln.idOf('organizations', "short_name = 'cross-country'");
  const [ada, noor] = [
    await lincoln.idOf('students', "first_name = 'Ada'"),
    await lincoln.idOf('students', "first_name = 'Noor'"),
  ];
  await lincoln.run(organizations.listOrganizations, MARIA, { schoolId });
  await lincoln.run(organizations.addOrganizationStudent, KIM, { organizationId, studentId: noor });
  await lincoln.run(organizations.getOrganizationRoster, MARIA, { organizationId });
  await lincoln.run(organizations.exportOrganizationRoster, INES, { organizationId });
  await lincoln.run(organizations.printOrganizationRoster, INES, { organizationId });
  await lincoln.run(organizations.removeOrganizationStudent, KIM, { organizationId, studentId: noor });
  await lincoln.run(organizations.listOrganizationCandidates, KIM, { organizationId });
  const membershipId = await lincoln.membershipOf(MARIA);
  await lincoln.run(organizations.addOrganizationParent, KIM, { organizationId, membershipId });
  await lincoln.run(organizations.removeOrganizationParent, KIM, { organizationId, membershipId });
  await lincoln.run(organizations.listNearbyFamilies, MARIA, { organizationId, studentId: ada });
  const coach = { membershipId: await lincoln.membershipOf(KIM), studentId: ada };
  await lincoln.run(organizations.replaceOrganizationLeadership, KIM, { organizationId, ...coach });
  await lincoln.run(organizations.changeOrganization, KIM, { organizationId });
}

export async function aTeamAndItsSeason(lincoln: Lincoln): Promise<void> {
  const organizationId = await lincoln.idOf('organizations', "short_name = 'cross-country'");
  const [race] = await lincoln.run(organizations.getOrganizationSchedule, MARIA, { organizationId });
  const eventId = race?.id ?? '';
  await lincoln.run(organizations.putOrganizationResult, KIM, { organizationId, eventId });
  await lincoln.run(organizations.listOrganizationResults, MARIA, { organizationId });
  await lincoln.run(organizations.getOrganization, MARIA, { organizationId });
  await lincoln.run(organizations.removeOrganizationResult, KIM, { organizationId, eventId });
  const photo = new Blob([new Uint8Array(await aPhoto('image/jpeg'))]);
  const photoKey = await lincoln.run(organizations.createOrganizationPhotoUploadUrl, KIM, {
    organizationId,
    photo,
  });
  const photoId = await lincoln.run(organizations.addOrganizationPhoto, KIM, { organizationId, photoKey });
  await lincoln.run(organizations.listOrganizationPhotos, MARIA, { organizationId });
  await lincoln.run(organizations.getOrganizationPhotoDownloadUrl, MARIA, { organizationId, photoId });
  await lincoln.run(organizations.deleteOrganizationPhoto, KIM, { organizationId, photoId });
}
