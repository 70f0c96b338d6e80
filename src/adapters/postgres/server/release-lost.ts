import type { PoolClient } from 'pg';

/**
 * Gives a client back to its pool when its connection is lost while somebody works with it. Who works with it learns of
 * it by the next statement; the ORM then never gives the client back, and the pool would be one connection smaller.
 */
export function releaseWhenLost(client: PoolClient): PoolClient {
  const release = client.release.bind(client);
  let isReleased = false;
  // Without a listener, the error would end the process.
  const ignore = () => undefined;
  const onEnd = () => client.release(true);
  client.on('error', ignore);
  client.once('end', onEnd);
  client.release = (destroy) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(destroy);
    client.off('error', ignore);
  };
  return client;
}
