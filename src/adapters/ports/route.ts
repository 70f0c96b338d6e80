/** What the service knows of a path before a handler answers it. */
export interface Route {
  /** As Express writes it: `:name` is one part, and `/*` at the end is everything below. */
  readonly path: string;
  /** The API whose format its errors have; without one, a browser gets its failures as pages. */
  readonly errors?: 'publisher' | 'provider' | 'graphql';
  /** Its label in the metrics; the path by default. */
  readonly label?: string;
  /** Whether pages of every origin may read it (CORS); the others only pages of trusted origins. */
  readonly isShared?: boolean;
  /** How the response cache tells equal requests: by the target alone, or by the GraphQL request. */
  readonly cache?: 'target' | 'graphql';
  readonly isProbe?: boolean;
}

/** The first row of a table that has the path of a target, which may have a query. */
export type FindRoute = (target: string) => (Route & { readonly label: string }) | undefined;

/** Finds rows: those without a variable part by one look, the others by their first part in the order of the table. */
export function createRouteFinder(routes: readonly Route[]): FindRoute {
  const labelled = routes.map((route) => ({ label: route.path, ...route }));
  const exact = new Map(labelled.map((route) => [route.path, route]));
  const variable = labelled
    .filter(({ path }) => /[:*]/.test(path))
    .map((route) => ({ route, pattern: toPattern(route.path) }));
  const byFirstPart = Map.groupBy(variable, ({ route }) => firstPartOf(route.path));
  return (target) => {
    const end = target.indexOf('?');
    const path = end === -1 ? target : target.slice(0, end);
    return (
      exact.get(path) ?? byFirstPart.get(firstPartOf(path))?.find(({ pattern }) => pattern.test(path))?.route
    );
  };
}

function firstPartOf(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path : path.slice(0, end);
}

function toPattern(path: string): RegExp {
  const source = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?');
  return new RegExp(`^${source}$`);
}
