import type { World } from '../world.ts';
import type { Fault } from './fault.ts';

/** The gateways are replaced one by one, as docs/upgrades.md says. They begin with the release of this folder. */
export function replaceReleases(folder: string): readonly Fault[] {
  return [
    replace('upgrade', 'rolling upgrade from 0.1.0', undefined),
    replace('roll-back', 'roll-back to 0.1.0', folder),
    replace('upgrade-again', 'second upgrade', undefined),
  ];
}

export const RELEASE_FAULTS: readonly Pick<Fault, 'name'>[] = replaceReleases('');

function replace(name: string, what: string, release: string | undefined): Fault {
  return {
    name,
    what,
    counted: 'from the fault',
    async begin({ gateways, untilHealthy }: World) {
      for (const gateway of gateways) {
        await gateway.end('SIGTERM');
        await gateway.start(release);
        await untilHealthy();
      }
      return async () => undefined;
    },
  };
}
