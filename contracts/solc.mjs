#!/usr/bin/env node
// The compiler of the lockfile (WebAssembly) behind the command line of a native one, which forge expects.
import { readFileSync } from 'node:fs';
import solc from 'solc';

if (process.argv.includes('--version')) {
  const version = solc.version().replace('Emscripten.clang', 'Linux.g++');
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`);
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
