/** Where a page of a list stands, as its `meta` says it. */
export function toPagination({ page, perPage }: { page: number; perPage: number }, total: number) {
  return {
    pagination: { current_page: page, total_pages: Math.ceil(total / perPage), total },
  };
}
