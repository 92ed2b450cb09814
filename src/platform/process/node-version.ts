/*
 * The first import of every program: on a Node.js that is too old a program would start, and fail with what it does not know
 * when somebody asks for it. It imports nothing itself.
 */

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `Node.js ${process.versions.node} is too old: install Node.js 22.12 or newer, or use "npm start", which brings its own.\n`,
  );
  process.exit(1);
}
