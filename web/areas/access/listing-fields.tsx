import type { OwnListingFragment } from '../../documents/generated.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorSummary, Field } from '../../parts/forms/errors.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { useSite, type SiteContext } from '../../site/context.ts';
import type { Texts } from '../../texts/en.ts';
import { DiscardLink, DraftFields, DraftNotes, DraftSaver, type OtherDraft } from './drafts/draft-parts.tsx';
import type { FormDraft } from './drafts/form-draft.ts';
import { PictureField, type EnteredPicture } from './picture-field.tsx';
import { EndInput } from './end-input.tsx';
import { Preview } from './preview.tsx';
import {
  isFact,
  LISTING_FIELDS,
  LISTING_FIELD_NAMES,
  toEntered,
  toFacts,
  toInstant,
  type EnteredListing,
} from './entered-listing.ts';
import { typedLimit } from '../../parts/forms/typed-limit.ts';

const COMPARED_CHARACTERS = 300;

export interface ListingFormProps {
  /** The draft that the form saves to. */
  readonly draft: FormDraft;
  /** The draft that it is not saved to any more. */
  readonly other?: OtherDraft | undefined;
  /** The last draft of the same listing, which the form does not show. */
  readonly existing?: { readonly id: string; readonly savedAt: string } | undefined;
  readonly entered: EnteredListing;
  /** The ID of a new listing for which none is entered. */
  readonly newId?: string;
  /** The version that the publisher has seen. */
  readonly seen?: Pick<OwnListingFragment, 'sourceExternalId' | 'updatedAt'>;
  /** Whether it shows what was entered: then the end is in the zone beside it. */
  readonly isSent?: boolean;
  readonly errors?: readonly PageQueryError[];
  /** The picture that the form has. */
  readonly picture?: EnteredPicture;
  /** The path of the picture that the listing has. */
  readonly shownPicture?: string | undefined;
  readonly isPreview?: boolean;
  readonly isLegacy?: boolean;
  /** The listing that the publisher has not seen, and that the form would replace. */
  readonly current?: OwnListingFragment;
}

/** The title of the form for a new listing, or for one that there is. */
export function titleOfForm({ access }: SiteContext['t'], { base }: FormDraft): string {
  return base === undefined ? access.newListing : access.editListing;
}

export function ListingForm(props: ListingFormProps) {
  const { draft, entered, errors = [], isPreview, isLegacy, current, seen, isSent, newId, other } = props;
  const { t } = useSite();
  const fields = LISTING_FIELDS.filter(({ name }) => !isLegacy || !(name === 'provider' || isFact(name)));
  return (
    <section className="stack">
      <h1>{titleOfForm(t, draft)}</h1>
      <DraftNotes draft={draft} existing={props.existing} other={other} />
      {isPreview && <Preview {...props} />}
      {current && <Conflict current={current} entered={entered} />}
      <ErrorSummary
        errors={errors}
        fields={[
          ...fields.map(({ name }) => ({ name, label: t.access.fields[name] })),
          { name: 'picture', label: t.access.picture.label },
        ]}
      />
      <DraftSaver>
        <Form className="stack" takesFiles>
          <DraftFields draft={props.draft} />
          <input type="hidden" name="seenId" value={seen?.sourceExternalId ?? ''} />
          <input type="hidden" name="seenVersion" value={seen?.updatedAt ?? ''} />
          {newId !== undefined && <input type="hidden" name="newId" value={newId} />}
          {fields.map((field) => (
            <Field
              key={field.name}
              name={field.name}
              label={t.access.fields[field.name]}
              hint={
                field.name === 'sourceExternalId' && newId !== undefined
                  ? t.access.newIdHint
                  : t.access.hints[field.name]
              }
              errors={errors}
            >
              {(attributes) => {
                const isRequired =
                  'required' in field && (field.name !== 'sourceExternalId' || newId === undefined);
                const common = { ...attributes, required: isRequired, maxLength: typedLimit(field.limit) };
                const value = entered[field.name];
                if (field.name === 'endDate')
                  return (
                    <EndInput {...attributes} end={value} zone={entered.endZone} isSent={isSent === true} />
                  );
                if ('options' in field)
                  return (
                    <select {...attributes} defaultValue={value}>
                      <option value="">{t.access.notStated}</option>
                      {field.options.map((option) => (
                        <option key={option} value={option}>
                          {optionName(t, option)}
                        </option>
                      ))}
                    </select>
                  );
                if ('min' in field)
                  return (
                    <input
                      {...attributes}
                      type="number"
                      min={field.min}
                      max={field.max}
                      defaultValue={value}
                    />
                  );
                // An input of one line would leave out line breaks.
                const lines = 'lines' in field ? field.lines : value.includes('\n') ? 2 : undefined;
                if (lines !== undefined) return <textarea {...common} rows={lines} defaultValue={value} />;
                return (
                  <input {...common} type={'type' in field ? field.type : 'text'} defaultValue={value} />
                );
              }}
            </Field>
          ))}
          <PictureField entered={props.picture ?? {}} present={props.shownPicture} errors={errors} />
          <div className="row">
            <button className="button" name="action" value="publish">
              {current ? t.access.replace : t.access.publish}
            </button>
            <button className="button is-quiet" name="action" value="preview">
              {t.access.preview}
            </button>
            <button className="button is-quiet" name="action" value="draft" formNoValidate>
              {other ? t.drafts.saveOther : t.drafts.save}
            </button>
            <DiscardLink draft={draft} />
          </div>
        </Form>
      </DraftSaver>
    </section>
  );
}

type Option = keyof Texts['listing']['kinds'] | keyof Texts['listing']['allocations'];

function optionName({ listing: { kinds, allocations } }: Texts, option: Option): string {
  return { ...kinds, ...allocations }[option];
}

interface ConflictProps {
  readonly current: OwnListingFragment;
  readonly entered: EnteredListing;
}

/** What is stored beside what was entered, where they differ. */
function Conflict({ current, entered }: ConflictProps) {
  const { t, link } = useSite();
  const { title, what, stored, yours, keep } = t.access.conflict;
  const storedText = (name: (typeof LISTING_FIELD_NAMES)[number]) =>
    name === 'endDate' ? (current.endDate?.replace(/\.\d+Z$/, 'Z') ?? '') : toEntered(current)[name];
  const enteredText = (name: keyof EnteredListing) => {
    if (name === 'endDate') return toInstant(entered);
    if (name === 'facts.regions') return (toFacts(entered).regions ?? []).toSorted().join(' ');
    return entered[name].trim();
  };
  const different = LISTING_FIELD_NAMES.filter((name) => storedText(name) !== enteredText(name));
  return (
    <div className="note is-urgent stack" role="alert">
      <h2>{title}</h2>
      <p>
        {what} <UserText limit={80}>{current.sourceExternalId}</UserText>, {t.access.states[current.status]},{' '}
        <Time at={current.updatedAt} />
      </p>
      <DataTable label={title} heads={[t.access.field, stored, yours]}>
        {different.map((name) => (
          <tr key={name}>
            <th scope="row">{t.access.fields[name]}</th>
            <td data-label={stored}>
              <UserText limit={COMPARED_CHARACTERS}>{storedText(name)}</UserText>
            </td>
            <td data-label={yours}>
              <UserText limit={COMPARED_CHARACTERS}>{enteredText(name)}</UserText>
            </td>
          </tr>
        ))}
      </DataTable>
      <p>
        <a href={link('/access/listings/edit', { listing: current.id })}>{keep}</a>
      </p>
    </div>
  );
}
