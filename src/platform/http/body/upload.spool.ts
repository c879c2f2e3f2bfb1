import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { randomHex } from '../../../kernel/ids';
import { CONFIG, type Config } from '../../config/config';
import { TooManyUploads, UploadNotStored } from '../request.errors';

/** Uploads that a process takes at once: each holds a file of up to 10 MiB, or a table of up to 64, and a few buffers. */
const MAX_UPLOADS = 16;
/** Interval of the search for files that a crash left behind. */
const SWEEP_MS = 600_000;
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** A file that was received, until its request ends. */
export interface SpooledFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
}

/**
 * The files that are being uploaded, in the folder `incoming` of FILES_DIR: on the disk of the stored files, so that one is
 * kept by a rename. Each is removed with its request; what a crash leaves is removed at the next start, or by its age.
 */
@Injectable()
export class UploadSpool implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly folder: string;
  private readonly maxAgeMs: number;
  private uploads = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) { files, http }: Config,
    private readonly clock: Clock,
  ) {
    this.folder = join(files.folder, 'incoming');
    // Nothing arrives for longer than the request timeout, and what has arrived is stored within its deadline.
    this.maxAgeMs = 1000 * (http.requestTimeoutSeconds + 2 * files.deadlineSeconds + 60);
  }

  onApplicationBootstrap(): void {
    void this.sweep();
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Takes one of the places for uploads. @returns gives it back @throws TooManyUploads */
  enter(): () => void {
    if (this.uploads >= MAX_UPLOADS) throw new TooManyUploads();
    this.uploads += 1;
    return () => (this.uploads -= 1);
  }

  /** Writes a file as it comes. It leaves nothing when it fails. @throws UploadNotStored; the stream's own error */
  async write(source: Readable): Promise<SpooledFile> {
    const path = join(this.folder, randomHex(16));
    const hash = createHash('sha256');
    let size = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    try {
      await mkdir(this.folder, { recursive: true, mode: OWNER_ONLY.folder });
      await pipeline(source, counted, createWriteStream(path, { flags: 'wx', mode: OWNER_ONLY.file, flush: true }));
    } catch (error) {
      await this.discard(path);
      throw isSystemFault(error) ? new UploadNotStored(error) : error;
    }
    return { path, size, hash: hash.digest('hex') };
  }

  /** Removes a file that was not kept. Never fails: what stays is swept up by its age. */
  async discard(path: string): Promise<void> {
    await rm(path, { force: true }).catch(() => undefined);
  }

  /** Removes the files that no request can be working on any more. Never fails: the next sweep tries again. */
  async sweep(): Promise<void> {
    const before = this.clock.now().getTime() - this.maxAgeMs;
    try {
      for await (const { name } of await opendir(this.folder)) {
        const path = join(this.folder, name);
        const { mtimeMs } = await stat(path);
        if (mtimeMs < before) await this.discard(path);
      }
    } catch {
      // No folder yet, or a file that another process has just removed.
    }
  }
}

/** Whether the operating system refused: a full disk, a quota, a folder that cannot be written to. */
function isSystemFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
