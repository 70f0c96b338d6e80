import { useSite } from '../../site/context.ts';
import { toLocal } from './entered-listing.ts';
import { zoneNames } from './zones.ts';

interface EndInputProps {
  readonly end: string;
  readonly zone: string;
  /** Whether the form was sent. */
  readonly isSent: boolean;
  readonly id: string;
  readonly name: string;
}

/**
 * A date and a time, and their zone in the field `endZone`: UTC, or with JavaScript the reader's until the form is sent. A text that is
 * neither stays what it is, so that it can be corrected.
 */
export function EndInput({ end, zone, isSent, ...attributes }: EndInputProps) {
  const { t } = useSite();
  const local = toLocal(end);
  if (local === undefined) return <input {...attributes} type="text" maxLength={40} defaultValue={end} />;
  return (
    <end-zone class="row" sent={isSent ? 'yes' : undefined}>
      {/* Without a step, a browser refuses an end that has seconds. */}
      <input {...attributes} type="datetime-local" max="9999-12-31T23:59:59" step={1} defaultValue={local} />
      <select name="endZone" aria-label={t.access.endZone} defaultValue={zone}>
        {zoneNames(zone).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </end-zone>
  );
}
