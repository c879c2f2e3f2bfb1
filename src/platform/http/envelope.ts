/** A relation or a Choice shows a label and, under `data`, what it stands for (wire.md 2). */
export interface Labelled<D> {
  readonly value: string;
  readonly data: D;
}

/** A Choice: the stored key and its label. */
export type Choice<K extends string | number = string> = Labelled<{ readonly key: K; readonly value: string }>;

/** @param key the stored key @param label what people read */
export function choice<K extends string | number>(key: K, label: string): Choice<K> {
  return { value: label, data: { key, value: label } };
}

/** Key of the record that the ETag of an answer is made of, where the answer shows more than the record. */
export const TAGGED = Symbol('storekeeper:tagged');

/** The answer with one record. */
export interface Single<R> {
  readonly status: true;
  readonly result: R;
  readonly [TAGGED]?: object;
}

/**
 * One record.
 * @param tagged the record alone, where `result` shows more: a later `If-Match` is compared with the record
 */
export function single<R>(result: R, tagged?: object): Single<R> {
  return tagged === undefined ? { status: true, result } : { status: true, result, [TAGGED]: tagged };
}

/** The answer with one record, and what follows from the change that its caller should know. */
export interface Warned<R> extends Single<R> {
  readonly warnings: readonly string[];
}

/** @param warnings for people, in English; empty: none */
export function warned<R>(result: R, warnings: readonly string[]): Warned<R> {
  return { ...single(result), warnings };
}

/** The answer of a request that was done and has no record. */
export interface Done {
  readonly status: true;
}

export function done(): Done {
  return { status: true };
}

/** The answer to a removal. */
export interface Removed {
  readonly status: true;
  readonly message: string;
}

/** @param noun the resource, capitalised: `Order` */
export function removed(noun: string): Removed {
  return { status: true, message: `${noun} removed successfully` };
}
