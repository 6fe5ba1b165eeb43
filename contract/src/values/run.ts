/** Distance of a truck, or several, between readings, and the fuel filled on that road. All but `km` are exact. */
export interface Run {
  km: number;
  /** Kilometres on which something was filled. Only these show what a truck takes. */
  measuredKm: number;
  centilitres: number;
  kopecks: number;
  /** Tolls on all of the road. */
  tollKopecks: number;
  /** Kilometres of the road, exact. */
  roadKm: number;
}

/** Adds up the runs of several trucks. Null when none has a known run. */
export function mergeRuns(runs: readonly (Run | null)[]): Run | null {
  const known = runs.filter((run) => run !== null);
  if (known.length === 0) return null;
  const all = (key: keyof Run) => known.reduce((total, run) => total + run[key], 0);
  return {
    km: all('km'),
    measuredKm: all('measuredKm'),
    centilitres: all('centilitres'),
    kopecks: all('kopecks'),
    tollKopecks: all('tollKopecks'),
    roadKm: all('roadKm'),
  };
}

/** Figures of a run. Null where they are not known. */
export interface RunFigures {
  centilitresPer100Km: number | null;
  kopecksPerKm: number | null;
  /** Fuel and tolls. */
  costKopecksPerKm: number | null;
}

/** Returns a truck's consumption and what a kilometre costs, or null when it is not known. */
export function runFigures(run: Run | null): RunFigures {
  if (!run || run.measuredKm === 0)
    return { centilitresPer100Km: null, kopecksPerKm: null, costKopecksPerKm: null };
  const fuelPerKm = run.kopecks / run.measuredKm;
  return {
    centilitresPer100Km: Math.round((run.centilitres * 100) / run.measuredKm),
    kopecksPerKm: Math.round(fuelPerKm),
    costKopecksPerKm: Math.round(fuelPerKm + run.tollKopecks / run.roadKm),
  };
}
