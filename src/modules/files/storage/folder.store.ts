import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, type LocalFile, type StoredBytes } from '../file-store.port';

const OWNER_ONLY = 0o700;

/** Stores files in a folder, in sub-folders by the first letters of their names. */
export class FolderStore implements FileStore {
  /** @param folder on the same file system as the files that are put */
  constructor(private readonly folder: string) {}

  /** The file has reached the disk when it was received; the rename is what has to be flushed. */
  async put(name: string, { path }: LocalFile): Promise<void> {
    const target = this.pathOf(name);
    await mkdir(dirname(target), { recursive: true, mode: OWNER_ONLY });
    await rename(path, target);
    for (const folder of [dirname(target), this.folder]) await flush(folder);
  }

  async open(name: string): Promise<StoredBytes | undefined> {
    try {
      const file = await open(this.pathOf(name), 'r');
      const { size } = await file.stat();
      return { size, bytes: file.createReadStream() };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  private pathOf(name: string): string {
    return join(this.folder, name.slice(0, 2), name);
  }
}

/** Flushes a folder: a file system may keep the bytes of a file and lose its name. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
