const UNDEFINED_TABLE = '42P01';

/** For reads of a database that is not migrated yet: `value` instead of the error that the table does not exist. */
export function noTable<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as { readonly code?: unknown }).code === UNDEFINED_TABLE) return value;
    throw error;
  };
}
