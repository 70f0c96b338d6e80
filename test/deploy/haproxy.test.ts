import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { findFreePort } from '../support/gateway/process.ts';
import { configureHaproxy, HAPROXY_CONFIGURATION } from '../support/http/haproxy.ts';
import { findProgram } from '../rehearsal/parts/programs.ts';

describeWith(
  findProgram('haproxy'),
  'haproxy is not installed',
  'the proxy in front of gateways',
  (haproxy) => {
    it('accepts its configuration without a warning', () => {
      const { status, stdout, stderr } = spawnSync(haproxy, ['-c', '-f', HAPROXY_CONFIGURATION], {
        encoding: 'utf8',
      });
      expect([status, stdout + stderr]).toEqual([0, expect.not.stringContaining('WARNING')]);
    });

    /** Stand for gateways: each answers with its name, and to probes with its state. */
    const states = { first: 200, second: 200 };
    /** Where one answers late. */
    const LATE = '/late';
    const LATE_MS = 4_000;
    let abandoned = 0;
    /** Where the first one ends without a response, and which requests arrived there. */
    const ENDS = '/ends';
    const arrived: string[] = [];
    let gateways: Server[];
    let proxy: ChildProcess;
    let folder: string;
    let url: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
      gateways = Object.keys(states).map((name) =>
        createServer(({ url: path, socket }, response) => {
          if (path === ENDS) arrived.push(name);
          if (path === ENDS && name === 'first') return void socket.destroy();
          response.statusCode = path === '/readyz' ? states[name as keyof typeof states] : 200;
          response.once('close', () => (abandoned += response.writableEnded ? 0 : 1));
          setTimeout(() => response.end(name), path === LATE ? LATE_MS : 0);
        }).listen(0, '127.0.0.1'),
      );
      await Promise.all(gateways.map((gateway) => once(gateway, 'listening')));
      const ports = gateways.map((gateway) => (gateway.address() as AddressInfo).port);
      const port = await findFreePort();
      url = `http://127.0.0.1:${port}`;
      writeFileSync(join(folder, 'haproxy.cfg'), configureHaproxy(port, ports));
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
    async function respondsTo(): Promise<Set<string>> {
      const requests = Array.from({ length: 6 }, async () => {
        const response = await fetch(`${url}/feed.json`);
        return response.ok ? response.text() : String(response.status);
      });
      return new Set(await Promise.all(requests).catch((error: unknown) => [String(error)]));
    }

    const answersUntil = (isRight: (names: ReadonlySet<string>) => boolean) =>
      eventually(respondsTo, isRight);

    it('sends requests to ready gateways alone', async () => {
      states.first = 503;
      expect(await answersUntil((names) => !names.has('first'))).toEqual(new Set(['second']));
      states.first = 200;
      expect(await answersUntil((names) => names.size === 2)).toEqual(new Set(['first', 'second']));
    });

    it('lets a gateway finish its requests that is not ready any more', async () => {
      states.second = 503;
      expect(await answersUntil((names) => !names.has('second'))).toEqual(new Set(['first']));
      const late = fetch(url + LATE);
      await new Promise((resolve) => setTimeout(resolve, 100));
      states.second = 200;
      states.first = 503;
      expect(await answersUntil((names) => !names.has('first'))).toEqual(new Set(['second']));
      expect(await (await late).text()).toBe('first');
      states.first = 200;
      await answersUntil((names) => names.size === 2);
    });

    it('notices within the two seconds in which one that ends still serves', async () => {
      states.first = 503;
      const before = performance.now();
      await answersUntil((names) => !names.has('first'));
      expect(performance.now() - before).toBeLessThan(1_900);
      states.first = 200;
      await answersUntil((names) => names.size === 2);
    });

    it('tells a gateway at once that a client has gone', async () => {
      const before = abandoned;
      const signal = AbortSignal.timeout(500);
      await expect(fetch(url + LATE, { method: 'POST', body: '{}', signal })).rejects.toThrow('timeout');
      expect(
        await eventually(
          async () => abandoned,
          (count) => count > before,
          LATE_MS / 2,
        ),
      ).toBe(before + 1);
    });

    it('repeats at another gateway what has no second effect, when one ends before the response', async () => {
      const sendRequest = async (method: string, headers: Readonly<Record<string, string>> = {}) => {
        const response = await fetch(url + ENDS, { method, headers }).catch(() => undefined);
        return response?.ok ? response.text() : 'no answer';
      };
      // The first gateway gets half of them.
      const requestOften = async (...sent: Parameters<typeof sendRequest>) =>
        new Set(await Promise.all(Array.from({ length: 6 }, () => sendRequest(...sent))));
      expect(await requestOften('GET')).toEqual(new Set(['second']));
      expect(await requestOften('POST', { 'idempotency-key': 'a' })).toEqual(new Set(['second']));
      expect(arrived).toContain('first');
      expect(await requestOften('POST')).toEqual(new Set(['second', 'no answer']));
    });

    it('sends requests to gateways that run while none is ready', async () => {
      states.first = states.second = 503;
      // Long after the proxy knows.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      for (const response of [...(await respondsTo()), ...(await respondsTo())])
        expect(Object.keys(states)).toContain(response);
      states.first = states.second = 200;
    });

    it('shows probes to nobody', async () => {
      for (const path of ['/healthz', '/readyz']) expect((await fetch(url + path)).status).toBe(404);
    });
  },
);
