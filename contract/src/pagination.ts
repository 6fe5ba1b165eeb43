import { z } from 'zod';

/** Where a page of a list stands: a page past the end is empty. */
export const pagination = z.object({ total_pages: z.int(), current_page: z.int(), total: z.int() });
