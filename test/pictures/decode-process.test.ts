import { describe, expect, it } from '@jest/globals';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageDecoder } from '../../src/adapters/pictures/decode-image.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { photo } from './support/images.ts';

const SOURCE = new URL('../../src/adapters/pictures/decode-process.ts', import.meta.url);

/** The ids of this process's children that decode images. */
async function children(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (status.includes(`\nPPid:\t${process.pid}\n`) && command.includes('decode-process'))
      found.push(Number(name));
  }
  return found;
}

const onLinux = process.platform === 'linux' ? true : undefined;
describeWith(onLinux, 'it reads /proc', 'The process that decodes images', () => {
  it('has no secret of the service, and limits', async () => {
    process.env['PLANTED_SECRET'] = 'planted';
    const decoder = createImageDecoder();
    await decoder.decode(await photo(50, 50).png().toBuffer(), 'pub_one');
    const [child = 0] = await children();
    const names = (await readFile(`/proc/${child}/environ`, 'utf8'))
      .split('\0')
      .map((each) => each.split('=')[0]);
    const known = [
      '',
      'MALLOC_ARENA_MAX',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'OLDPWD',
      'PWD',
      'UV_THREADPOOL_SIZE',
    ];
    expect(names.filter((name) => !known.includes(name ?? ''))).toEqual([]);
    const limits = await readFile(`/proc/${child}/limits`, 'utf8');
    expect(limits).toMatch(/Max data size +1228800000 +1228800000 /);
    expect(limits).toMatch(/Max cpu time +15 +15 /);
    expect(limits).toMatch(/Max file size +0 +0 /);
    expect(limits).toMatch(/Max core file size +0 +0 /);
    delete process.env['PLANTED_SECRET'];
    process.kill(child, 'SIGKILL');
  });

  it('starts again when it was killed', async () => {
    const decoder = createImageDecoder();
    const image = await photo(50, 50).png().toBuffer();
    const { id } = await decoder.decode(image, 'pub_one');
    for (const child of await children()) process.kill(child, 'SIGKILL');
    expect(await eventually(children, (left) => left.length === 0)).toEqual([]);
    expect((await decoder.decode(image, 'pub_one')).id).toBe(id);
    for (const child of await children()) process.kill(child, 'SIGKILL');
  });
});

describe('An image that is not decoded', () => {
  const decode = async (program: string, times: Parameters<typeof createImageDecoder>[1]) => {
    const folder = await mkdtemp(join(tmpdir(), 'decode-'));
    const entry = join(folder, 'decode-process.ts');
    await writeFile(entry, program);
    try {
      return await createImageDecoder(entry, times).decode(await photo(50, 50).png().toBuffer(), 'pub_one');
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('is refused when it takes too much processor time', async () => {
    const decoded = decode("process.on('message', () => { for (;;); });", {
      cpuSeconds: 1,
      longestMs: 300_000,
    });
    await expect(decoded).rejects.toMatchObject({ reason: 'IMAGE_BROKEN' });
  });

  it('may be sent again when the machine was too busy', async () => {
    const decoded = decode("process.on('message', () => undefined);", { cpuSeconds: 15, longestMs: 500 });
    await expect(decoded).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 });
  });
});

describe('Without the package sharp', () => {
  it('images are refused, and the fault is known', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'decode-'));
    const entry = join(folder, 'decode-process.ts');
    await cp(SOURCE, entry);
    const decoder = createImageDecoder(entry);
    expect(await decoder.findFault()).toMatch(/Cannot find package 'sharp'/);
    await expect(decoder.decode(await photo(50, 50).png().toBuffer(), 'pub_one')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'PICTURES_OFF',
    });
    await rm(folder, { recursive: true });
  });

  it('the fault is absent here', async () => {
    expect(await createImageDecoder().findFault()).toBeUndefined();
  });
});
