import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../core/errors.ts';
import { createGate } from '../../runtime/concurrency/gate.ts';

// The file's name before and after the build.
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? 'render-image-thread.ts' : 'render-image-thread.js',
  import.meta.url,
);
const IDLE_MS = 10_000;
const MAX_RENDERING_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;
/** Images that were drawn last, by their SVG: a change of the feed leaves most of them as they are. */
const drawn = new LRUCache<string, Uint8Array>({
  maxSize: 4_000_000,
  sizeCalculation: ({ length }) => length,
});
const gate = createGate({
  atOnce: 1,
  mostWaiting: 16,
  longestWaitMs: 2_000,
  refusal: () => unavailable('There are too many images to draw at the moment: try again shortly.'),
});

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Converts an SVG image to PNG, in a thread of low priority, one image at a time. The text of the image uses DejaVu Sans,
 * and fonts of the system for characters that it lacks; no character without a font is drawn. Other images are never loaded. The thread ends when it is idle. Throws SERVICE_UNAVAILABLE when too many images wait, or when
 * the thread fails.
 */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const known = drawn.get(svg);
  if (known !== undefined) return known;
  return gate.run(async () => {
    clearTimeout(idle);
    try {
      const png = await renderIn((thread ??= start()), svg);
      drawn.set(svg, png);
      return png;
    } catch (error) {
      end();
      throw error;
    } finally {
      idle = setTimeout(end, IDLE_MS).unref();
    }
  });
}

function start(): Worker {
  const worker = new Worker(ENTRY, { name: 'images' });
  worker.unref();
  // Also when it fails between two images.
  worker
    .on('error', () => undefined)
    .once('exit', () => {
      if (thread === worker) thread = undefined;
    });
  return worker;
}

function end(): void {
  void thread?.terminate();
  thread = undefined;
}

function renderIn(worker: Worker, svg: string): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const fail = (cause: unknown) =>
    reject(unavailable('The image could not be drawn at the moment: try again shortly.', cause));
  const late = setTimeout(() => fail(new Error('The image took too long.')), MAX_RENDERING_MS);
  const stopped = () => fail(new Error('The thread ended.'));
  const receive = (drawn: Uint8Array | string) =>
    typeof drawn === 'string' ? fail(new Error(drawn)) : resolve(drawn);
  worker.once('message', receive).once('error', fail).once('exit', stopped);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, as a window has.
  worker.postMessage(svg);
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', receive).off('error', fail).off('exit', stopped);
  });
}

function unavailable(message: string, cause?: unknown): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
