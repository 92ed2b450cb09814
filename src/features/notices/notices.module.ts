import { Module } from '@nestjs/common';
import { VIEWER } from '../../policy/audience.js';
import { isNoticeVisible } from '../../policy/notice-visibility.js';
import { mailedAttachments, isMailedAlert, whenOpen } from '../alerts/alert-audience.js';
import { type AlertKind, type NotifiedItems, AlertKinds } from '../alerts/alert-kinds.js';
import { isTarget, ofSchool, reasonWhenHiddenOrOver } from '../alerts/notifications/notification-targets.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { NoticeChangesService } from './notice-changes.service.js';
import { NoticesController } from './notices.controller.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';
import { EmbeddedImagesModule } from '../embedded-images/embedded-images.module.js';
import { NoticeImporter } from './notice.importer.js';

const CREATED: AlertKind = { kind: 'notice_created', schedule: whenOpen('starts_at', 'expires_at') };

const AVAILABILITY = `
  select item.organization_id, ${reasonWhenHiddenOrOver(isNoticeVisible('item', VIEWER), 'expires_at')} as hidden
  from notices item where ${isTarget('notice')}`;

const CONTENT = `
  select 'notice' as type, 'notices' as feature, notice.id, notice.title, notice.body as html, notice.organization_id,
    notice.created_by_membership_id as author_id, notice.starts_at as since, notice.expires_at as until,
    ${mailedAttachments('notice')} as attachments, null::json as claims
  from notices notice
  where ${isMailedAlert('notice', [CREATED])} and notice.starts_at <= $2 and notice.expires_at > $2`;

const NOTICE_ALERTS: NotifiedItems = {
  target: { feature: 'notices', path: ofSchool('notices'), availability: AVAILABILITY },
  alerts: {
    table: 'notices',
    feature: 'notices',
    author: 'item.created_by_membership_id',
    kinds: [CREATED],
    contents: [CONTENT],
  },
};

@Module({
  imports: [AlertsModule, AttachmentsModule, EmbeddedImagesModule, PublishingModule],
  controllers: [NoticesController],
  providers: [NoticeChangesService, NoticeImporter, NoticesRepository, NoticesService],
  exports: [NoticeImporter],
})
export class NoticesModule {
  constructor(kinds: AlertKinds) {
    kinds.register('notice', NOTICE_ALERTS);
  }
}
