import type { DirectoryClient } from '../src/directory-client.js';

interface School {
  schoolId: string;
}
type OneWebhook = School & { webhookId: string };

/** The addresses that hear of changes in the school. */
export async function listWebhooks(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/webhooks', { params: { path: { schoolId } } });
  return data.webhooks.map(({ id, url, kinds, paused }) => ({ id, url, kinds, paused }));
}

/** An address that hears of notices and menus from now on. The secret is shown in this answer alone. */
export async function createWebhook(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/webhooks', {
    params: { path: { schoolId } },
    body: {
      url: 'https://app.example.org/hooks/school',
      kinds: ['notice.created', 'menu.changed'],
      description: 'The app',
    },
  });
  return { id: data.id, secret: data.secret };
}

/** Other kinds; what was paused goes on. */
export async function changeWebhook(api: DirectoryClient, { schoolId, webhookId }: OneWebhook) {
  const { data } = await api.PATCH('/schools/{schoolId}/webhooks/{webhookId}', {
    params: { path: { schoolId, webhookId } },
    body: { kinds: ['notice.created', 'notice.updated'], paused: false },
  });
  return data.kinds;
}

/** Another secret; the one of before signs beside it for 24 hours. */
export async function renewWebhookSecret(api: DirectoryClient, { schoolId, webhookId }: OneWebhook) {
  const { data } = await api.POST('/schools/{schoolId}/webhooks/{webhookId}/secret', {
    params: { path: { schoolId, webhookId } },
  });
  return data.secret;
}

/** A delivery that says nothing, to see whether the receiver takes it. */
export async function testWebhook(api: DirectoryClient, { schoolId, webhookId }: OneWebhook) {
  const { data } = await api.POST('/schools/{schoolId}/webhooks/{webhookId}/test', {
    params: { path: { schoolId, webhookId } },
  });
  return data.delivery_id;
}

/** What has become of the newest ones. */
export async function listWebhookDeliveries(api: DirectoryClient, { schoolId, webhookId }: OneWebhook) {
  const { data } = await api.GET('/schools/{schoolId}/webhooks/{webhookId}/deliveries', {
    params: { path: { schoolId, webhookId } },
  });
  return data.deliveries.map(({ id, kind, state, attempts }) => ({ id, kind, state, attempts }));
}

/** Once more, under the same id. */
export async function replayWebhookDelivery(
  api: DirectoryClient,
  { schoolId, webhookId, deliveryId }: OneWebhook & { deliveryId: string },
) {
  await api.POST('/schools/{schoolId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay', {
    params: { path: { schoolId, webhookId, deliveryId } },
  });
}

/** What waits for it is not sent any more. */
export async function deleteWebhook(api: DirectoryClient, { schoolId, webhookId }: OneWebhook) {
  await api.DELETE('/schools/{schoolId}/webhooks/{webhookId}', {
    params: { path: { schoolId, webhookId } },
  });
}
