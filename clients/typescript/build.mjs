import { execSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const inDist = (path) => new URL(`dist/${path}`, import.meta.url);

// What an earlier build has left would be packed.
rmSync(inDist(''), { recursive: true, force: true });
for (const project of ['tsconfig.json', 'tsconfig.cjs.json'])
  execSync(`tsc -p ${project}`, { cwd: import.meta.dirname, stdio: 'inherit' });
// What lies there is CommonJS, whatever the package says of itself.
writeFileSync(inDist('cjs/package.json'), '{ "type": "commonjs" }\n');
