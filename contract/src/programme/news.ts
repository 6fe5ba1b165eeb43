import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** News of the programme: spec section 2, `/news`; section 9. */

const newsItem = z.object({
  date: z.string().meta({ description: 'YYYY-MM-DD' }),
  title: z.string(),
  html: z
    .string()
    .meta({ description: 'sanitised: it can run nothing and loads nothing; headings begin at h2' }),
});

export const listNews = endpoint({
  name: 'listNews',
  method: 'GET',
  path: '/api/news',
  summary: 'News of the programme, newest first',
  caller: 'public',
  data: z.array(newsItem),
  source: 'docs/spec-lines.md 2 and 9',
});
