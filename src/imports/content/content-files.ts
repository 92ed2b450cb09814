import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import {
  PayloadTooLargeError,
  UnavailableError,
  ValidationFailedError,
} from '../../platform/errors/app-error.js';
import { AttachmentImporter } from '../../features/attachments/attachment.importer.js';
import type { ImportedFile } from '../../features/attachments/attached-item.js';

/** A file that an entry names and that cannot be taken. */
export class FileRefusedError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Files that a content file names: those of its own folder alone, whoever wrote it. */
@Injectable()
export class ContentFiles {
  constructor(private readonly attachments: AttachmentImporter) {}

  /**
   * @param folder null where there is none
   * @throws FileRefusedError
   * @throws UnavailableError the scanner says nothing of one
   */
  async find(folder: string | null, paths: string[]): Promise<ImportedFile[]> {
    const files: ImportedFile[] = [];
    for (const [at, path] of paths.entries()) {
      const found = await within(folder, path, `files[${at}]`);
      files.push(await this.inspect(found, `files[${at}]`));
    }
    return files;
  }

  private async inspect(path: string, name: string): Promise<ImportedFile> {
    try {
      return await this.attachments.inspect(path);
    } catch (error) {
      if (error instanceof PayloadTooLargeError)
        throw new FileRefusedError('too_large', `${name} is larger than 10 MB`);
      if (error instanceof ValidationFailedError) {
        const { reason, fields } = error.details;
        throw new FileRefusedError(
          reason ?? 'empty_file',
          `${name}: ${fields?.[0]?.message ?? error.message}`,
        );
      }
      if (error instanceof UnavailableError) throw error;
      throw unreadable(error, name);
    }
  }
}

/** @returns where the file really is */
async function within(folder: string | null, path: string, name: string): Promise<string> {
  const outside = new FileRefusedError('foreign_path', `${name} is not below the folder of the content file`);
  if (folder === null || isAbsolute(path) || path.includes('\0') || path.split(/[/\\]/).includes('..'))
    throw outside;
  try {
    const found = await realpath(join(folder, path));
    if (!found.startsWith(join(await realpath(folder), sep))) throw outside;
    if (!(await stat(found)).isFile()) throw new FileRefusedError('missing_file', `${name} is no file`);
    return found;
  } catch (error) {
    throw error instanceof FileRefusedError ? error : unreadable(error, name);
  }
}

const unreadable = (error: unknown, name: string): FileRefusedError =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? new FileRefusedError('missing_file', `${name} is not there`)
    : new FileRefusedError('unreadable_file', `${name} cannot be read`);
