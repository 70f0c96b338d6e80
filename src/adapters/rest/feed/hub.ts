import { invalidPayload } from '../../../core/errors.ts';
import { readFeedArguments } from './feed-arguments.ts';

/** The hub that distributes new entries of the feed (WebSub). */
export const HUB = '/websub';
/** The feeds that can be subscribed to. */
const TOPICS = ['/feed.atom', '/feed.json'];
/** The parameters of other pages, which get no new entries. */
const LATER_PAGES = ['after', 'before', 'last'];

/** The hub of a feed's address; undefined for one that it does not distribute. */
export function hubOf(own: string, publicUrl: string): string | undefined {
  const { pathname, searchParams } = targetOf(own, publicUrl) ?? {};
  const isTopic = TOPICS.some((path) => path === pathname);
  return isTopic && !LATER_PAGES.some((name) => searchParams?.has(name)) ? `${publicUrl}${HUB}` : undefined;
}

/** The Link header of a topic (WebSub, sections 4 and 7). */
export function linksOfTopic(topic: string, publicUrl: string): string {
  return `<${publicUrl}${HUB}>; rel="hub", <${topic}>; rel="self"`;
}

/** The Link header for the target of a request; undefined for one that the hub does not distribute. */
export function linkOf(target: string, publicUrl: string): string | undefined {
  // Most requests are for others.
  if (!TOPICS.some((path) => target.startsWith(path))) return undefined;
  const { pathname, search } = new URL(target, publicUrl);
  const own = `${publicUrl}${pathname}${search}`;
  return hubOf(own, publicUrl) && linksOfTopic(own, publicUrl);
}

/** The arguments of a topic: the feed's address as it names itself. Throws INVALID_PAYLOAD. */
export function readTopic(topic: string, publicUrl: string): object {
  const target = targetOf(topic, publicUrl);
  if (target === undefined || hubOf(topic, publicUrl) === undefined)
    throw refuse(`must be ${TOPICS.map((path) => publicUrl + path).join(' or ')}, with filters or without.`);
  // Topics are compared as texts, and sent in a header.
  const named = `${publicUrl}${target.pathname}${target.search}`;
  if (topic !== named) throw refuse(`must be written as the feed names itself: ${named}`);
  return readFeedArguments(target.search, ['first', 'orderBy']);
}

/** What follows the public URL in an address; undefined for an address elsewhere. */
function targetOf(address: string, publicUrl: string): URL | undefined {
  if (!address.startsWith(`${publicUrl}/`)) return undefined;
  return URL.parse(address.slice(publicUrl.length), publicUrl) ?? undefined;
}

function refuse(message: string) {
  return invalidPayload([{ path: ['hub.topic'], message }]);
}
