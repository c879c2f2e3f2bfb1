import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { type Response } from 'express';
import { type AuthenticatedRequest } from '../principal';
import { UnsupportedContentType } from '../request.errors';
import { type ByteLimits } from './body.intake';
import { MAX_BODY_BYTES } from './field.rules';
import { readBody, readRawBody } from './request.reader';
import { FILE_FIELD, readUpload, spoolBody, type UploadedFile } from './upload.reader';
import { UploadSpool } from './upload.spool';

/** A client id, a secret and scopes: a route that is open to anybody takes no more. */
const OPEN_ROUTE: ByteLimits = { maxBytes: 16_384, maxDiscardedBytes: 2 * MAX_BODY_BYTES };
/** A sender that is this far over the limit got its response long before. */
const KNOWN_CALLER: ByteLimits = { maxBytes: MAX_BODY_BYTES, maxDiscardedBytes: 64 * MAX_BODY_BYTES };
/** Limits of a body whose caller is not known yet, or was rejected. */
export const UNKNOWN_CALLER: ByteLimits = { maxBytes: MAX_BODY_BYTES, maxDiscardedBytes: 2 * MAX_BODY_BYTES };

const RAW_BODY = 'storekeeper:raw-body';
const TAKES_FILE = 'storekeeper:takes-file';
const TAKES_CSV = 'storekeeper:takes-csv';
const MULTIPART = /^\s{0,9}multipart\/form-data\b/i;
const CSV = /^\s{0,9}text\/csv\b/i;

interface RawRequest extends AuthenticatedRequest {
  rawBody?: Buffer;
  upload?: UploadedFile;
}

/** A route whose multipart body may hold a file: its handler takes {@link Uploaded}. Everywhere else a file is refused. */
export const TakesFile = (): MethodDecorator => SetMetadata(TAKES_FILE, true);

/** A route whose body may be a table instead of fields: its handler takes {@link Uploaded}, and its fields stand in the query. */
export const TakesCsv = (maxBytes: number): MethodDecorator => SetMetadata(TAKES_CSV, maxBytes);

/** The file of a route that {@link TakesFile} or {@link TakesCsv}; undefined when none was sent. It is removed when the response is sent. */
export const Uploaded = createParamDecorator(
  (_: unknown, context: ExecutionContext): UploadedFile | undefined =>
    context.switchToHttp().getRequest<RawRequest>().upload,
);

/** A route whose body is not read as fields: its handler takes {@link RawBody}. @param maxBytes past which it is 413 */
export const TakesRawBody = (maxBytes: number): MethodDecorator => SetMetadata(RAW_BODY, maxBytes);

/** The body as it came, of a route that {@link TakesRawBody}. */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): Buffer =>
    context.switchToHttp().getRequest<RawRequest>().rawBody ?? Buffer.alloc(0),
);

/** Reads the body of a request that passed the scope guard. Bodies of other requests are not read. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly spool: UploadSpool) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<RawRequest>();
    const rawBytes = Reflect.getMetadata(RAW_BODY, context.getHandler()) as number | undefined;
    if (rawBytes !== undefined) return readRaw(request, rawBytes);
    const takesFile = Reflect.getMetadata(TAKES_FILE, context.getHandler()) === true;
    if (takesFile && MULTIPART.test(request.headers['content-type'] ?? '')) {
      return this.readFile(request, context.switchToHttp().getResponse<Response>());
    }
    const csvBytes = Reflect.getMetadata(TAKES_CSV, context.getHandler()) as number | undefined;
    if (csvBytes !== undefined && CSV.test(request.headers['content-type'] ?? '')) {
      return this.readTable(request, context.switchToHttp().getResponse<Response>(), csvBytes);
    }
    return this.readFields(request, csvBytes !== undefined);
  }

  /** @throws UnsupportedContentType naming the types that the route takes; as {@link readBody} */
  private readFields(request: RawRequest, takesCsv: boolean): boolean | Promise<boolean> {
    const read = readBody(request, request.principal === undefined ? OPEN_ROUTE : KNOWN_CALLER);
    if (read === undefined) return true;
    return (takesCsv ? read.catch(nameCsv) : read).then(() => true);
  }

  /** The file lasts as long as the request. @throws TooManyUploads; as {@link readUpload} */
  private async readFile(request: RawRequest, response: Response): Promise<boolean> {
    const leave = this.spool.enter();
    response.once('close', leave);
    const { fields, file } = await readUpload(request, this.spool);
    // In the fingerprint of an Idempotency-Key the content stands for the file.
    request.body = { ...fields, [FILE_FIELD]: file?.hash ?? null };
    if (file !== undefined) await this.keep(file, request, response);
    return true;
  }

  /** {@link readFile} of a body that is a file as a whole. @throws TooManyUploads, BodyTooLarge, TruncatedBody, UploadNotStored */
  private async readTable(request: RawRequest, response: Response, maxBytes: number): Promise<boolean> {
    const leave = this.spool.enter();
    response.once('close', leave);
    const file = await spoolBody(request, this.spool, { maxBytes, maxDiscardedBytes: 2 * maxBytes });
    request.body = { ...(request.query as object), [FILE_FIELD]: file.hash };
    await this.keep({ ...file, name: '' }, request, response);
    return true;
  }

  private async keep(file: UploadedFile, request: RawRequest, response: Response): Promise<void> {
    request.upload = file;
    response.once('close', () => void this.spool.discard(file.path));
    if (response.closed) await this.spool.discard(file.path);
  }
}

/** @throws UnsupportedContentType that names the table too, and any other error as it is */
function nameCsv(error: unknown): never {
  throw error instanceof UnsupportedContentType ? new UnsupportedContentType('text/csv') : error;
}

async function readRaw(request: RawRequest, maxBytes: number): Promise<boolean> {
  request.rawBody = await readRawBody(request, { maxBytes, maxDiscardedBytes: 2 * MAX_BODY_BYTES });
  return true;
}
