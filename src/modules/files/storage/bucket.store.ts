import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { type Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import { type Config } from '../../../platform/config/config';
import { type FileStore, type LocalFile, type StoredBytes } from '../file-store.port';

/** The bucket's settings in the configuration. */
export type BucketSettings = NonNullable<Config['files']['bucket']>;

/** The client of S3, loaded when first needed: it costs 15 MB, which a store without a bucket does not need. */
function library(): typeof S3 {
  return createRequire(__filename)('@aws-sdk/client-s3') as typeof S3;
}

const ignore = (): void => undefined;

/** Stores files in an S3-compatible bucket. */
export class BucketStore implements FileStore {
  private opened: S3.S3Client | undefined;

  /** @param deadlineSeconds of each request to the bucket, with its repeats */
  constructor(
    private readonly settings: BucketSettings,
    private readonly deadlineSeconds: number,
  ) {}

  async put(name: string, { path, size, type }: LocalFile): Promise<void> {
    const { PutObjectCommand } = library();
    const bytes = createReadStream(path);
    try {
      await this.within((abortSignal) => {
        const command = new PutObjectCommand({ ...this.at(name), Body: bytes, ContentLength: size, ContentType: type });
        return this.client.send(command, { abortSignal });
      });
    } finally {
      bytes.destroy();
    }
  }

  async open(name: string): Promise<StoredBytes | undefined> {
    const { GetObjectCommand, NoSuchKey } = library();
    try {
      const found = await this.within((abortSignal) =>
        this.client.send(new GetObjectCommand(this.at(name)), { abortSignal }),
      );
      return { size: found.ContentLength ?? 0, bytes: found.Body as Readable };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    const { DeleteObjectCommand } = library();
    await this.within((abortSignal) => this.client.send(new DeleteObjectCommand(this.at(name)), { abortSignal }));
  }

  private at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.name, Key: name };
  }

  /** The deadline is over once the response begins: a body may take as long as its reader does, unless it stalls. */
  private async within<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.deadlineSeconds * 1000);
    try {
      return await send(late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  private get client(): S3.S3Client {
    const { endpoint, region, credentials } = this.settings;
    const { S3Client } = library();
    return (this.opened ??= new S3Client({
      region,
      // A service of one's own seldom has a name for each bucket.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
      maxAttempts: 2,
      // It would write its own lines among those of the log; failures come back as errors.
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      // Trailing checksums are AWS's own: many compatible services refuse them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: this.deadlineSeconds * 1000, socketTimeout: this.deadlineSeconds * 1000 },
    }));
  }
}
