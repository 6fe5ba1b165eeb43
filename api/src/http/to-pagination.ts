/** Returns the position of a page in a list, as its `meta` contains it. */
export function toPagination({ page, perPage }: { page: number; perPage: number }, total: number) {
  return {
    pagination: { current_page: page, total_pages: Math.ceil(total / perPage), total },
  };
}
