import { type ChaosScene } from './chaos.scene';
import { type Settings } from './chaos.world';

/** Form of a suite: `short` in every run of the tests, `full` with `npm run test:chaos`. */
export type Form = 'short' | 'full';

/** One fault, and what is promised when it strikes. */
export interface ChaosCase {
  readonly name: string;
  /** Settings of the processes besides those of the world. */
  readonly settings?: Settings;
  /** Most repeats of one event: one for each kill or freeze of its worker. */
  readonly repeats: number;
  /** Left out of the short form, which has a fault of the same kind. */
  readonly isLong?: true;
  /** Causes events and faults. The caller then waits for all deliveries and compares them. */
  run(scene: ChaosScene): Promise<void>;
}
