import { type ChaosScene } from './chaos.scene';

/** A worker may grow by this much above what it keeps when it is warm: garbage, not a leak. */
const GROWTH_MB = 50;

/** The result of a scene, measured by the promises of every case. */
export interface Findings {
  /** Events that were committed and not received. */
  readonly lost: string[];
  /** Ids that were received and never committed. */
  readonly invented: string[];
  /** Most repeats of one event, without the requests that the receiver refused. */
  readonly repeats: number;
  /** Events that came with other bytes than before. */
  readonly altered: string[];
  /** Megabytes that any worker of the scene kept at most above what a warm one does. */
  readonly grownMb: number;
}

/** Compares what was committed with what was received. */
export async function findingsOf(scene: ChaosScene): Promise<Findings> {
  const committed = new Set(await scene.committed());
  const calls = new Map<string, number>();
  const bodies = new Map<string, Set<string>>();
  for (const { id, bodyHash, isRefused } of scene.heard) {
    calls.set(id, (calls.get(id) ?? 0) + (isRefused ? 0 : 1));
    bodies.set(id, (bodies.get(id) ?? new Set()).add(bodyHash));
  }
  return {
    lost: [...committed].filter((id) => !bodies.has(id)),
    invented: [...bodies.keys()].filter((id) => !committed.has(id)),
    repeats: Math.max(0, ...calls.values()) - 1,
    altered: [...bodies].filter(([, hashes]) => hashes.size > 1).map(([id]) => id),
    grownMb: Math.round(scene.world.memory.growth()),
  };
}

/** Holds the findings against the promises. */
export function expectKept(findings: Findings, repeats: number): void {
  const isWithin = { repeats: findings.repeats <= repeats, growth: findings.grownMb <= GROWTH_MB };
  expect({ ...findings, isWithin }).toEqual({
    lost: [],
    invented: [],
    altered: [],
    repeats: findings.repeats,
    grownMb: findings.grownMb,
    isWithin: { repeats: true, growth: true },
  });
}
