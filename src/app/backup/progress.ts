/** Receives what is done now; of work whose size is known also how much of it. */
export type Note = (what: string, done?: number, all?: number) => void;
