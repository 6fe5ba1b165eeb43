/** Makes a value once per owner, at its first use. What gathers requests belongs to one context and ends with it. */
export function memoizePerOwner<Owner extends object, Thing>(
  make: (owner: Owner) => Thing,
): (owner: Owner) => Thing {
  const made = new WeakMap<Owner, Thing>();
  return (owner) => {
    const known = made.get(owner);
    if (known !== undefined) return known;
    const thing = make(owner);
    made.set(owner, thing);
    return thing;
  };
}
