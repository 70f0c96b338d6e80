import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../../core/errors.ts';
import type { ImageDecoder } from '../../core/pictures/image-decoder.ts';
import { picturesOff, refusedImage, type Picture } from '../../core/pictures/picture.ts';
import { createFairGate } from '../../runtime/concurrency/fair-gate.ts';
import type { Decoded } from './decode-process.ts';
import { findImageType } from './image-type.ts';

// The file's name before and after the build.
const ENTRY = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'decode-process.ts' : 'decode-process.js', import.meta.url),
);
const IDLE_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** More images than are received and fetched at once. An image waits for no longer than another one may take. */
const GATE = { mostWaiting: 32, longestWaitMs: 35_000, windowMs: 600_000 };
/** Images of the operator's question whether any can be decoded. */
const NOBODY = '';

/** What it may take up: KB of memory besides files and code, of which Node reserves 600 MB; no files and no core dumps. */
const LIMITS = 'ulimit -c 0; ulimit -f 0; ulimit -s 2048; ulimit -d 1200000';
const TIMES = {
  /** The processor time of a process. It ends after that, and the next image gets a new one. */
  cpuSeconds: 15,
  /** The longest wait for one image. */
  longestMs: 30_000,
  /** How long the images of a publisher may take in ten minutes. */
  ofPublisherMs: 120_000,
};
/** A process that has worked for this part of its time ends, so that the next image has enough of it. */
const SPENT = 1 / 3;
/** A process that ends so soon may have been about to end when it got the image. */
const SOON_MS = 1_000;
/** It reads files, as it loads the library: it writes none, and starts no process, thread or inspector. */
const NODE_OPTIONS = [
  '--permission',
  '--allow-addons',
  '--allow-fs-read=*',
  '--max-old-space-size=64',
  '--no-warnings',
];
/** All of its environment. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' };

/** Others wait, or took long: that says nothing of whether images can be decoded. */
class Busy extends DomainError {}

/**
 * Decodes images in a process of its own, one at a time: of those that wait, first that of the publisher whose images have taken
 * the least time of late. The process has limits, and none of the environment of this one. It ends when it is idle, when it has
 * worked for long, and when it fails.
 * @param entry The file that it runs, for tests.
 */
export function createImageDecoder(entry = ENTRY, times: Partial<typeof TIMES> = {}): ImageDecoder {
  const { cpuSeconds, longestMs, ofPublisherMs } = { ...TIMES, ...times };
  const gate = createFairGate({
    ...GATE,
    ofUserMs: ofPublisherMs,
    refusal: manyWait,
    refusalOfUser: tooLong,
  });
  let child: ChildProcess | undefined;
  let spentMs = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const askNew = (image: Uint8Array | null) => {
    spentMs = 0;
    return askProcess((child = start(entry, cpuSeconds)), image, longestMs);
  };
  const askKnown = async (known: ChildProcess, image: Uint8Array | null) => {
    const began = performance.now();
    return askProcess(known, image, longestMs).catch((error: unknown) => {
      // It may have ended since the image before; one that ended later was ended by this image.
      if (known.connected || performance.now() - began > SOON_MS) throw error;
      return askNew(image);
    });
  };
  const ask = (user: string, image: Uint8Array | null): Promise<Decoded> =>
    gate.run(user, async () => {
      clearTimeout(idle);
      const began = performance.now();
      try {
        return await (child === undefined ? askNew(image) : askKnown(child, image));
      } catch (error) {
        end();
        throw error;
      } finally {
        spentMs += performance.now() - began;
        if (spentMs > SPENT * cpuSeconds * 1_000) end();
        idle = setTimeout(end, IDLE_MS).unref();
      }
    });
  return {
    async decode(image, publisherId) {
      if (findImageType(image) === undefined) throw refusedImage('IMAGE_FORMAT');
      // An image that ends its process is broken, or needs too much memory or processor time.
      const decoded = await ask(publisherId, image).catch((error: unknown) => {
        throw error instanceof DomainError ? error : refusedImage('IMAGE_BROKEN');
      });
      if (decoded.kind === 'refused') throw refusedImage(`IMAGE_${decoded.why}`);
      if (decoded.kind === 'unavailable') throw picturesOff(decoded.message);
      return toPicture(decoded);
    },
    async findFault() {
      try {
        const answer = await ask(NOBODY, null);
        return answer.kind === 'unavailable' ? answer.message : undefined;
      } catch (error) {
        if (error instanceof Busy) return undefined;
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

function start(entry: string, cpuSeconds: number): ChildProcess {
  const command = `${LIMITS}; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...NODE_OPTIONS, entry], {
    cwd: '/',
    env: ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => undefined).unref();
  child.channel?.unref();
  return child;
}

/** Rejects when the process ends, and with SERVICE_UNAVAILABLE when it does not answer: then the machine is too busy. */
function askProcess(child: ChildProcess, image: Uint8Array | null, longestMs: number): Promise<Decoded> {
  const { promise, resolve, reject } = Promise.withResolvers<Decoded>();
  const fail = () => reject(new Error('The process that decodes images ended.'));
  const late = setTimeout(() => reject(unavailable('The image could not be decoded in time')), longestMs);
  child.once('message', resolve).once('exit', fail).once('error', fail);
  child.send(image as never, (error) => error && fail());
  return promise.finally(() => {
    clearTimeout(late);
    child.off('message', resolve).off('exit', fail).off('error', fail);
  });
}

function toPicture({ width, height, ...sizes }: Extract<Decoded, { kind: 'picture' }>): Picture {
  const { small, medium, large } = sizes;
  const hash = createHash('sha256');
  for (const file of [small, medium, large]) hash.update(file);
  return { id: `${hash.digest('hex')}-${width}x${height}`, small, medium, large };
}

function unavailable(what: string): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', ...tryLater(what));
}

function manyWait(): Busy {
  return new Busy('SERVICE_UNAVAILABLE', ...tryLater('Many images wait to be decoded'));
}

function tryLater(what: string): [message: string, facts: { readonly retryAfterSeconds: number }] {
  return [
    `${what}: try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  ];
}

function tooLong(waitMs: number): Busy {
  const seconds = Math.ceil(waitMs / 1_000);
  return new Busy(
    'RATE_LIMITED',
    `Your images took long to decode: try again in ${seconds} seconds, or make them smaller.`,
    { retryAfterSeconds: seconds },
  );
}
