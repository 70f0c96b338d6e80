import { openConnections } from './connections.ts';
import { costlyRequests, type ReaderReport, type ReaderSettings } from '../requests/costly-requests.ts';

const TIMEOUT_MS = 30_000;

// A separate process, so that reading large responses does not delay the measuring one.
const { port, connections } = JSON.parse(process.env['READERS'] ?? '') as ReaderSettings;
const open = openConnections(port, TIMEOUT_MS);
const statuses: Record<string, number> = {};
let longestMs = 0;
let turn = 0;
let isStopped = false;
const began = performance.now();

process.on('disconnect', () => process.exit());
process.on('message', () => {
  isStopped = true;
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const perSecond = answered / ((performance.now() - began) / 1_000);
  process.send?.({ statuses, longestMs, perSecond } satisfies ReaderReport);
});
process.send?.('ready');
await Promise.all(Array.from({ length: connections }, read));

async function read(): Promise<void> {
  while (!isStopped) {
    const number = turn++;
    const requests = costlyRequests(number);
    const requested = performance.now();
    const status = await open.sendRequest(requests[number % requests.length] as Buffer).then(
      (response) => String(response.status),
      () => 'no answer',
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    longestMs = Math.max(longestMs, performance.now() - requested);
  }
}
