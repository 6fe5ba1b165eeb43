/** The page numbers to show: first, last, the current one and its neighbours; null is a gap of at least two pages. */
export function pageSlots(page: number, totalPages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, totalPages].filter((one) => one >= 1 && one <= totalPages);
  const pages = [...new Set(near)].toSorted((a, b) => a - b);
  return pages.flatMap((one, index) => {
    const before = pages[index - 1] ?? 0;
    if (one - before === 1) return [one];
    // A gap of one page would be no shorter than its number.
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
