import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Artifact from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import type * as Scheme from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import type * as Deploy from '../../src/adapters/chain/hub/deploy.ts';
import { BUILT } from '../harness/paths.ts';

/** Loads a module of the built product, such as `adapters/chain/deploy`. */
export function importBuilt(name: string): Promise<unknown> {
  return import(pathToFileURL(join(BUILT, 'src', `${name}.js`)).href);
}

export const deployModule = () => importBuilt('adapters/chain/hub/deploy') as Promise<typeof Deploy>;
export const artifacts = () =>
  importBuilt('adapters/chain/hub/artifacts/giveaways') as Promise<typeof Artifact>;
export const beaconScheme = () =>
  importBuilt('adapters/chain/beacon/beacon-scheme') as Promise<typeof Scheme>;
