import { eventually } from '../../support/eventually.ts';
import type { Server } from '../../support/gateway/server.ts';
import type { Json } from '../../support/http/http.ts';

const STATUS = '{ status { parts { part state lagSeconds reason } } }';

/** A part of the status. */
export const partOf = async (server: Pick<Server, 'graphql'>, name: string): Promise<Json> =>
  (await server.graphql(STATUS)).body.data.status.parts.find(({ part }: Json) => part === name);
/** Waits until a part of the status has these values. */
export const become = (server: Pick<Server, 'graphql'>, name: string, expected: object, withinMs = 60_000) =>
  eventually(
    () => partOf(server, name),
    (part) => Object.entries(expected).every(([key, value]) => part[key] === value),
    withinMs,
  );

/** The value of the metric on the line that begins like this; 0 without it. */
export const metricOf = async (server: Server, line: string): Promise<number> => {
  const text = await fetch(server.metricsUrl).then((response) => response.text());
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};
