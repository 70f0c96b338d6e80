import { setSourceMapsSupport } from 'node:module';

// Of this program's files alone: those of its packages would take tens of megabytes and half of the start's processor time.
setSourceMapsSupport(true, { nodeModules: false });
