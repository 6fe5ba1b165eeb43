import { dealShare } from './deal-shares.ts';

/**
 * The drills: tests that repeat. They kill programs at every step, play long random sequences, restore a programme or
 * run other people's linters. `weight` is the seconds of each on two cores. What moves money or holds off bad input
 * is none of them and runs with every commit, however long it takes.
 */
export const DRILLS = [
  { name: 'tools/restore-drill/restore-drill.test.ts', weight: 47 },
  { name: 'api/src/main.test.ts', weight: 35 },
  { name: 'api/src/modules/fleet/rules/fleet-week.test.ts', weight: 24 },
  { name: 'api/src/modules/companies/events/follow-across-kills.test.ts', weight: 21 },
  { name: 'contract/src/published-openapi.test.ts', weight: 17 },
  { name: 'api/src/db/embedded-postgres.test.ts', weight: 12 },
  { name: 'scripts/checks/generated-clients.test.ts', weight: 10 },
  { name: 'tools/simulation/run-steps.test.ts', weight: 8 },
  { name: 'api/src/db/silent-database.test.ts', weight: 7 },
  { name: 'api/src/modules/fleet/rules/exceptions/exception-after-kill.test.ts', weight: 7 },
  { name: 'api/src/modules/fuel/history/list-operations-properties.test.ts', weight: 6 },
  { name: 'api/src/modules/fleet/rules/purchase/watch-sales-properties.test.ts', weight: 5 },
];

/** Returns the drills that a run leaves out: none, or those outside the share that `DRILL_SHARE` names. */
export function drillsLeftOut(share = process.env.DRILL_SHARE): string[] {
  if (share === undefined || share === '') return [];
  const chosen = dealShare(DRILLS, Number(share));
  return DRILLS.map(({ name }) => name).filter((name) => !chosen.includes(name));
}
