/**
 * The version of the chain's read model as far as this process knows. It advances with every step of the projection that the
 * process performs or notices; responses from before it are not served any more.
 */
export interface ChainEpoch {
  current(): number;
  readonly advance: () => void;
}

export function createChainEpoch(): ChainEpoch {
  let count = 0;
  return {
    current: () => count,
    advance: () => {
      count += 1;
    },
  };
}
