import type { World } from '../world.ts';
import type { Fault } from './fault.ts';

/** The first gateway loses a part: no byte arrives, and no connection closes. */
export const DISCONNECTIONS: readonly Fault[] = [
  disconnect('database', 'the database', ['database']),
  disconnect('redis', 'both Redis', ['cache', 'counters']),
  disconnect('node', 'the node of the chain', ['node']),
];

function disconnect(name: string, what: string, pipes: readonly (keyof World['pipes'])[]): Fault {
  return {
    name: `disconnect-${name}`,
    what: `a gateway loses ${what}`,
    counted: 'from the fault',
    async begin(world) {
      for (const pipe of pipes) world.pipes[pipe].silence();
      return async () => {
        for (const pipe of pipes) world.pipes[pipe].mend();
      };
    },
  };
}
