import type { PoolClient } from 'pg';

/**
 * Releases a client to its pool when its connection is lost while in use. The user of the client learns of the loss with the
 * next statement; the ORM then never releases the client, and the pool would be one connection smaller.
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
