import { existsSync } from 'node:fs';

const PLACES = [
  // Debian's package of the same name: without the interface of a desktop, a page takes a quarter of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of an installed Chromium: that of CHROMIUM, or a usual place; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** For containers: root has no sandbox there, and /dev/shm is small. */
export const LAUNCH_ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
