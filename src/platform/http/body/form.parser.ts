import { parse as parseBrackets } from 'qs';
import { InvalidPercentEncoding, TooManyFields } from '../request.errors';
import { type Fields, invalidField, keyFault, MAX_DEPTH, MAX_FIELDS, noFields } from './field.rules';
import { textFault, TOO_DEEP } from './field.rules';

/** `a[b][0][]`. A name of another form that holds a bracket is taken literally; none of our fields has one. */
const BRACKETED = /^[^[\]]+(?:\[[^[\]]*\])+$/;

/** No arrays: an array would lose the keys of `modifier[401]=402`. Lists are read from their index keys by asList. */
const BRACKETS = {
  plainObjects: true,
  allowPrototypes: true,
  parseArrays: false,
  depth: MAX_DEPTH,
  strictDepth: true,
} as const;

/** Gathers name and text pairs of a form, a query or a multipart body into fields. */
export class FieldCollector {
  private readonly plain = noFields();
  private readonly names: string[] = [];
  private readonly texts: string[] = [];
  private hasUnnumbered = false;
  private count = 0;

  /**
   * Adds one pair, decoded. Of two with the same name the last counts, as it always did for the clients of this
   * interface; a pair without a name is ignored.
   * @throws TooManyFields, or ValidationFailed naming the field
   */
  add(name: string, text: string): void {
    if (++this.count > MAX_FIELDS) throw new TooManyFields(MAX_FIELDS);
    if (name === '' || name.startsWith('[')) return;
    const isBracketed = name.includes('[') && BRACKETED.test(name);
    const path = isBracketed ? pathOf(name) : [name];
    checkField(path, text);
    if (!isBracketed) {
      this.plain[name] = text;
      return;
    }
    this.names.push(name);
    this.texts.push(text);
    this.hasUnnumbered ||= name.includes('[]');
  }

  /** @throws ValidationFailed when a field was sent both as a value and in brackets: neither reading is right */
  fields(): Fields {
    if (this.names.length === 0) return this.plain;
    const names = this.hasUnnumbered ? numbered(this.names) : this.names;
    const nested = noFields();
    names.forEach((name, i) => (nested[name] = this.texts[i] ?? ''));
    for (const name of names) this.refuseMixed(name, nested);
    return Object.assign(parseBrackets(nested as unknown as string, BRACKETS) as Fields, this.plain);
  }

  /** `a=1&a[b]=2` has no meaning. `a=&a[b]=2` has: an empty field is an unset one (wire.md 1). */
  private refuseMixed(name: string, nested: Fields): void {
    let owner = this.plain;
    for (let end = name.indexOf('['); end !== -1; end = name.indexOf('[', end + 1)) {
      const outer = name.slice(0, end);
      if (owner[outer] === '') delete owner[outer];
      if (outer in owner) throw invalidField(pathOf(outer), 'must be sent either as a value or in brackets, not both');
      owner = nested;
    }
  }
}

const BYTE_ORDER_MARK = '\uFEFF';
/** The same, as a client encodes a text that begins with one. */
const ENCODED_MARK = /^%ef%bb%bf/i;

function withoutMark(text: string): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return text.slice(1);
  return text.startsWith('%') ? text.replace(ENCODED_MARK, '') : text;
}

/**
 * Reads `application/x-www-form-urlencoded` text; stray `&` and a byte order mark at the beginning are harmless.
 * @throws InvalidPercentEncoding, TooManyFields, or ValidationFailed naming the field
 */
export function parseForm(sent: string): Fields {
  const text = withoutMark(sent);
  const collector = new FieldCollector();
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (end > start) addPair(collector, text.slice(start, end));
    start = end + 1;
  }
  return collector.fields();
}

/**
 * Reads a query string, without its `?`, by the rules of a form. Fit for Express's `query parser` setting.
 * Node has refused an address with raw bytes beyond ASCII, so there is no encoding to check.
 * @throws what {@link parseForm} throws
 */
export function parsedQuery(text: string | null | undefined): Fields {
  return parseForm(text ?? '');
}

function addPair(collector: FieldCollector, pair: string): void {
  const equals = pair.indexOf('=');
  if (equals === -1) collector.add(decoded(pair), '');
  else collector.add(decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1)));
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new InvalidPercentEncoding();
  }
}

function checkField(path: readonly string[], text: string): void {
  if (path.length > MAX_DEPTH + 1) throw invalidField(path.slice(0, 1), TOO_DEEP);
  for (let i = 0; i < path.length; i++) {
    const fault = keyFault(path[i] ?? '');
    if (fault !== undefined) throw invalidField(path.slice(0, i + 1), fault);
  }
  const fault = textFault(text);
  if (fault !== undefined) throw invalidField(path, fault);
}

/** `a[b][0]` is a, b, 0. */
function pathOf(name: string): string[] {
  return name.split('[').map((part, i) => (i === 0 ? part : part.slice(0, -1)));
}

/** Gives every `[]` the index after the highest its list has had so far. */
function numbered(names: readonly string[]): string[] {
  const nextIndex = new Map<string, number>();
  return names.map((name) => {
    const [first = '', ...keys] = pathOf(name);
    return keys.reduce((list, key) => {
      const next = nextIndex.get(list) ?? 0;
      const index = key === '' ? String(next) : key;
      if (/^\d{1,9}$/.test(index)) nextIndex.set(list, Math.max(next, Number(index) + 1));
      return `${list}[${index}]`;
    }, first);
  });
}
