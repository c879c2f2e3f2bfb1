import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';

/** Changes the images of an owner. @returns whether it changed any */
export type ImageWork = () => Promise<boolean>;

/** The owner of image files: products. Its module registers it, because `files` may not import modules above it. */
export interface FileOwner {
  exists(manager: EntityManager, id: string): Promise<boolean>;
  /**
   * Runs `work` under the owner's lock and notes on the owner that its images changed, if `work` returns true.
   * @returns false, without running it, when there is no such owner
   */
  change(tx: EntityManager, id: string, work: ImageWork): Promise<boolean>;
}

/** Holds the owner of files: products. */
@Injectable()
export class FileOwners {
  private owner: FileOwner | undefined;

  /** @throws Error when there is one already */
  register(owner: FileOwner): void {
    if (this.owner !== undefined) throw new Error('FileOwners.register was called twice');
    this.owner = owner;
  }

  /** Whether a file may be assigned to this id. */
  async exists(manager: EntityManager, id: string): Promise<boolean> {
    return (await this.owner?.exists(manager, id)) ?? false;
  }

  /** Runs `work` under the lock of an owner; at once when there is none. @param id null: the files have no owner */
  async change(tx: EntityManager, id: string | null, work: ImageWork): Promise<boolean> {
    if (id !== null) return (await this.owner?.change(tx, id, work)) ?? false;
    await work();
    return true;
  }
}
