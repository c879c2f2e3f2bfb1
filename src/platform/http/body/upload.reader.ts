import busboy, { type Busboy, type FieldInfo, type FileInfo } from 'busboy';
import { PassThrough, type Readable } from 'node:stream';
import { type Request } from 'express';
import { StoreError, ValidationFailed } from '../../../kernel/errors';
import { InvalidUtf8, MalformedMultipart, TooManyFields, TruncatedBody, UnsupportedCharset } from '../request.errors';
import { BodyIntake, type ByteLimits } from './body.intake';
import { type Fields, invalidField } from './field.rules';
import { FieldCollector } from './form.parser';
import { type SpooledFile, type UploadSpool } from './upload.spool';

/** 10 MiB (storefront.md 10). */
export const MAX_FILE_BYTES = 10_485_760;
/** The field that takes the file. */
export const FILE_FIELD = 'file';
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4096;
const MAX_NAME_BYTES = 255;
const LIMITS: ByteLimits = { maxBytes: MAX_FILE_BYTES + 131_072, maxDiscardedBytes: 4 * MAX_FILE_BYTES };

/** A file with the name that its sender gave it. */
export interface UploadedFile extends SpooledFile {
  readonly name: string;
}

/** A multipart body with a file. */
export interface Upload {
  readonly fields: Fields;
  /** Undefined: none was sent. */
  readonly file: UploadedFile | undefined;
}

/**
 * Reads a `multipart/form-data` body that may hold one file, which goes to the disk as it comes.
 * @throws MalformedMultipart, TruncatedBody, BodyTooLarge, TooManyFields, UploadNotStored, or ValidationFailed naming the field
 */
export function readUpload(request: Request, spool: UploadSpool): Promise<Upload> {
  const intake = BodyIntake.of(request);
  if (intake === undefined) throw new TruncatedBody();
  return new UploadReader(spool).read(intake, request.headers['content-type'] ?? '');
}

/** Writes a whole body to the disk as it comes; none is an empty file. @throws BodyTooLarge, TruncatedBody, UploadNotStored */
export async function spoolBody(request: Request, spool: UploadSpool, limits: ByteLimits): Promise<SpooledFile> {
  const intake = BodyIntake.of(request);
  const bytes = new PassThrough();
  let fault: Error | undefined;
  // It may come before the file is open, when nobody else hears it.
  bytes.on('error', (error) => (fault = error));
  if (intake === undefined) bytes.end();
  else intake.pipe(limits, bytes);
  try {
    return await spool.write(bytes);
  } catch (error) {
    throw fault instanceof StoreError ? fault : error;
  }
}

function open(contentType: string): Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        fields: MAX_FIELDS,
        files: 1,
        // A file takes the place of a field: a part beyond both is refused by its own limit first.
        parts: MAX_FIELDS + 3,
        fieldSize: MAX_FIELD_BYTES,
        fieldNameSize: MAX_NAME_BYTES,
        fileSize: MAX_FILE_BYTES + 1,
      },
    });
  } catch {
    throw new MalformedMultipart();
  }
}

class UploadReader {
  private readonly collector = new FieldCollector();
  private writing: Promise<SpooledFile> | undefined;
  private fileName = '';

  constructor(private readonly spool: UploadSpool) {}

  async read(intake: BodyIntake, contentType: string): Promise<Upload> {
    const parser = open(contentType);
    const parsed = new Promise<void>((resolve, reject) => {
      parser.on('close', resolve);
      parser.on('error', (error) => reject(error instanceof StoreError ? error : new MalformedMultipart()));
    });
    this.listen(parser);
    intake.pipe(LIMITS, parser);
    try {
      await parsed;
      const file = await this.writing;
      requireSize(file);
      return { fields: this.collector.fields(), file: file && { ...file, name: this.fileName } };
    } catch (error) {
      await this.drop();
      throw error;
    }
  }

  private listen(parser: Busboy): void {
    const stop = (error: Error): void => {
      parser.destroy(error);
    };
    parser.on('field', (name: string | undefined, text: string | undefined, info: FieldInfo) => {
      const fault = this.added(name ?? '', text, info);
      if (fault !== undefined) stop(fault);
    });
    parser.on('file', (name: string | undefined, stream: Readable, { filename }: FileInfo) => {
      // Its faults come through the write; one before that has nobody else to hear it.
      stream.on('error', () => undefined);
      const fault = nameFault(name);
      if (fault !== undefined) return stop(fault);
      this.fileName = filename ?? '';
      this.writing = this.spool.write(stream);
      this.writing.catch(stop);
    });
    parser.on('filesLimit', () => stop(ValidationFailed.of(FILE_FIELD, 'must be one file')));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => stop(new TooManyFields(MAX_FIELDS)));
    }
  }

  /** @returns what is wrong with the part */
  private added(name: string, text: string | undefined, info: FieldInfo): Error | undefined {
    // The parser takes a part without a filename, or with an empty one, for a text.
    if (name === FILE_FIELD) return invalidField([name], 'must be a file: its part needs a filename');
    // A part in a character set that the parser does not know comes without its text.
    if (text === undefined) return new UnsupportedCharset();
    if (info.nameTruncated) return invalidField([name], `must have a name of at most ${MAX_NAME_BYTES} bytes`);
    if (info.valueTruncated) return invalidField([name], `must be at most ${MAX_FIELD_BYTES} bytes long`);
    // The parser puts U+FFFD in the place of bytes that are not UTF-8.
    if (`${name}${text}`.includes('\uFFFD')) return new InvalidUtf8();
    try {
      this.collector.add(name, text);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  private async drop(): Promise<void> {
    const file = await this.writing?.catch(() => undefined);
    if (file !== undefined) await this.spool.discard(file.path);
  }
}

/** @returns what is wrong with the name of a part that is a file */
function nameFault(name: string | undefined): Error | undefined {
  if (name === FILE_FIELD) return undefined;
  if (name === undefined) return invalidField([FILE_FIELD], 'must be the name of the part that holds the file');
  return invalidField([name], 'must not be a file');
}

/** @throws ValidationFailed */
function requireSize(file: SpooledFile | undefined): void {
  if (file !== undefined && file.size > MAX_FILE_BYTES) {
    throw ValidationFailed.of(FILE_FIELD, `must not be larger than ${MAX_FILE_BYTES} bytes`);
  }
}
