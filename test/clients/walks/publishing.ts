import * as categories from '../../../clients/typescript/examples/categories.js';
import * as documents from '../../../clients/typescript/examples/documents.js';
import * as images from '../../../clients/typescript/examples/images.js';
import * as menus from '../../../clients/typescript/examples/menus.js';
import * as notices from '../../../clients/typescript/examples/notices.js';
import * as organizations from '../../../clients/typescript/examples/organizations.js';
import * as notifications from '../../../clients/typescript/examples/notifications.js';
import * as staff from '../../../clients/typescript/examples/staff.js';
import { aPdf } from '../../support/files/attachment-files.js';
import { aPhoto } from '../../support/files/images.js';
import type { Lincoln } from '../lincoln.js';

const INES = 'ines.dahl@example.org';
const MARIA = 'maria.park@example.org';

const aFile = (name: string) =>
  new File([new Uint8Array(aPdf('Bus routes'))], name, { type: 'application/pdf' });

export async function documentsAndImages(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  await lincoln.run(categories.listCategories, MARIA, { schoolId });
  await lincoln.run(staff.listStaff, MARIA, { schoolId });
  const attachment = await lincoln.run(documents.uploadAttachment, INES, {
    ...{ schoolId, file: aFile('bus-routes.pdf') },
  });
  const documentId = await lincoln.run(documents.createDocument, INES, { schoolId, attachment });
  await lincoln.run(documents.listDocuments, MARIA, { schoolId });
  const [attachmentId = ''] = await lincoln.run(documents.getDocument, MARIA, { schoolId, documentId });
  const address = { schoolId, documentId, attachmentId: attachmentId ?? '' };
  await lincoln.run(documents.getDocumentAttachmentDownloadUrl, MARIA, address);
  await lincoln.run(documents.changeDocument, INES, { schoolId, documentId });
  await lincoln.run(documents.putSchoolDetails, INES, { schoolId });
  await lincoln.run(documents.deleteDocument, INES, { schoolId, documentId });
  const picture = new File([new Uint8Array(await aPhoto('image/png'))], 'playground.png', {
    type: 'image/png',
  });
  const html = await lincoln.run(images.uploadImage, INES, { schoolId, file: picture });
  const imageId = /image:([0-9a-f-]+)/.exec(html)?.[1] ?? '';
  await lincoln.run(images.getImageDownloadUrl, INES, { schoolId, imageId });
}

export async function noticesAndNotifications(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  const ines = await lincoln.as(INES);
  const form = await lincoln.unrecorded(() =>
    ines.POST('/schools/{schoolId}/attachments', {
      params: { path: { schoolId } },
      body: { entity_type: 'notice', file: aFile('order-form.pdf') },
    }),
  );
  const noticeId = await lincoln.run(notices.createNotice, INES, { schoolId, attachment: form.data });
  await lincoln.run(notices.listNotices, MARIA, { schoolId });
  const [notificationId = ''] = await lincoln.run(notifications.listNotifications, MARIA, { schoolId });
  await lincoln.run(notifications.getNotificationLink, MARIA, { notificationId });
  await lincoln.run(notifications.markNotificationRead, MARIA, { notificationId });
  await lincoln.run(notifications.markNotificationsRead, MARIA, { schoolId });
  const [attachmentId = ''] = await lincoln.run(notices.getNotice, MARIA, { schoolId, noticeId });
  await lincoln.run(notices.getNoticeAttachmentDownloadUrl, MARIA, {
    ...{ schoolId, noticeId, attachmentId: attachmentId ?? '' },
  });
  await lincoln.run(notices.listNoticeDeliveries, INES, { schoolId, noticeId });
  await lincoln.run(notifications.getMailHealth, INES, { schoolId });
  await lincoln.run(notices.acknowledgeNotice, MARIA, { schoolId, noticeId });
  await lincoln.run(notices.listNoticeAcknowledgements, INES, { schoolId, noticeId });
  await lincoln.run(notices.exportNoticeAcknowledgements, INES, { schoolId, noticeId });
  await lincoln.run(notices.sendNoticeReminders, INES, { schoolId, noticeId });
  await lincoln.run(notices.changeNotice, INES, { schoolId, noticeId });
  await lincoln.run(notices.deleteNotice, INES, { schoolId, noticeId });
}

export async function categoriesAndOrganizations(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  await lincoln.run(organizations.createOrganization, INES, { schoolId });
  const ines = await lincoln.as(INES);
  const present = await lincoln.unrecorded(() => categories.listCategories(ines, { schoolId }));
  const categoryId = await lincoln.run(categories.createCategory, INES, { schoolId });
  await lincoln.run(categories.changeCategory, INES, { schoolId, categoryId });
  const ids = [categoryId, ...present.map(({ id }) => id)];
  await lincoln.run(categories.orderCategories, INES, { schoolId, ids });
  await lincoln.run(categories.deleteCategory, INES, { schoolId, categoryId });
}

export async function menusOfAWeek(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  await lincoln.run(menus.listMenus, MARIA, { schoolId });
  await lincoln.run(menus.listMenusOfWeek, MARIA, { schoolId, start: '2026-10-04' });
  const [lunch] = await lincoln.run(menus.listMenusOfDay, MARIA, { schoolId, date: '2026-10-05' });
  await lincoln.run(menus.createMenuImage, MARIA, { schoolId, menuId: lunch?.id ?? '' });
  const [menuId = ''] = await lincoln.run(menus.createMenus, INES, { schoolId });
  await lincoln.run(menus.changeMenu, INES, { schoolId, menuId });
  await lincoln.run(menus.deleteMenu, INES, { schoolId, menuId });
  const { id: subscriptionId } = await lincoln.run(menus.createMenuSubscription, MARIA, { schoolId });
  await lincoln.run(menus.listMenuSubscriptions, MARIA, { schoolId });
  await lincoln.run(menus.deleteMenuSubscription, MARIA, { schoolId, subscriptionId });
}
