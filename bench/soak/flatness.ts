/** Values of one measure over time: seconds since the watch began, and the value. */
export type Series = readonly (readonly [seconds: number, value: number])[];

/** When a measure counts as flat. */
export interface Limit {
  /** Growth an hour that is allowed. */
  readonly anHour: number;
  /** Growth over the whole watch that is allowed however short that was: what measuring itself makes uncertain. */
  readonly atAll: number;
}

/** Megabytes; counts. What a short watch cannot tell from noise was measured on repeated runs of two minutes, on a busy machine too. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  heapMb: { anHour: 8, atAll: 4 },
  externalMb: { anHour: 8, atAll: 2 },
  rssMb: { anHour: 40, atAll: 16 },
  sockets: { anHour: 4, atAll: 4 },
  files: { anHour: 2, atAll: 2 },
  timers: { anHour: 4, atAll: 10 },
  redisKeys: { anHour: 20, atAll: 20 },
  redisMb: { anHour: 1, atAll: 0.5 },
  redisClients: { anHour: 2, atAll: 2 },
  mariaDbConnections: { anHour: 2, atAll: 2 },
};

/** The judgement of one measure. */
export interface Flatness {
  readonly name: string;
  /** Median of the first and of the last quarter of the watch. */
  readonly first: number;
  readonly last: number;
  /** Growth over the whole watch, by the slope. */
  readonly growth: number;
  readonly growthAnHour: number;
  /** The limit of the growth. */
  readonly allowed: number;
  readonly isFlat: boolean;
}

/** Judges whether a measure stayed flat. @throws RangeError with fewer than eight values */
export function flatnessOf(name: string, series: Series, limit: Limit): Flatness {
  if (series.length < 8) throw new RangeError(`${name}: ${series.length} values are too few to judge`);
  const hours = (at(series, -1)[0] - at(series, 0)[0]) / 3600;
  const growthAnHour = slopeOf(series) * 3600;
  const quarter = Math.floor(series.length / 4);
  const growth = growthAnHour * hours;
  const allowed = Math.max(limit.atAll, limit.anHour * hours);
  return {
    name,
    first: median(series.slice(0, quarter).map(([, value]) => value)),
    last: median(series.slice(-quarter).map(([, value]) => value)),
    growth,
    growthAnHour,
    allowed,
    isFlat: growth <= allowed,
  };
}

/** The median of the slopes between all pairs (Theil and Sen): a few wild values do not move it. */
function slopeOf(series: Series): number {
  const slopes = series.flatMap(([from, before], i) =>
    series.slice(i + 1).map(([to, after]) => (after - before) / (to - from)),
  );
  return median(slopes);
}

function at<T>(list: readonly T[], index: number): T {
  const value = list.at(index);
  if (value === undefined) throw new RangeError('an empty list');
  return value;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return at(sorted, Math.floor(sorted.length / 2));
}
