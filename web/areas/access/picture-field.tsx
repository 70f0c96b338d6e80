import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import type { CardFragment } from '../../documents/generated.ts';
import { Field } from '../../parts/forms/errors.tsx';
import { useSite } from '../../site/context.ts';
import type { FormVisit } from '../../site/page.ts';

/** The picture of a form: one that was sent with it or before, or the wish to have none. */
export interface EnteredPicture {
  /** The id of a picture that was sent, until it is given to the listing. */
  readonly sent?: string;
  readonly removes?: boolean;
}

/** The picture as a form has it, and why an image was refused. */
export function readPicture({ form, upload }: FormVisit): {
  readonly picture: EnteredPicture;
  readonly errors: readonly PageQueryError[];
} {
  const sent = upload && 'picture' in upload ? upload.picture : (form.get('sentPicture') ?? '');
  const removes = form.get('removesPicture') === 'yes';
  return {
    picture: { ...(sent !== '' && { sent }), ...(removes && { removes }) },
    errors: upload && 'error' in upload ? [upload.error] : [],
  };
}

/** The picture that a listing is published with; without one, it keeps its own. */
export function toPublishedPicture({ sent, removes }: EnteredPicture): { readonly picture?: string | null } {
  if (removes) return { picture: null };
  return sent === undefined ? {} : { picture: sent };
}

interface PictureFieldProps {
  readonly entered: EnteredPicture;
  /** The path of the picture that the listing has. */
  readonly present: string | undefined;
  readonly errors: readonly PageQueryError[];
}

/** The field of a listing's picture, with the one that it has. */
export function PictureField({ entered: { sent, removes }, present, errors }: PictureFieldProps) {
  const { t, link } = useSite();
  const { label, hint, remove } = t.access.picture;
  const shown = sent === undefined ? present : `/pictures/${sent}/small.webp`;
  return (
    <>
      {shown !== undefined && <img className="picture" src={link(shown)} alt={t.access.picture.alt} />}
      {sent !== undefined && <input type="hidden" name="sentPicture" value={sent} />}
      <Field name="picture" label={label} hint={hint} errors={errors}>
        {(attributes) => (
          <input {...attributes} type="file" accept="image/jpeg,image/png,image/webp,image/avif" />
        )}
      </Field>
      {shown !== undefined && (
        <label className="row">
          <input type="checkbox" name="removesPicture" value="yes" defaultChecked={removes} /> {remove}
        </label>
      )}
    </>
  );
}

/** The picture as a card shows it before it is published. */
export function toCardPicture(
  { sent, removes }: EnteredPicture,
  present: string | undefined,
): CardFragment['picture'] {
  const path = sent === undefined ? present : `/pictures/${sent}/small.webp`;
  if (path === undefined || removes) return null;
  const medium = path.replace('/small.', '/medium.');
  return { id: 'preview', small: path, medium, large: medium, width: 640, height: 640 };
}
