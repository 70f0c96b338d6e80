import { EndInput } from '../../../areas/access/end-input.tsx';
import { ScopeChoice } from '../../../areas/access/keys/scope-choice.tsx';
import { PictureField } from '../../../areas/access/picture-field.tsx';
import { VerifiedBadge } from '../../../parts/card.tsx';
import { ErrorSummary, Field } from '../../../parts/forms/errors.tsx';
import { CopiedHash } from '../../../parts/hash.tsx';
import { ProvenDomain } from '../../../parts/publishers/proven-domain.tsx';
import { TechnicalDetails } from '../../../parts/technical.tsx';
import { TimeLeft } from '../../../parts/time.tsx';
import { useSite } from '../../../site/context.ts';
import { RoundSteps } from '../../giveaways/timeline.tsx';
import { ERRORS, hoursAfter } from './samples.ts';
import { useTexts } from './texts.ts';

const BUTTONS = ['', 'is-quiet', 'is-danger', 'is-large', 'is-small', 'is-quiet is-small'];
const NOTES = ['', 'is-quiet', 'is-urgent', 'is-bad'];
const TRANSACTION = `0x${'5f'.repeat(32)}`;

export function Controls() {
  const texts = useTexts();
  return (
    <>
      <p className="row">
        {BUTTONS.map((kind) => (
          <button key={kind} type="button" className={`button ${kind}`.trim()}>
            {kind === '' ? 'button' : kind}
          </button>
        ))}
        <a className="button" href="#controls">
          {texts.link}
        </a>
      </p>
      <p>
        <CopiedHash>{TRANSACTION}</CopiedHash>
      </p>
      <TechnicalDetails>
        <p>{texts.technical}</p>
      </TechnicalDetails>
    </>
  );
}

/** A form that is nowhere sent. */
export function FormFields() {
  const { now } = useSite();
  const texts = useTexts();
  return (
    <form className="stack" action="#forms">
      <ErrorSummary
        errors={ERRORS}
        fields={[
          { name: 'sampleTitle', label: texts.listingTitle },
          { name: 'sampleEnd', label: texts.wrongEnd },
        ]}
      />
      <Field name="sampleName" label={texts.name} hint={texts.hint} errors={[]}>
        {(attributes) => <input {...attributes} />}
      </Field>
      <Field name="sampleTitle" label={texts.listingTitle} hint={texts.wrongHint} errors={ERRORS}>
        {(attributes) => <input {...attributes} />}
      </Field>
      <Field name="sampleText" label={texts.text} errors={[]}>
        {(attributes) => <textarea {...attributes} rows={3} />}
      </Field>
      <Field name="sampleChoice" label={texts.choice} errors={[]}>
        {(attributes) => (
          <select {...attributes}>
            <option>{texts.one}</option>
            <option>{texts.another}</option>
          </select>
        )}
      </Field>
      <Field name="sampleDate" label={texts.end} hint={texts.endHint} errors={[]}>
        {(attributes) => <EndInput {...attributes} end={hoursAfter(now, 100)} zone="UTC" isSent />}
      </Field>
      <Field name="sampleEnd" label={texts.wrongEnd} errors={ERRORS}>
        {(attributes) => <EndInput {...attributes} end="next week" zone="UTC" isSent />}
      </Field>
      <PictureField entered={{}} present={undefined} errors={[]} />
      <ScopeChoice hasProvider chosen={['giveaways:publish']} errors={[]} />
    </form>
  );
}

export function Messages() {
  const texts = useTexts();
  return NOTES.map((kind) => (
    <p key={kind} className={`note ${kind}`.trim()}>
      {kind === '' ? 'note' : kind}: {texts.note} <a href="#messages">{texts.link}</a>.
    </p>
  ));
}

export function Marks() {
  const { t, now } = useSite();
  return (
    <>
      <p className="row">
        <VerifiedBadge />
        {Object.entries(t.giveaways.roundStates).map(([state, name]) => (
          <span key={state} className={`state is-${state.toLowerCase()}`}>
            {name}
          </span>
        ))}
      </p>
      <p className="row">
        {[null, hoursAfter(now, -5), hoursAfter(now, 5), hoursAfter(now, 100), hoursAfter(now, 9_000)].map(
          (end) => (
            <TimeLeft key={end} endDate={end} />
          ),
        )}
      </p>
      <p>
        <ProvenDomain domain={{ name: 'bicycles.example.org', provenAt: hoursAfter(now, -900) }} />
      </p>
      {[0, 2, 4, 5].map((done) => (
        <RoundSteps key={done} done={done} isDrawn isVoid={false} />
      ))}
      <RoundSteps done={2} isDrawn={false} isVoid={false} />
      <RoundSteps done={2} isDrawn isVoid />
    </>
  );
}
