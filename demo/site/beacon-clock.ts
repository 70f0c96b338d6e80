import { URL_OF_GATEWAY } from '../gateway.ts';

/** Throws an Error that says what to do when the gateway has no embedded chain. */
export async function requireBeacon(): Promise<void> {
  if (!(await hasBeacon()))
    throw new Error(
      `The gateway at ${URL_OF_GATEWAY} runs without an embedded chain: this act needs one that was started without ` +
        'RPC_URL. The first act does without: npm run demo -- listings',
    );
}

/** Whether the gateway has an embedded chain, whose beacon it then serves. */
export async function hasBeacon(): Promise<boolean> {
  return (await fetch(`${URL_OF_GATEWAY}/beacon/info`)).ok;
}

/** The time of the gateway's chain in seconds, by its beacon: at most one beacon round behind. */
export async function beaconTime(): Promise<number> {
  const [{ genesis_time: genesis, period }, { round }] = await Promise.all([
    read<{ genesis_time: number; period: number }>('info'),
    read<{ round: number }>('public/latest'),
  ]);
  return genesis + (round - 1) * period;
}

async function read<Body>(path: string): Promise<Body> {
  const response = await fetch(`${URL_OF_GATEWAY}/beacon/${path}`);
  if (!response.ok) throw new Error(`/beacon/${path} answered ${response.status}.`);
  return (await response.json()) as Body;
}
