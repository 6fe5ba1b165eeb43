/**
 * Returns whether an address is that of the page. Then a second click on the same button adds no second entry to the
 * history.
 */
export function isCurrentAddress(address: string): boolean {
  return new URL(address, location.href).href === location.href;
}
