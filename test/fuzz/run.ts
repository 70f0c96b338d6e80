import { fuzz } from './fuzz.ts';

/** npm run fuzz -- [requests] [seed] */
const requests = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
process.stdout.write(`${requests} requests from seed ${seed}\n`);
const { findings, succeeded } = await fuzz({ requests, seed });
for (const { caller, request, fault } of findings)
  process.stdout.write(`\nas ${caller}: ${JSON.stringify(request)}\n${fault}\n`);
process.stdout.write(`\n${findings.length} findings; ${succeeded} requests succeeded\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
