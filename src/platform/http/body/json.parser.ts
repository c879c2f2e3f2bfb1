import { parse as parseLossless } from 'lossless-json';
import { MalformedJson, TooManyFields } from '../request.errors';
import { FieldFault, type Fields, type FieldValue, invalidField, keyFault, MAX_FIELDS } from './field.rules';
import { textFault, TOO_DEEP } from './field.rules';
import { scanJson } from './json.scan';

const BYTE_ORDER_MARK = 0xfeff;
const MAP_START = /^[ \t\r\n]*\{/;

/** Keeps a number's text; of two members with one name the last counts, as in JSON.parse. */
const LOSSLESS = {
  parseNumber: (text: string): string => text,
  onDuplicateKey: ({ newValue }: { newValue: unknown }): unknown => newValue,
};

/**
 * Reads a JSON body: an object whose numbers have become their exact text (`10.0` is `'10.0'`, `1e400` is `'1e400'`).
 * A byte order mark is tolerated, members without a name are dropped.
 * @throws MalformedJson, TooManyFields, or ValidationFailed naming the field by its dotted path
 */
export function parseJsonBody(text: string): Fields {
  const json = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  if (!MAP_START.test(json)) throw new MalformedJson();
  try {
    return parseJson(json) as Fields;
  } catch (error) {
    if (error instanceof SyntaxError) throw new MalformedJson(syntaxFault(json));
    if (!(error instanceof FieldFault)) throw error;
    // Only a member without a name goes deep without a path, and that is no JSON.
    throw error.path.length === 0 ? new MalformedJson() : invalidField(error.path, error.message);
  }
}

/**
 * Reads any JSON text the same way.
 * @throws SyntaxError when it is not JSON, FieldFault when it is too deep or holds a forbidden key or character,
 *   TooManyFields past 1000 values
 */
export function parseJson(text: string): FieldValue {
  const scan = scanJson(text);
  if (scan.isTooDeep) throw new FieldFault(MAP_START.test(text) ? nameOf(scan.lastOuterText) : [], TOO_DEEP);
  if (scan.values > MAX_FIELDS) throw new TooManyFields(MAX_FIELDS);
  // The recursive parser is slower, and safe only because the depth is known by now.
  const parsed: unknown = scan.hasRiskyNumber ? parseLossless(text, null, LOSSLESS) : JSON.parse(text);
  return settle(parsed, []);
}

/** Characters of a fault in the message: it may quote the body. */
const MAX_FAULT = 80;
const PLACE = ' at position ';

/**
 * Returns the fault of a text that {@link parseJson} rejected as no JSON, and its place: `Colon ':' expected after property name but got '}' (line 2,
 * column 3)`. Read by the parser that always tells the place, which Node's own leaves out at times.
 */
export function syntaxFault(text: string): string | undefined {
  try {
    parseLossless(text, null, LOSSLESS);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const end = message.lastIndexOf(PLACE);
    if (end === -1) return undefined;
    const lines = text.slice(0, Number(message.slice(end + PLACE.length))).split('\n');
    return `${message.slice(0, Math.min(end, MAX_FAULT))} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
  }
}

function nameOf(quoted: string): string[] {
  return quoted === '' ? [] : [String(JSON.parse(quoted) as unknown)];
}

/** Checks a parsed value and turns its numbers into text, in place. Recursion is bounded by the scan. */
function settle(value: unknown, path: string[]): FieldValue {
  if (typeof value === 'string') return fitText(value, path);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value as boolean | null;
  return Array.isArray(value) ? settleList(value, path) : settleMap(value as Fields, path);
}

function settleList(list: unknown[], path: string[]): FieldValue[] {
  for (let i = 0; i < list.length; i++) {
    path.push(String(i));
    list[i] = settle(list[i], path);
    path.pop();
  }
  return list as FieldValue[];
}

function settleMap(map: Fields, path: string[]): Fields {
  Object.setPrototypeOf(map, null);
  for (const key of Object.keys(map)) {
    path.push(key);
    const fault = keyFault(key);
    if (fault !== undefined) throw new FieldFault([...path], fault);
    if (key === '') delete map[key];
    else map[key] = settle(map[key], path);
    path.pop();
  }
  return map;
}

function fitText(text: string, path: readonly string[]): string {
  const fault = textFault(text);
  if (fault !== undefined) throw new FieldFault([...path], fault);
  return text;
}
