import type { TestApi } from '../api.ts';
import { givenCard, givenCompany, type GivenCard, type GivenCompany } from './factories.ts';

export interface GivenDriverPage {
  company: GivenCompany;
  card: GivenCard;
  driverId: number;
  /** `/d/<token>`. */
  path: string;
  /** Cookie of the phone that has entered the code. */
  cookie: string;
  /** Requests the page of this phone, or another address of it. */
  open(more?: { query?: string; method?: string; headers?: Record<string, string> }): Promise<Response>;
  /** Returns the page's text: without tags, with single spaces. */
  read(language?: string): Promise<string>;
}

let phones = 79118000000;

/** A card with money whose driver has its page on his phone. */
export async function givenDriverPage(
  api: TestApi,
  about: {
    balanceKopecks?: number;
    prepare?: (card: GivenCard, company: GivenCompany) => Promise<unknown>;
  } = {},
): Promise<GivenDriverPage> {
  const company = await givenCompany(api);
  const { token } = company.admin;
  const card = await givenCard(api, company.id, { balanceKopecks: about.balanceKopecks ?? 13_058_40 });
  const phone = String((phones += 1));
  const json = { surname: 'Волков', name: 'Пётр', phone };
  const driverId: number = (await api.post('/api/drivers', { token, json })).body.data.id;
  await api.post(`/api/card/${card.id}/driver/${driverId}/set`, { token });
  await about.prepare?.(card, company);
  const made = await api.post(`/api/card/${card.id}/driver-links`, { token, json: { driver_id: driverId } });
  const path = new URL(made.body.data.url).pathname;
  await fetch(new URL(`${path}/code`, api.url), { method: 'POST' });
  const bound = await fetch(new URL(`${path}/bind`, api.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ code: api.lastCode(phone) ?? '' }),
  });
  const cookie = bound.headers.get('set-cookie')?.split(';')[0] ?? '';
  const open: GivenDriverPage['open'] = ({ query = '', method = 'GET', headers = {} } = {}) =>
    fetch(new URL(`${path}${query}`, api.url), {
      method,
      redirect: 'manual',
      headers: { cookie, ...headers },
    });
  return {
    company,
    card,
    driverId,
    path,
    cookie,
    open,
    async read(language) {
      const reply = await open({ headers: language ? { 'accept-language': language } : {} });
      return toText(await reply.text());
    },
  };
}

function toText(html: string): string {
  return html
    .replaceAll(/<(style|svg)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
