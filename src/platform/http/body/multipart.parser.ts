import busboy, { type Busboy } from 'busboy';
import { isUtf8 } from 'node:buffer';
import { InvalidUtf8, MalformedMultipart, TooManyFields, UnsupportedCharset } from '../request.errors';
import { type Fields, invalidField, MAX_FIELDS } from './field.rules';
import { FieldCollector } from './form.parser';

/** Called once, with the fields or with the error. */
export type FieldsRead = (error: unknown, fields?: Fields) => void;

/**
 * Reads a whole `multipart/form-data` body that holds fields only (wire.md 1).
 * Ends with MalformedMultipart, InvalidUtf8, UnsupportedCharset (of a part), TooManyFields, or ValidationFailed
 * naming the field: a file is refused.
 * @param contentType the header, for its boundary
 */
export function parseMultipart(bytes: Buffer, contentType: string, done: FieldsRead): void {
  const reader = open(contentType);
  if (reader === undefined) return done(new MalformedMultipart());
  const collector = new FieldCollector();
  let fault: unknown;
  const fail = (error: unknown): void => {
    fault ??= error;
  };
  reader.on('field', (name: string | undefined, text: string | undefined) => fail(added(collector, name, text)));
  reader.on('file', (name: string | undefined, file) => {
    file.resume();
    fail(invalidField([name ?? 'file'], 'must not be a file'));
  });
  reader.on('fieldsLimit', () => fail(new TooManyFields(MAX_FIELDS)));
  reader.on('error', () => fail(new MalformedMultipart()));
  reader.on('close', () => {
    if (fault === undefined && !isUtf8(bytes)) fault = new InvalidUtf8();
    if (fault === undefined) finish(collector, done);
    else done(fault);
  });
  reader.end(bytes);
}

function open(contentType: string): Busboy | undefined {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { fields: MAX_FIELDS, parts: 2 * MAX_FIELDS },
    });
  } catch {
    return undefined;
  }
}

/** @returns what is wrong with the part; thrown inside the parser, it would be lost in its stream */
function added(collector: FieldCollector, name: string | undefined, text: string | undefined): unknown {
  // A part in a character set that the parser does not know comes without its text.
  if (text === undefined) return new UnsupportedCharset();
  try {
    collector.add(name ?? '', text);
    return undefined;
  } catch (error) {
    return error;
  }
}

function finish(collector: FieldCollector, done: FieldsRead): void {
  let fields: Fields;
  try {
    fields = collector.fields();
  } catch (error) {
    return done(error);
  }
  done(null, fields);
}
