/** Whether an address is that of the page: a second press on the same button is then no second entry of the history. */
export function isHere(address: string): boolean {
  return new URL(address, location.href).href === location.href;
}
