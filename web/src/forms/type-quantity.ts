export type TypedQuantity = {
  value: number;
  /**
   * Point, comma or space at which the reading stopped. It stays in the field, so that the next digit stops there too.
   */
  separator: string;
};

/** The typed text as a whole number within the bounds: `1,5` is 1, not 15. An empty field is the minimum. */
export function typeQuantity(text: string, min: number, max: number): TypedQuantity {
  const [, digits = '', separator = ''] = /^(\d*)([.,\s]?)/.exec(text.replace(/^\s+|[^\d.,\s]/g, '')) ?? [];
  const value = digits === '' ? min : Number(digits.slice(0, 9));
  return { value: clampQuantity(value, min, max), separator };
}

export function clampQuantity(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
