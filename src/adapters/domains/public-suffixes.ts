import { lazy } from '../../runtime/lazy.ts';

const openList = lazy(() => import('tldts'));

/** Whether a name of two labels or more is on the Public Suffix List, whose private part has hosts such as github.io. */
export async function isPublicSuffix(name: string): Promise<boolean> {
  const { getPublicSuffix } = await openList();
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name;
}
