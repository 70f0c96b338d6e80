import { buildEarlierRelease } from '../support/releases/earlier-release.ts';
import type { Fault } from './faults/fault.ts';
import { FAULTS } from './faults/faults.ts';
import { RELEASE_FAULTS, replaceReleases } from './faults/releases.ts';
import { readOptions, type Options } from './options.ts';
import { endAll, endAllAtExit } from './parts/owned.ts';
import { castClients, rehearse } from './rehearse.ts';
import { findBreaches, toTable, type Outcome } from './report.ts';
import { startWorld } from './world.ts';

/** npm run rehearse: starts every part of the service, breaks each in turn under load, and prints what that did. */
const startedAt = Date.now();
const note = (message: string) => {
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${message}\n`);
};

endAllAtExit();
try {
  const options = readOptions(process.argv.slice(2), startedAt);
  const { wants } = options;
  note(`Seed ${options.seed}.`);
  const outcomes: Outcome[] = [];
  const run = async (faults: readonly Fault[], release?: string) => {
    if (faults.length === 0) return;
    for await (const outcome of rehearseAll(faults, options, release)) outcomes.push(outcome);
    endAll();
  };
  if (RELEASE_FAULTS.some(wants)) {
    const { folder, missing } = await buildEarlierRelease('0.1.0');
    if (folder === undefined) note(`The releases are skipped: ${missing}.`);
    else await run(replaceReleases(folder).filter(wants), folder);
  }
  await run(FAULTS.filter(wants));
  process.stdout.write(`${toTable(outcomes)}\n`);
  process.exit(outcomes.some((outcome) => findBreaches(outcome).length > 0) ? 1 : 0);
} catch (error) {
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(2);
}

/** The gateways begin with this release, or with the built program. */
async function* rehearseAll(
  faults: readonly Fault[],
  { seconds, seed, keep }: Options,
  release: string | undefined,
): AsyncGenerator<Outcome> {
  const world = await startWorld(note, { former: release !== undefined, keep });
  for (const gateway of world.gateways) await gateway.start(release);
  note('The gateways run.');
  const cast = await castClients(world, seed);
  for (const fault of faults) {
    const missing = fault.missing?.(world);
    if (missing !== undefined) {
      note(`${fault.what}: skipped, because ${missing}.`);
      continue;
    }
    note(`${fault.what} …`);
    const outcome = await rehearse(world, cast, fault, seconds);
    yield outcome;
    for (const [reason, count] of outcome.failures) note(`  ${count} × ${reason}`);
    for (const breach of findBreaches(outcome)) note(`  !! ${breach}`);
    const alerts = [...outcome.alerts.keys()].join(', ') || 'none';
    note(`  recovery ${outcome.recoverySeconds.toFixed(1)} s; alerts: ${alerts}`);
  }
}
