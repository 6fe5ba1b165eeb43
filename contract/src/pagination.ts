import { z } from 'zod';

/** Position of a page in a list. A page past the end is empty. */
export const pagination = z.object({ total_pages: z.int(), current_page: z.int(), total: z.int() });
