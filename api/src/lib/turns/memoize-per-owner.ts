/** Makes a value once per owner, at its first use. A value ends with its owner, for example a batch of requests with its context. */
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
