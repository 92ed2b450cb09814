import type { FieldError } from '../../errors/app-error.js';
import type { ReceivedForm } from '../../http/received-form.js';
import type { FileToStore } from '../../storage/object-store.js';
import { typeByName, type AttachmentType } from './attachment-type.js';
import { ATTACHED_TO, type AttachedTo } from './attachment.entity.js';
import { IncompleteUploadError, UnsupportedAttachmentTypeError } from './attachments.errors.js';
import { fileNameOf } from './file-name.js';
import { typeOfFile } from './type-of-file.js';

/** What browsers send when the system does not know the extension: it says nothing, and so agrees with everything. */
const ANY_TYPE = 'application/octet-stream';

/** A file that may become an attachment: looked over, and still where it was received. */
export interface AcceptedUpload extends FileToStore {
  entityType: AttachedTo;
  fileName: string;
  contentType: AttachmentType;
}

/**
 * @throws IncompleteUploadError
 * @throws UnsupportedAttachmentTypeError when extension, declared type and bytes do not agree on one of the types
 */
export async function acceptUpload(form: ReceivedForm): Promise<AcceptedUpload> {
  const { entityType, file, fileName } = wholeOf(form);
  const contentType = typeByName(fileName);
  if (!contentType || ![contentType, ANY_TYPE].includes(file.contentType.toLowerCase()))
    throw new UnsupportedAttachmentTypeError();
  if ((await typeOfFile(file.path)) !== contentType) throw new UnsupportedAttachmentTypeError();
  return { entityType, fileName, contentType, path: file.path, sizeBytes: file.sizeBytes };
}

function wholeOf({ fields, file }: ReceivedForm) {
  const wrong: FieldError[] = [];
  const sent = fields.get('entity_type') ?? [];
  const entityType = ATTACHED_TO.find((known) => sent.length === 1 && known === sent[0]);
  if (!entityType)
    wrong.push({ path: 'entity_type', message: `entity_type is one of: ${ATTACHED_TO.join(', ')}` });
  const fileName = file && fileNameOf(file.name);
  if (!file) wrong.push({ path: 'file', message: 'file is required' });
  else if (file.sizeBytes === 0) wrong.push({ path: 'file', message: 'file is empty' });
  else if (!fileName) wrong.push({ path: 'file', message: 'file has a name with an extension' });
  if (!entityType || !file || !fileName || wrong.length > 0) throw new IncompleteUploadError(wrong);
  return { entityType, file, fileName };
}
