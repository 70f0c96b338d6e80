import { readFileSync } from 'node:fs';

/** The configuration of the proxy in front of gateways. */
export const HAPROXY_CONFIGURATION = 'deploy/compose/haproxy.cfg';

/** That configuration, for gateways at these ports of loopback: names of containers are found on a machine with containers only. */
export function configureHaproxy(port: number, gatewayPorts: readonly number[]): string {
  return readFileSync(HAPROXY_CONFIGURATION, 'utf8')
    .replaceAll(
      /^( *)server-template .*? (check .*) resolvers .*$/gm,
      (_line, indent: string, check: string) =>
        gatewayPorts
          .map((each, index) => `${indent}server gateway${index + 1} 127.0.0.1:${each} ${check}`)
          .join('\n'),
    )
    .replace('bind :8080', `bind 127.0.0.1:${port}`);
}
