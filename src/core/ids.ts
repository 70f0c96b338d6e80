export type IdPrefix =
  | 'acc'
  | 'ses'
  | 'psk'
  | 'lst'
  | 'rpt'
  | 'dcn'
  | 'obj'
  | 'pub'
  | 'dom'
  | 'prv'
  | 'key'
  | 'aud'
  | 'svc'
  | 'opn'
  | 'wal'
  | 'whk'
  | 'msg'
  | 'eml';

/** New opaque ids: the prefix names the kind, the rest sorts by time (RFC 9562, version 7). */
export interface Ids {
  next(prefix: IdPrefix): string;
}
