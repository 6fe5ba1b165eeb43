/** Original places of a list's parts, for lists from which gaps were removed. */
const places = new WeakMap<object, readonly number[]>();

/** A form may skip places of a list (`item[7]` alone): the list without the gaps. */
export function withoutGaps(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  if (!Array.isArray(sent))
    return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, withoutGaps(value)]));
  const taken = Object.keys(sent).map(Number);
  const list = taken.map((place) => withoutGaps(sent[place]));
  places.set(list, taken);
  return list;
}

/** The list made of another one's parts has their places, where each part became one. */
export function copyPlaces(readonlyArray: readonly unknown[], list: unknown[]): unknown[] {
  const taken = places.get(readonlyArray);
  if (taken?.length === list.length) places.set(list, taken);
  return list;
}

/** Returns the name of a field in the sender's notation: with the indexes of its lists as they were sent. */
export function sentName(sent: unknown, path: readonly PropertyKey[]): string {
  let within = sent;
  const steps = path.map((step) => {
    const place = Array.isArray(within) ? places.get(within)?.[Number(step)] : undefined;
    within = (within as Record<PropertyKey, unknown> | null | undefined)?.[step];
    return String(place ?? step);
  });
  return steps.join('.');
}
