import { createMetrics, type Metrics, type RequestLabels } from '../../adapters/http/metrics/metrics.ts';
import type { FindRoute } from '../../adapters/ports/route.ts';
import type { LazySite } from '../../adapters/web/load-site.ts';
import type { Config } from '../../config/config.ts';
import { readVersion } from '../../runtime/version.ts';

/** The metrics of this instance. */
export function openMetrics(config: Config, findRoute: FindRoute, site: LazySite): Metrics {
  const metrics = createMetrics({
    labelsOf: labelWith(findRoute, site),
    formerNames: config.METRICS_FORMER_NAMES,
  });
  metrics.showBuild({
    version: readVersion(),
    node: process.version,
    database: config.DATABASE_URL === undefined ? 'embedded' : 'postgresql',
    chain: config.chain.kind,
  });
  return metrics;
}

/** Labels by the tables of routes, which are the same few whatever clients request. */
function labelWith(findRoute: FindRoute, site: LazySite): (target: string) => RequestLabels {
  return (target) => {
    const route = findRoute(target);
    if (route === undefined) {
      const page = site.current()?.find(target, undefined)?.route;
      return page === undefined ? { route: 'other', api: 'other' } : { route: page, api: 'site' };
    }
    return { route: route.label, api: toApi(route) };
  };
}

function toApi({ label, isProbe, errors, cache }: NonNullable<ReturnType<FindRoute>>): string {
  if (isProbe) return 'probe';
  if (errors === 'graphql' || errors === 'provider') return errors;
  if (cache === 'target') return 'feed';
  return label.startsWith('/api/') ? 'publisher' : 'other';
}
