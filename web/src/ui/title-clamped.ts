/** Gives a cell its whole text as a title while not all of it is seen. */
export function titleClamped(cell: HTMLElement): void {
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('[data-clamp]')];
  if (parts.some(isClamped)) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** Letters may reach a pixel beyond their line. */
function isClamped({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement): boolean {
  return scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 2;
}
