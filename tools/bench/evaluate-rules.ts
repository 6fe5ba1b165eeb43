import type pg from 'pg';
import {
  decide,
  effectiveRules,
  type EffectiveRule,
  type StoredRule,
} from '../../api/src/modules/fleet/rules/purchase/decide.ts';
import {
  NOTHING_SPENT,
  type PurchaseFacts,
  type Spent,
  NOTHING_SPENT_TOGETHER,
} from '../../api/src/modules/fleet/rules/purchase/rule-kind.ts';

interface SoldRow {
  id: number;
  card_id: number;
  company_id: number;
  partner_id: number;
  goods_id: number;
  at: Date;
  centilitres: number;
  sum: number;
  price: number;
  address: string;
}

const PAGE = 5000;
const DAY_MS = 86_400_000;
const MOSCOW_MS = 3 * 3_600_000;
const NAMES = { goods: () => 'дизель', networks: (ids: readonly number[]) => ids.join(', ') };

/** Every sale of each card in turn, by full pages. */
export async function readAll(
  client: pg.Client,
  take: (row: SoldRow) => void = () => undefined,
): Promise<void> {
  let [card, id] = [0, 0];
  for (;;) {
    const { rows } = await client.query<SoldRow>({
      name: 'bench-read',
      text: `
        select id::float8, card_id::float8, company_id::float8, partner_id, goods_id, created_at as at,
          centilitres::float8, sum_kopecks::float8 as sum, unit_price_kopecks::float8 as price, address
        from operation where (card_id, id) > ($1, $2) order by card_id, id limit $3`,
      values: [card, id, PAGE],
    });
    for (const row of rows) take(row);
    const last = rows.at(-1);
    if (!last) return;
    [card, id] = [last.card_id, last.id];
  }
}

/** Reads purchases and checks each against its card's rules, with the card's purchases until then. Returns the number of refused ones. */
export async function evaluateAll(client: pg.Client): Promise<number> {
  const rules = await rulesOfCompanies(client);
  let [refused, card] = [0, 0];
  let spent = new Spending();
  await readAll(client, (row) => {
    if (row.card_id !== card) [card, spent] = [row.card_id, new Spending()];
    const facts: PurchaseFacts = {
      at: row.at,
      partnerId: row.partner_id,
      goodsId: row.goods_id,
      centilitres: row.centilitres,
      sumKopecks: row.sum,
      unitPriceKopecks: row.price,
      station: { address: row.address, region: 'Москва' },
      regionMeanKopecks: null,
      tankLitres: 600,
      spent: spent.until(row.at),
      spentTogether: NOTHING_SPENT_TOGETHER,
      openUntil: null,
    };
    if (decide(rules.get(row.company_id) ?? [], facts, NAMES).length > 0) refused += 1;
    spent.add(row);
  });
  return refused;
}

async function rulesOfCompanies(client: pg.Client): Promise<Map<number, EffectiveRule[]>> {
  const { rows } = await client.query<{ company_id: string; rules: StoredRule[] }>(
    `select company_id, rules from rule_layer where layer = 'profile'`,
  );
  return new Map(
    rows.map(({ company_id, rules }) => [
      Number(company_id),
      effectiveRules({ profile: rules, group: [], card: [] }),
    ]),
  );
}

/** Purchases of one card in the running periods, with its sales taken in their order. */
class Spending {
  private spent: Spent = structuredClone(NOTHING_SPENT);
  private begun = { day: -1, week: -1, month: -1, quarter: -1 };

  until(at: Date): Spent {
    const moscow = at.getTime() + MOSCOW_MS;
    const day = Math.floor(moscow / DAY_MS);
    if (day === this.begun.day) return this.spent;
    const date = new Date(moscow);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const now = { day, week: Math.floor((day + 3) / 7), month, quarter: Math.floor(month / 3) };
    for (const period of ['day', 'week', 'month', 'quarter'] as const)
      if (now[period] !== this.begun[period]) this.spent[period] = { litres: 0, sum: 0 };
    this.spent.fillingsToday = 0;
    this.begun = now;
    return this.spent;
  }

  add({ centilitres, sum }: SoldRow): void {
    this.spent.fillingsToday += 1;
    for (const period of ['day', 'week', 'month', 'quarter', 'once'] as const) {
      this.spent[period].litres += centilitres;
      this.spent[period].sum += sum;
    }
  }
}
