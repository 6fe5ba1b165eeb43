/** A role that one member gave to another; a removal is not a grant and breaks no chain. */
export interface Grant {
  userId: number;
  givenBy: number;
  givenAt: Date;
}

/** Two phones of one thief are not two people: a new role counts as a second person only after this. */
const TRUSTED_AFTER_MS = 24 * 3_600_000;

/**
 * Returns true where one person may stand behind both members. That is so when grants of the last 24 hours lead from one
 * person to both, or when one of them is new and the other stands anywhere in the chain of grants that led to the role.
 */
export function isOneChain(grants: readonly Grant[], first: number, second: number, now: Date): boolean {
  const recent = grants.filter(({ givenAt }) => now.getTime() - givenAt.getTime() < TRUSTED_AFTER_MS);
  const firstMakers = findMakers(recent, first);
  const secondMakers = findMakers(recent, second);
  if ([...firstMakers].some((maker) => secondMakers.has(maker))) return true;
  const isNew = (member: number) => recent.some(({ userId }) => userId === member);
  return (
    (isNew(first) && findMakers(grants, first).has(second)) ||
    (isNew(second) && findMakers(grants, second).has(first))
  );
}

/** Returns the member and everyone whose grants led to the member's role, through any number of links. */
function findMakers(grants: readonly Grant[], member: number): Set<number> {
  const makers = new Set([member]);
  // A set keeps its order while it grows, so the loop also visits what it adds.
  for (const maker of makers)
    for (const { userId, givenBy } of grants) if (userId === maker) makers.add(givenBy);
  return makers;
}
