import { compileService } from './lib/compile.mjs';
import { inRoot } from './lib/project.mjs';

// The image has a Node.js of its own, which takes nothing that another one's V8 has made.
compileService(inRoot('dist', 'src'));
