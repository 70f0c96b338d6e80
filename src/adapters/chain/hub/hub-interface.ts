import { Interface, type Result } from 'ethers/abi';
import { giveawaysArtifact } from './artifacts/giveaways.ts';

/** How many members the results of these views have in the first hub. Later hubs append members. */
const FIRST_MEMBERS: ReadonlyMap<string, number> = new Map([
  ['giveawayOf', 11],
  ['roundOf', 8],
]);

const present = new Interface(giveawaysArtifact.abi);

/** Decodes a struct that a view of a hub returned; the members that a former hub lacks are absent. */
export function decodeStruct(name: string, result: string): Readonly<Record<string, unknown>> {
  const [output] = present.getFunction(name)?.outputs ?? [];
  const isFull = result.length >= 2 + 64 * (output?.components?.length ?? 0);
  const [struct] = (isFull ? present : hubInterface).decodeFunctionResult(name, result);
  return (struct as Result).toObject();
}

/** The interface of the contract Giveaways, for the general encoder; it reads the results of earlier hubs too. */
export const hubInterface = new Interface(
  giveawaysArtifact.abi.map((item) => {
    const members = item.type === 'function' ? FIRST_MEMBERS.get(item.name) : undefined;
    if (members === undefined || !('outputs' in item)) return item;
    const outputs = item.outputs.map((result) =>
      'components' in result ? { ...result, components: result.components.slice(0, members) } : result,
    );
    return { ...item, outputs };
  }),
);
