#!/usr/bin/env node
import { runToEnd } from '../runtime/run-to-end.ts';
import { runCommand } from './run-command.ts';

// A reader such as head that has enough closes the pipe: that is no failure, and nothing is left to do.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

void runToEnd(runCommand);
