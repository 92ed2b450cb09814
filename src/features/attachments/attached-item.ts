import type { FileToStore } from '../../platform/storage/object-store.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import type { AttachmentType } from './attachment-type.js';
import type { AttachedTo, AttachmentOwner } from './attachment.entity.js';

/** The item whose attachments they are; its row is locked by the change that is under way. */
export interface AttachedItem {
  type: AttachmentOwner;
  schoolId: string;
  id: string;
}

/** The kind of item that a file of such an owner was uploaded for. */
export const uploadedAs = (owner: AttachmentOwner): AttachedTo =>
  owner === 'slip_response' ? 'permission_slip' : owner;

/** A write that attaches files: of a member, or of an import, which may attach whatever is unsaved in its school. */
export interface Attaching extends Omit<WriteContext, 'member'> {
  member: { schoolId: string; membershipId: string | null; isAdmin: boolean };
}

/** A file of an import, looked over, and still where it was found. */
export interface ImportedFile extends FileToStore {
  fileName: string;
  contentType: AttachmentType;
  /** SHA-256 of the content, hexadecimal. */
  digest: string;
}
