import type { EndpointData } from '#contract/endpoint.ts';
import { LIMIT_PERIODS, type LimitPeriod } from '#contract/ids.ts';
import {
  NETWORK_ADAPTERS,
  NETWORK_COLOURS,
  type NetworkAdapter,
  type NetworkColour,
} from '#contract/fuel/networks.ts';
import type { listStaffPartners } from '#contract/programme/staff-programme.ts';

export type Partner = EndpointData<typeof listStaffPartners>[number];

/** A network as it is being typed; brands are one text, by commas. */
export interface NetworkDraft {
  key: string;
  title: string;
  price: string;
  adapter: NetworkAdapter;
  address: string;
  settings: string;
  colour: NetworkColour;
  brands: string;
  goods: readonly number[];
  periods: readonly LimitPeriod[];
  choosesGoods: boolean;
  blocksCards: boolean;
}

/** A new network: everything that there is, of the first colour that no network has. */
export function emptyDraft(
  choices: { adapters: readonly NetworkAdapter[]; goods: readonly { id: number }[] },
  partners: readonly Partner[],
): NetworkDraft {
  const taken = partners.map(({ added }) => added?.colour);
  const colours = Object.keys(NETWORK_COLOURS) as NetworkColour[];
  return {
    key: '',
    title: '',
    price: '0',
    adapter: choices.adapters[0] ?? 'neutral',
    address: '',
    settings: '',
    colour: colours.find((colour) => !taken.includes(colour)) ?? 'violet',
    brands: '',
    goods: choices.goods.map(({ id }) => id),
    periods: LIMIT_PERIODS,
    choosesGoods: true,
    blocksCards: true,
  };
}

export function toDraft(partner: Partner, added: NonNullable<Partner['added']>): NetworkDraft {
  return {
    key: partner.key,
    title: partner.title,
    price: String(partner.card_price),
    adapter: added.adapter,
    address: added.address ?? '',
    settings: added.settings ?? '',
    colour: added.colour,
    brands: added.brands.join(', '),
    goods: added.goods,
    periods: added.limit_periods,
    choosesGoods: added.chooses_goods,
    blocksCards: added.blocks_cards,
  };
}

export function toInput(draft: NetworkDraft) {
  const { title, address, settings, colour, goods, periods, choosesGoods, blocksCards } = draft;
  const brands = draft.brands
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);
  return {
    title,
    address,
    settings,
    colour,
    brands,
    goods: [...goods],
    limit_periods: [...periods],
    chooses_goods: choosesGoods,
    blocks_cards: blocksCards,
  };
}

/** The names of the settings that the server must have. */
export function listSettings({ adapter, settings }: NetworkDraft): string[] {
  const start = settings.trim() || 'NETWORK_…';
  return NETWORK_ADAPTERS[adapter].keys.map((end) => `${start}_${end}`);
}

export function draftProblem(draft: NetworkDraft): string | null {
  if (!draft.title.trim()) return 'Укажите название';
  if (!draft.key.trim()) return 'Укажите код';
  return draft.goods.length === 0 ? 'Отметьте, что продаёт сеть' : null;
}
