import { setTimeout as after } from 'node:timers/promises';
import { isSettled, type Operation } from '../../../src/core/operations/operation.ts';
import { runIn } from '../clock/virtual-time.ts';
import type { Cluster } from './cluster.ts';
import { createRequests, type PlannedRequest } from './requests.ts';
import type { World } from './world.ts';

/** A request of a client, and what it was told. */
export interface SentRequest extends PlannedRequest {
  /** Whether an instance has accepted it; otherwise it may be stored all the same. */
  isAccepted: boolean;
  /** The last settled response. */
  response: Operation | undefined;
}

/** Providers that send bursts of operations. */
export interface Clients {
  readonly sent: readonly SentRequest[];
  /** Sends no more. */
  rest(): void;
  /** Sends again from now on. */
  go(): void;
}

const SUBMIT_MS = 45_000;
const WAIT_MS = 20_000;
const MOST_TRIES = 4;

export function createClients(world: World, cluster: Cluster): Clients {
  const { scheduler, traits } = world;
  const chance = world.chance.branch('clients');
  const requests = createRequests(chance.branch('requests'), world.signers);
  const sent: SentRequest[] = [];
  let isResting = true;

  function burst(): void {
    scheduler.plan(chance.around(traits.requestSeconds * 1_000), burst);
    if (isResting) return;
    const count = chance.whole(1, traits.largestBurst);
    for (let number = 0; number < count; number += 1)
      void send({ ...requests.next(), isAccepted: false, response: undefined });
  }

  async function send(request: SentRequest): Promise<void> {
    sent.push(request);
    const { operation } = request;
    for (let tries = 1; tries <= MOST_TRIES && !request.isAccepted; tries += 1) {
      const instance = anyone();
      request.isAccepted = await (instance
        ? answered(
            runIn(instance.process, () => instance.operations.submit([operation])).then(() => true),
            SUBMIT_MS,
          )
        : after(1_000, false));
      // Some give up: the operation may be stored all the same.
      if (!request.isAccepted && chance.is(0.2)) return;
    }
    if (request.isAccepted) requests.accepted(request);
    if (chance.is(0.5)) await watch(request);
  }

  async function watch(request: SentRequest): Promise<void> {
    const instance = anyone();
    if (instance === undefined) return;
    const { operations, process } = instance;
    const ids = [request.operation.id];
    const [response] = await answered(
      runIn(process, () => operations.wait(ids, WAIT_MS)),
      WAIT_MS * 3,
      [],
    );
    if (response !== undefined && isSettled(response)) request.response = response;
  }

  function anyone() {
    const alive = cluster.alive();
    return alive.length > 0 ? chance.of(alive) : undefined;
  }

  scheduler.plan(1_000, burst);
  return {
    sent,
    rest: () => void (isResting = true),
    go: () => void (isResting = false),
  };
}

/** The result of a call; `otherwise` when it fails, or is not answered in time because its instance has died. */
async function answered<Result>(call: Promise<Result>, ms: number, otherwise?: Result): Promise<Result> {
  const late = otherwise ?? (false as Result);
  return Promise.race([call.catch(() => late), after(ms, late)]);
}
