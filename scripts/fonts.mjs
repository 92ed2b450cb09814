import { ensureFonts } from './lib/fonts.mjs';

// Installs the fonts of the scripts that the service itself does not bring along.
await ensureFonts();
