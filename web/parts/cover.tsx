import type { CardFragment } from '../documents/generated.ts';
import { useSite } from '../site/context.ts';
import { shorten } from './user-text.tsx';

const HUES = 8;
const LABEL_CHARACTERS = 24;

interface CoverProps {
  readonly seed: string;
  readonly label?: string;
  readonly picture?: CardFragment['picture'];
}

/**
 * The cover of a listing: its picture, as far as this service has one. Images on other hosts are not shown, because these would
 * learn who reads the feed; a pattern that follows from the id makes a listing recognisable instead.
 */
export function Cover({ seed, label, picture }: CoverProps) {
  const { link } = useSite();
  return (
    <div className={coverClass(seed)} aria-hidden="true">
      {picture && (
        <img
          src={link(picture.medium)}
          srcSet={`${link(picture.large)} 2x`}
          width={picture.width}
          height={picture.height}
          alt=""
        />
      )}
      {label !== undefined && !isAll(label) && <span>{coverLabel(label)}</span>}
    </div>
  );
}

/** The classes of a cover: its hue and its turn. */
export function coverClass(seed: string): string {
  const number = hashOf(seed);
  return `cover hue-${number % HUES} turn-${(number >>> 3) % 4}`;
}

/** Whether a listing is for all platforms, which is the default of the field. */
export function isAll(platform: string): boolean {
  return platform === '' || platform === 'all';
}

export function coverLabel(label: string): string {
  return shorten(label, LABEL_CHARACTERS);
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
