import { Injectable } from '@nestjs/common';
import { DataKeys } from '../../platform/auth/data-keys.js';
import type { Member } from '../../platform/auth/caller.js';
import { StaleCursorError } from './changes.errors.js';
import type { ChangeCursor } from './change-cursor.js';
import { lengthened, shortened } from './short-cursor.js';

/** The caller as the owner of a cursor: nobody else's can be opened, not even their own of another school. */
type Owner = Pick<Member, 'schoolId' | 'membershipId'>;

const VERSION = 2;

const purposeFor = ({ schoolId, membershipId }: Owner): string =>
  `changes ${VERSION} ${schoolId} ${membershipId}`;

/** Cursors are kept by those who get them: sealed, so that none is altered, read or used by another caller. */
@Injectable()
export class CursorSeal {
  constructor(private readonly keys: DataKeys) {}

  seal(owner: Owner, cursor: ChangeCursor): string {
    return this.keys.seal(purposeFor(owner), shortened(cursor));
  }

  /** @throws StaleCursorError it is no cursor of this caller */
  open(owner: Owner, sealed: string): ChangeCursor {
    let text: string;
    try {
      text = this.keys.open(purposeFor(owner), sealed);
    } catch {
      throw new StaleCursorError();
    }
    return lengthened(text);
  }
}
