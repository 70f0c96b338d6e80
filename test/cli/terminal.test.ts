import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import stringWidth from 'string-width';
import { cut, toFields, toTable } from '../../src/cli/print.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { startCli } from './run-cli.ts';

const ESCAPE = String.fromCharCode(27);
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

describe('tables', () => {
  it.each([
    ['東京の抽選', 10],
    ['가나다', 6],
    ['👩‍👩‍👧‍👦 🇯🇵', 5],
    ['e\u0301clair', 6],
    ['a\u200Bb', 2],
    ['ＡＢ', 4],
  ])('give %s the columns that it takes in a terminal', (text, columns) => {
    const [heading = '', row = ''] = toTable(['TITLE', 'X'], [[text, '|']]).split('\n');
    const width = Math.max(columns, 5) + 2;
    expect(stringWidth(row.slice(0, row.indexOf('|')))).toBe(width);
    expect(heading.indexOf('X')).toBe(width);
    expect(stringWidth(text)).toBe(columns);
  });

  it('align names of fields too', () => {
    expect(toFields({ 名前: 'one', Id: 'two' })).toBe('名前  one\nId    two');
  });

  it('cut a text by columns, never within a character', () => {
    expect(cut('東京の', 5)).toBe('東京');
    expect(cut('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦');
    expect(cut('abc', -1)).toBe('');
  });
});

describe('the start', () => {
  it.each(['--version', '--help', 'keys --help', 'feed --url http://127.0.0.1:9'])(
    '%s loads neither the verification of draws nor the server',
    async (args) => {
      const hook = `import { registerHooks } from 'node:module';
        registerHooks({ load(url, context, next) { process._rawDebug('LOADS ' + url); return next(url, context); } });`;
      const flags = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
      const { stderr } = await promisify(execFile)(process.execPath, [...flags, MAIN, ...args.split(' ')], {
        env: CHILD_ENVIRONMENT,
      }).catch((error: { stderr: string }) => error);
      const loaded = [...stderr.matchAll(/^LOADS (.*)$/gm)].map(([, url = '']) => url);
      expect(loaded.filter((url) => /src\/cli\//.test(url)).length).toBeGreaterThan(10);
      expect(
        loaded.filter((url) => /@noble|@ethereumjs|src\/(?:verification|adapters|app|config)\//.test(url)),
      ).toEqual([]);
    },
  );
});

describe('long work', () => {
  const response = (response: ServerResponse) =>
    response.end(JSON.stringify({ data: { feed: { nodes: [], pageInfo: { hasNextPage: false } } } }));

  async function serve() {
    const waiting: ServerResponse[] = [];
    const server = createServer((_request, response) => void waiting.push(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, waiting, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it('is shown in a terminal while it lasts, and removed before the result', async () => {
    const { server, waiting, url } = await serve();
    const command = startCli(['feed', '--url', url], { TERM: 'xterm' }, { inTerminal: true });
    await command.line(/Waiting for http:\/\/127\.0\.0\.1:\d+: \d+ s/);
    waiting.forEach(response);
    await command.line(new RegExp(`\\r${ESCAPE}\\[2KNo listing matches`));
    await once(command.child, 'close');
    server.close();
  });

  it('writes nothing where standard error is no terminal', async () => {
    const { server, waiting, url } = await serve();
    const command = startCli(['feed', '--url', url], {});
    while (waiting.length === 0) await once(server, 'request');
    // Longer than a terminal shows nothing.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    waiting.forEach(response);
    await once(command.child, 'close');
    expect(command.output()).toBe('No listing matches.\n');
    server.close();
  });
});
