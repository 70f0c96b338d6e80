import * as module from 'node:module';

// Loaded before the program, which an older Node.js would refuse by the name of a function that it lacks.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 17)) {
  process.stderr.write(`Node.js ${process.versions.node} is too old: use 22.17 or later.\n`);
  process.exit(1);
}

// Of this program's files alone: those of its packages would take tens of megabytes and half of the start's processor time.
module.setSourceMapsSupport(true, { nodeModules: false });
