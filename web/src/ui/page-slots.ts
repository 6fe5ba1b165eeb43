/** The page numbers to show: first, last, the current one and its neighbours; null is a gap of at least two pages. */
export function pageSlots(page: number, totalPages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, totalPages].filter((value) => value >= 1 && value <= totalPages);
  const pages = [...new Set(near)].toSorted((a, b) => a - b);
  return pages.flatMap((value, index) => {
    const before = pages[index - 1] ?? 0;
    if (value - before === 1) return [value];
    // A gap of one page would be no shorter than its number.
    return value - before === 2 ? [value - 1, value] : [null, value];
  });
}
