import { getArgumentValues, type FieldNode } from 'graphql';
import { ANONYMOUS } from '../../../../core/access/callers.ts';
import {
  trackRecord,
  type TrackRecord,
  type TrackRecordReads,
} from '../../../../core/providers/track-record.ts';
import { parseInput } from '../../../../core/use-case.ts';
import { argumentsOf } from '../selections.ts';
import { members, type Compilation, type Presenter } from './compile.ts';

export interface TrackRecordPorts {
  readonly trackRecordReads: TrackRecordReads;
}

const NUMBERS: Readonly<Record<keyof TrackRecord, Presenter<TrackRecord>>> = {
  giveaways: ({ giveaways }) => giveaways,
  isComplete: ({ isComplete }) => isComplete,
  roundsDecided: ({ roundsDecided }) => roundsDecided,
  roundsOnTime: ({ roundsOnTime }) => roundsOnTime,
  medianDelay: ({ medianDelay }) => medianDelay,
  roundsOverdue: ({ roundsOverdue }) => roundsOverdue,
  prizes: ({ prizes }) => prizes,
  prizesDelivered: ({ prizesDelivered }) => prizesDelivered,
  prizesProved: ({ prizesProved }) => prizesProved,
  prizesOverdue: ({ prizesOverdue }) => prizesOverdue,
};

/** Compiles a selection of a track record, which one statement reads whole. Throws UnsupportedSelection. */
export function compileTrackRecord(compilation: Compilation, nodes: readonly FieldNode[]) {
  const field = compilation.fieldOf('Query', 'trackRecord');
  const node = argumentsOf(nodes[0] as FieldNode);
  const present = members<TrackRecord>(compilation, nodes, 'TrackRecord', (name) =>
    Object.hasOwn(NUMBERS, name) ? NUMBERS[name as keyof TrackRecord] : undefined,
  );
  return {
    prepare: (variables: Readonly<Record<string, unknown>>) => {
      const input = parseInput(trackRecord.input, field && getArgumentValues(field, node, variables));
      return (ports: TrackRecordPorts) => trackRecord.execute(ports, ANONYMOUS, input);
    },
    present: ((found, aliases) => found && present(found, aliases)) satisfies Presenter<TrackRecord | null>,
  };
}
