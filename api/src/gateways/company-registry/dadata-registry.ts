import { z } from 'zod';
import { normalizePhone } from '#contract/values/phone.ts';
import type { Clock } from '../../lib/clock.ts';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';
import {
  RegistryUnavailable,
  type CompanyRegistry,
  type CompanyState,
  type RegistryCompany,
} from './company-registry.ts';

export interface DadataOptions {
  clock: Clock;
  apiKey: string;
  baseUrl?: string;
  timeLimitMs?: number;
}

const FOUND_CACHE_SECONDS = 24 * 3600;
/** A company registered today must not stay unknown until tomorrow. */
const NOT_FOUND_CACHE_SECONDS = 600;
const MAX_CACHED_ANSWERS = 10_000;

/** DaData: `POST /suggestions/api/4_1/rs/findById/party` (docs/facts.md 6). Asks about each company at most once a day. */
export function dadataRegistry(options: DadataOptions): CompanyRegistry {
  const url = new URL(
    '/suggestions/api/4_1/rs/findById/party',
    options.baseUrl ?? 'https://suggestions.dadata.ru',
  ).href;
  const cache = new Map<string, { company: RegistryCompany | null; until: number }>();

  async function find(inn: string, beforeAsking?: () => void): Promise<RegistryCompany | null> {
    const now = options.clock.now().getTime();
    const known = cache.get(inn);
    if (known && known.until > now) return known.company;

    beforeAsking?.();
    const company = readReply(inn, await ask(inn));
    const seconds = company ? FOUND_CACHE_SECONDS : NOT_FOUND_CACHE_SECONDS;
    cache.delete(inn);
    cache.set(inn, { company, until: now + seconds * 1000 });
    forgetOldest(cache);
    return company;
  }

  async function ask(inn: string): Promise<unknown> {
    try {
      const reply = await fetchJson(url, {
        method: 'POST',
        headers: { authorization: `Token ${options.apiKey}` },
        body: { query: inn, branch_type: 'MAIN' },
        timeLimitMs: options.timeLimitMs ?? 5000,
      });
      // 401 and 403 are the key or the quota, 429 too many calls: none of them means that the company does not exist.
      if (reply.status !== 200) throw new RegistryUnavailable(`dadata: HTTP ${reply.status}`);
      return reply.body;
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      throw new RegistryUnavailable('dadata: unreachable', { cause: error });
    }
  }

  return { find };
}

/** A map keeps the order of insertion, so its first key is the oldest answer. */
function forgetOldest(cache: Map<string, unknown>): void {
  if (cache.size <= MAX_CACHED_ANSWERS) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}

function readReply(inn: string, body: unknown): RegistryCompany | null {
  const read = answer.safeParse(body);
  if (!read.success) throw new RegistryUnavailable('dadata: the answer has no sense');
  const parties = read.data.suggestions.map(({ value, data }) => ({ title: value, ...data }));
  const own = parties.filter((party) => party.inn === inn);
  // A sole trader who registered again has both an ended and a current registration under the same INN.
  const party = own.find(({ state }) => state.status === 'ACTIVE') ?? own[0];
  return party ? toCompany(party) : null;
}

const text = z.string().nullish();

const party = z.object({
  inn: z.string(),
  kpp: text,
  ogrn: z.string(),
  type: text,
  name: z.object({ short_with_opf: text, full_with_opf: text }).nullish(),
  fio: z.object({ surname: text, name: text, patronymic: text }).nullish(),
  opf: z.object({ short: text }).nullish(),
  management: z.object({ name: text }).nullish(),
  address: z
    .object({
      data: z
        .object({
          city: text,
          settlement: text,
          region: text,
          street: text,
          settlement_with_type: text,
          house: text,
          block_type: text,
          block: text,
        })
        .nullish(),
    })
    .nullish(),
  // Returned by the tariff «Максимальный» alone; null in every other.
  phones: z.array(z.object({ value: text })).nullish(),
  state: z.object({ status: z.enum(['ACTIVE', 'LIQUIDATING', 'LIQUIDATED', 'BANKRUPT', 'REORGANIZING']) }),
});

const answer = z.object({ suggestions: z.array(z.object({ value: z.string(), data: party })) });

const STATES: Record<z.infer<typeof party>['state']['status'], CompanyState> = {
  ACTIVE: 'active',
  LIQUIDATING: 'liquidating',
  LIQUIDATED: 'liquidated',
  BANKRUPT: 'bankrupt',
  REORGANIZING: 'reorganizing',
};

function toCompany(found: z.infer<typeof party> & { title: string }): RegistryCompany {
  const place = found.address?.data;
  const person = [found.fio?.surname, found.fio?.name, found.fio?.patronymic].filter(Boolean).join(' ');
  const isSoleTrader = found.type === 'INDIVIDUAL' || found.inn.length === 12;
  return {
    inn: found.inn,
    kpp: isSoleTrader ? null : (found.kpp ?? null),
    ogrn: found.ogrn,
    title: found.name?.short_with_opf ?? found.name?.full_with_opf ?? found.title,
    legalForm: found.opf?.short ?? (isSoleTrader ? 'ИП' : ''),
    director: found.management?.name ?? (person || null),
    address: {
      city: place?.city ?? place?.settlement ?? place?.region ?? '',
      street: place?.street ?? (place?.city ? (place.settlement_with_type ?? '') : ''),
      house: [place?.house, place?.block_type, place?.block].filter(Boolean).join(' '),
    },
    state: STATES[found.state.status],
    phones: (found.phones ?? []).flatMap(({ value }) => normalizePhone(value ?? '') ?? []),
  };
}
