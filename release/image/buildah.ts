import { join } from 'node:path';
import { run } from '../run.ts';

/** The names of the two images that the Dockerfile builds on. */
export interface BaseImages {
  /** Has Node.js and npm, and builds. */
  readonly node: string;
  /** Has what Node.js needs, and runs. */
  readonly base: string;
}

/** npm opens more files at once than buildah allows by default. */
const OPEN_FILES = '--ulimit=nofile=16384:16384';

/** What an image says about the containers that run it. */
export interface ImageDescription {
  readonly User?: string;
  readonly Healthcheck?: { readonly Test?: readonly string[] };
  readonly Volumes?: Readonly<Record<string, unknown>>;
  readonly Cmd?: readonly string[];
  readonly Env?: readonly string[];
}

/** Images in a folder of their own. */
export interface Store {
  /** Builds the image of the Dockerfile; returns its id. */
  build(images: BaseImages): string;
  /** Makes an image of another one, or of nothing (`scratch`), and a folder, with variables for the steps that use it. */
  add(name: string, from: string, folder: string, variables?: Readonly<Record<string, string>>): void;
  describe(image: string): ImageDescription;
  /** Lets the work see the files of the image. */
  withFiles(image: string, work: (root: string) => Promise<void>): Promise<void>;
  close(): void;
}

/** Opens a store of images below a folder. Without a kernel's help, so that it works in a container too. */
export function openStore(folder: string): Store {
  const place = [
    `--root=${join(folder, 'images')}`,
    `--runroot=${join(folder, 'running')}`,
    '--storage-driver=vfs',
  ];
  const buildah = (...args: readonly string[]) => run('.', 'buildah', ...place, ...args).trim();
  return {
    build({ node, base }) {
      const commit = run('.', 'git', 'rev-parse', 'HEAD').trim();
      const values = { NODE_IMAGE: node, BASE_IMAGE: base, COMMIT: commit };
      const args = Object.entries(values).map(([name, value]) => `--build-arg=${name}=${value}`);
      // Docker's format has the check of health.
      const printed = buildah(
        'build',
        '--isolation=chroot',
        OPEN_FILES,
        '--format=docker',
        '--quiet',
        ...args,
        '.',
      );
      return printed.split('\n').at(-1) ?? '';
    },
    add(name, from, folder, variables = {}) {
      const container = buildah('from', '--pull-never', from);
      buildah('add', '--quiet', container, folder, '/');
      for (const [variable, value] of Object.entries(variables))
        buildah('config', `--env=${variable}=${value}`, container);
      buildah('commit', '--quiet', '--rm', container, name);
    },
    describe(image) {
      const { Docker } = JSON.parse(buildah('inspect', '--type=image', image)) as {
        readonly Docker: { readonly config: ImageDescription };
      };
      return Docker.config;
    },
    async withFiles(image, work) {
      const container = buildah('from', '--pull-never', image);
      try {
        await work(buildah('mount', container));
      } finally {
        buildah('umount', container);
      }
    },
    close() {
      buildah('rm', '--all');
      buildah('rmi', '--all', '--force');
    },
  };
}
