import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { findFreePort } from '../support/gateway/process.ts';
import { findProgram } from '../rehearsal/parts/programs.ts';

const CONFIG = 'deploy/compose/haproxy.cfg';

describeWith(
  findProgram('haproxy'),
  'haproxy is not installed',
  'the proxy in front of gateways',
  (haproxy) => {
    it('accepts its configuration without a warning', () => {
      const { status, stdout, stderr } = spawnSync(haproxy, ['-c', '-f', CONFIG], { encoding: 'utf8' });
      expect([status, stdout + stderr]).toEqual([0, expect.not.stringContaining('WARNING')]);
    });

    /** Stand for gateways: each answers with its name, and to probes with its state. */
    const states = { first: 200, second: 200 };
    let gateways: Server[];
    let proxy: ChildProcess;
    let folder: string;
    let url: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
      gateways = Object.keys(states).map((name) =>
        createServer(({ url: path }, response) => {
          response.statusCode = path === '/readyz' ? states[name as keyof typeof states] : 200;
          response.end(name);
        }).listen(0, '127.0.0.1'),
      );
      await Promise.all(gateways.map((gateway) => once(gateway, 'listening')));
      const ports = gateways.map((gateway) => (gateway.address() as AddressInfo).port);
      const port = await findFreePort();
      url = `http://127.0.0.1:${port}`;
      const servers = ports
        .map((each) => `server gateway${each} 127.0.0.1:${each} check inter 50ms fall 2 rise 1`)
        .join('\n    ');
      // Names of containers are found on a machine with containers only.
      const text = readFileSync(CONFIG, 'utf8')
        .replaceAll(/server-template .*/g, servers)
        .replace('bind :8080', `bind 127.0.0.1:${port}`);
      writeFileSync(join(folder, 'haproxy.cfg'), text);
      proxy = spawn(haproxy, ['-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
      expect((await answersUntil((names) => names.size === 2)).size).toBe(2);
    });
    afterAll(async () => {
      // One that could not start has ended already.
      if (proxy.kill('SIGKILL')) await once(proxy, 'exit');
      for (const gateway of gateways) gateway.closeAllConnections();
      for (const gateway of gateways) gateway.close();
      rmSync(folder, { recursive: true });
    });

    /** The gateways that answer six requests; failures have the status instead. */
    async function answers(): Promise<Set<string>> {
      const requests = Array.from({ length: 6 }, async () => {
        const response = await fetch(`${url}/feed.json`);
        return response.ok ? response.text() : String(response.status);
      });
      return new Set(await Promise.all(requests).catch((error: unknown) => [String(error)]));
    }

    const answersUntil = (isRight: (names: ReadonlySet<string>) => boolean) => eventually(answers, isRight);

    it('sends requests to ready gateways alone', async () => {
      states.first = 503;
      expect(await answersUntil((names) => !names.has('first'))).toEqual(new Set(['second']));
      states.first = 200;
      expect(await answersUntil((names) => names.size === 2)).toEqual(new Set(['first', 'second']));
    });

    it('sends requests to gateways that run while none is ready', async () => {
      states.first = states.second = 503;
      // Long after the proxy knows.
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const answer of [...(await answers()), ...(await answers())])
        expect(Object.keys(states)).toContain(answer);
      states.first = states.second = 200;
    });

    it('shows probes to nobody', async () => {
      for (const path of ['/healthz', '/readyz']) expect((await fetch(url + path)).status).toBe(404);
    });
  },
);
