import { type EntityManager } from 'typeorm';

/** A read on a connection of a replica or of the primary, and the milliseconds by which its rows lag at most. */
export type LaggingRead<T> = (manager: EntityManager, lagMs: number) => Promise<T>;

/** Answers reads whose rows may be some seconds old. */
export interface LaggingReads {
  /** @returns undefined when the primary has to answer */
  read<T>(work: LaggingRead<T>): Promise<{ readonly result: T } | undefined>;
  /** Notes that the client of the request has committed a write, unless the request only reads. @throws the driver's error */
  wrote(): Promise<void>;
  /** Notes that the client has been told of what replicas may lack. @throws the driver's error */
  told(): Promise<void>;
}
