/** `?id=` of the address, counted from one → the item's index from 0; the first item for anything else. */
export function newsPlace(id: string | null, count: number): number {
  const number = /^\d{1,4}$/.test(id ?? '') ? Number(id) : 1;
  return number >= 1 && number <= count ? number - 1 : 0;
}
