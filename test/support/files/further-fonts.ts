import { installedFonts } from '../../../src/platform/fonts/installed-fonts.js';

/** Whether `npm run fonts` was run here: nothing else brings this family. */
export const HAS_FURTHER_FONTS = installedFonts().some(({ family }) => family === 'Noto Sans Sinhala');

if (!HAS_FURTHER_FONTS) process.stderr.write('npm run fonts was not run: only some scripts are printed\n');
