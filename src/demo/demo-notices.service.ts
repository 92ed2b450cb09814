import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { acceptUpload } from '../features/attachments/accepted-upload.js';
import { AttachmentUploadsService } from '../features/attachments/attachment-uploads.service.js';
import { ImageUploadsService } from '../features/embedded-images/image-uploads.service.js';
import { NoticeChangesService } from '../features/notices/notice-changes.service.js';
import type { Member } from '../platform/auth/caller.js';
import { embeddedImageIds } from '../platform/rich-text/rich-text.js';
import type { DemoNotice } from './data/notices.js';
import { type DemoNoticeRow, DemoAnswersRepository } from './demo-answers.repository.js';
import { DemoPeople } from './demo-people.js';
import { DEMO_FILES } from './demo-publications.js';

/** Member who adds what a content file cannot bring. */
const EDITOR = 'junior@demo.school';

/** Gives notices of a demo school their pictures and files, as an admin would. */
@Injectable()
export class DemoNotices {
  constructor(
    private readonly repository: DemoAnswersRepository,
    private readonly images: ImageUploadsService,
    private readonly attachments: AttachmentUploadsService,
    private readonly changes: NoticeChangesService,
  ) {}

  /** A second load changes nothing: what is there stays. */
  async illustrate(schoolId: string, notices: DemoNotice[]): Promise<void> {
    const [editor] = new DemoPeople(await this.repository.findMembers(schoolId)).named(EDITOR);
    if (!editor) return;
    for (const { key, picture, file } of notices) {
      const notice = picture || file ? await this.repository.findNotice(schoolId, key) : null;
      if (!notice) continue;
      if (picture && embeddedImageIds(notice.body).length === 0)
        await this.addPicture(editor, notice, picture);
      if (file && !notice.hasFiles) await this.addFile(editor, notice, file);
    }
  }

  private async addPicture(
    editor: Member,
    { id, body }: DemoNoticeRow,
    { file, alt }: Required<DemoNotice>['picture'],
  ): Promise<void> {
    const image = await this.images.add(editor, await readFile(join(DEMO_FILES, file)), 'image/png');
    await this.changes.change(editor, id, {
      body: `${body}<p><img src="image:${image.id}" alt="${alt}"></p>`,
    });
  }

  private async addFile(editor: Member, { id }: DemoNoticeRow, name: string): Promise<void> {
    const path = join(DEMO_FILES, name);
    const { size: sizeBytes } = await stat(path);
    const file = { name, path, sizeBytes, contentType: 'application/octet-stream' };
    const upload = await acceptUpload({ fields: new Map([['entity_type', ['notice']]]), file });
    const { key } = await this.attachments.add(editor, upload);
    await this.changes.change(editor, id, { attachments: [{ key }] });
  }
}
