import { ListingView, type ShownListing } from '../../pages/listing.tsx';
import { Card } from '../../parts/card.tsx';
import { useSite } from '../../site/context.ts';
import { toFacts, toInstant, type EnteredListing } from './entered-listing.ts';
import { toCardPicture, type EnteredPicture } from './picture-field.tsx';

interface PreviewProps {
  readonly entered: EnteredListing;
  readonly picture?: EnteredPicture;
  /** The address of the picture that the listing has. */
  readonly shownPicture?: string | undefined;
}

/** The card and the page as they would look; the values are not checked yet. */
export function Preview({ entered, picture = {}, shownPicture }: PreviewProps) {
  const { t, now } = useSite();
  const listing = { ...toShown(entered, now), picture: toCardPicture(picture, shownPicture) };
  return (
    <div className="stack">
      <h2>{t.access.preview}</h2>
      <p className="quiet" role="status">
        {t.access.previewWhat}
      </p>
      <h3>{t.access.previewCard}</h3>
      <div className="cards">
        <Card listing={{ ...listing, landingUrl: '' }} />
      </div>
      <h3>{t.access.previewPage}</h3>
      <ListingView listing={listing} isPreview />
    </div>
  );
}

function toShown(entered: EnteredListing, now: Date): Omit<ShownListing, 'picture'> {
  const { title, description, platform, provider, worth, landingUrl, instructions } = entered;
  const time = Date.parse(toInstant(entered));
  const { regions, minimumAge, prizes, kind, allocation } = toFacts(entered);
  const positive = (number: number | null | undefined) => (number != null && number >= 0 ? number : null);
  return {
    id: 'preview',
    title,
    description,
    platform,
    provider,
    worth,
    landingUrl,
    instructions,
    verified: false,
    publisher: null,
    endDate: Number.isNaN(time) ? null : new Date(time).toISOString(),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    facts: {
      // The names of other texts are not known.
      regions: (regions ?? []).filter((code) => /^[A-Z]{2}$/.test(code)),
      minimumAge: positive(minimumAge),
      prizes: positive(prizes),
      kind: kind ?? null,
      allocation: allocation ?? null,
    },
  };
}
