import { ImportUndoService } from '../../../src/imports/undo/import-undo.service.js';
import type { UndoReport } from '../../../src/imports/undo/undo-report.js';
import type { ImportApp } from '../a-fed-app.js';

export const undo = (
  { services }: Pick<ImportApp, 'services'>,
  runId: string,
  dryRun = false,
): Promise<UndoReport> => services.get(ImportUndoService).undo({ runId, dryRun });
