/** `?id=` of the address, counted from one → the item's place from 0; whatever is no item's number is the first. */
export function newsPlace(id: string | null, count: number): number {
  const number = /^\d{1,4}$/.test(id ?? '') ? Number(id) : 1;
  return number >= 1 && number <= count ? number - 1 : 0;
}
