import { extname } from 'node:path';
import type { FieldError } from '../../platform/errors/app-error.js';
import type { ReceivedForm } from '../../platform/storage/received-form.js';
import type { FileToStore } from '../../platform/storage/object-store.js';
import { type AttachmentType, typeByName, typeOfFile } from './attachment-type.js';
import { ATTACHED_TO, type AttachedTo } from './attachment.entity.js';
import { IncompleteUploadError, UnsupportedAttachmentTypeError } from './attachments.errors.js';
import { isStreamSafe, normalizeText } from '../../platform/text/normalize.js';

/** Contract section 0, rule 4: as a title. */
const MAX_CHARACTERS = 200;

/**
 * The name of a file as it is kept: without folders and control characters, and with its extension whatever its length.
 * @returns null when nothing is left but an extension, or not even that; or when it has more than 30 marks in a row
 */
export function fileNameOf(sent: string): string | null {
  const last = sent.split(/[/\\]/).at(-1);
  // Characters that turn the direction of writing, which would hide the extension, are not in it any more.
  const name = normalizeText(last);
  if (!name || !isStreamSafe(name)) return null;
  const extension = extname(name);
  const title = name.slice(0, name.length - extension.length).trimEnd();
  if (!title || !extension) return null;
  return (
    [...title]
      .slice(0, MAX_CHARACTERS - [...extension].length)
      .join('')
      .trimEnd() + extension
  );
}

/** Type that browsers send when the system does not know the extension: it says nothing, and so agrees with everything. */
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
