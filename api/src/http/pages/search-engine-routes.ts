import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { publicAddress } from './public-address.ts';

/** Public pages are open to everyone. All others are the sign-in or require it. */
/** Pages behind the sign-in, for programs, or behind a link in an email. */
const NOT_FOR_ENGINES = [
  '/cabinet',
  '/create',
  '/enter',
  '/firm',
  '/lost-phone',
  '/confirm-mail',
  '/unsubscribe',
  '/mailing',
  '/staff',
  '/dev',
  '/api',
];

const PUBLIC_PAGES = ['/', '/map', '/news', '/news?id=2', '/developers'];

/** `/robots.txt` and `/sitemap.xml`. */
export function searchEngineRoutes(app: FastifyInstance, ctx: Context): void {
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(
      [
        'User-agent: *',
        ...NOT_FOR_ENGINES.map((path) => `Disallow: ${path}`),
        // Pictures, lists and documents of the public pages.
        ...['/api/service_center', '/api/operator', '/api/road-map'].map((path) => `Allow: ${path}`),
        `Sitemap: ${publicAddress(ctx.config)}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  );

  app.get('/sitemap.xml', (_request, reply) => {
    const address = publicAddress(ctx.config);
    const pages = PUBLIC_PAGES.map((page) => `<url><loc>${address}${page}</loc></url>`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</urlset>\n`,
      );
  });
}
