/** A state that a subscription sends, with what stands beside the data of its message. */
export interface Message<State> {
  readonly state: State;
  /** Undefined for none. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}
