/** Where traces go. Plain values, so that it can be sent to a thread. */
export interface TracingSettings {
  /** The URL that takes spans by OTLP over HTTP. */
  readonly url: string;
  /** The names of the service and its version. */
  readonly service: string;
  readonly version: string;
  /** The share of the traces that begin here, from 0 to 1. */
  readonly ratio: number;
  /** Whether a trace that a caller records is recorded here too, whatever the ratio. */
  readonly trustsCallers: boolean;
}
