import { type ReactNode } from 'react';
import { type ChoiceSource } from '../api/choices';
import { shownDecimal, typedDecimal, typedPriceChange } from '../format/decimal';
import { region } from '../text/locale';

/** A value as a form holds it: the API reads numbers from text. */
export type FormValue = string | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FormValue>>;

/** Choices above this number are searched. */
export const FEW_CHOICES = 8;

/** An option of a choice. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
  /** Stands beside it in the list, and no longer once it is chosen. */
  readonly example?: string;
}

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind:
    'text' | 'long' | 'number' | 'price-change' | 'switch' | 'choice' | 'choices' | 'day' | 'time' | 'secret' | 'json';
  readonly options?: readonly FieldOption[];
  /** Its options are found as one types, however few they are. */
  readonly isSearched?: boolean;
  /** Records that a choice is made of, found as one types; `options` then are those that are known already. */
  readonly source?: ChoiceSource;
  readonly isRequired?: boolean;
  readonly help?: ReactNode;
  /** Over the whole width of the form, as long texts are. */
  readonly isWide?: boolean;
  /** Other fields that change with this one. */
  readonly alsoSets?: (value: FormValue) => FormValues;
  /** Reads a text as it was typed for the API; undefined: it cannot be sent. Left out, a number is read and other texts stay. */
  readonly read?: (typed: string, place: string) => string | undefined;
  /** Shows a text of the API as it is typed, so that `read` reads the same again. Left out, a number is shown and other texts stay. */
  readonly show?: (text: string, place: string) => string;
  /** In place of the input of its kind. */
  readonly render?: (input: FieldState) => ReactNode;
}

/** The state of one field, and how to change it. */
export interface FieldState {
  readonly value: FormValue | undefined;
  readonly error: string | undefined;
  readonly set: (value: FormValue) => void;
}

/** Kinds of fields whose texts are read as people type numbers. */
const READERS: Readonly<Partial<Record<FormField['kind'], (typed: string, place: string) => string | undefined>>> = {
  number: typedDecimal,
  'price-change': typedPriceChange,
};

/**
 * Values of the API as they are typed.
 * @param place locale in whose way numbers are typed
 */
export function shownValues(fields: readonly FormField[], values: FormValues, place = region()): FormValues {
  const of = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(of.get(name), value, place)]));
}

function shown(field: FormField | undefined, value: FormValue, place: string): FormValue {
  if (field === undefined || typeof value !== 'string') return value;
  const { kind, show = kind in READERS ? shownDecimal : undefined } = field;
  return show === undefined ? value : show(value, place);
}

/** Shows values of a later version; of a field whose value stays, the text as it was typed. */
export function shownLater(
  fields: readonly FormField[],
  later: FormValues,
  { values, typed }: { readonly values: FormValues; readonly typed: FormValues },
): FormValues {
  const kept = Object.entries(typed).filter(([name]) => isSame(values[name], later[name]));
  return { ...shownValues(fields, later), ...Object.fromEntries(kept) };
}

/**
 * Values as they were typed, read for the API where they differ from before; `isWrong`: one cannot be sent, and is as it was typed.
 * @param place locale in whose way numbers are typed
 */
export function readValues(
  fields: readonly FormField[],
  before: FormValues,
  typed: FormValues,
  place = region(),
): { readonly values: FormValues; readonly isWrong: boolean } {
  const values: Record<string, FormValue> = { ...typed };
  let isWrong = false;
  for (const field of fields) {
    const text = values[field.name];
    if (typeof text !== 'string') continue;
    const value = readText(field, before[field.name], text, place);
    isWrong ||= value === undefined;
    values[field.name] = value ?? text;
  }
  return { values, isWrong };
}

/** Reads a text as it was typed; one that stays as it was shown is what it was before. */
function readText(field: FormField, before: FormValue | undefined, text: string, place: string): FormValue | undefined {
  const { kind, read = READERS[kind] } = field;
  if (read === undefined) return text;
  if (before !== undefined && text === shown(field, before, place)) return before;
  return read(text, place);
}

/** The labels of fields by their names. */
export function fieldLabels(fields: readonly FormField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.filter(({ label }) => label !== '').map(({ name, label }) => [name, label]));
}

/** The values that differ from those a form began with: only they are sent, so that two people can change different fields. */
export function changedValues(before: FormValues, now: FormValues): FormValues {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(before[name], value)));
}

/** Puts the changes of a form on a later version. Undefined: that version changed one of the same fields to another value. */
export function mergedValues(before: FormValues, now: FormValues, later: FormValues): FormValues | undefined {
  const mine = changedValues(before, now);
  const theirs = changedValues(before, later);
  const clashes = Object.entries(mine).some(([name, value]) => name in theirs && !isSame(theirs[name], value));
  return clashes ? undefined : { ...later, ...mine };
}

/** Whether two values of a field are the same to a person. */
export function isSame(a: FormValue | undefined, b: FormValue | undefined): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '');
}

/** Makes the body of a request of values as they were typed: the API reads numbers and rules from text, and names the field at fault. */
export function formBody<Body>(values: FormValues): Body {
  const sent = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? '1' : '0') : value,
  ]);
  return Object.fromEntries(sent) as Body;
}
