import type { Requisites } from '#contract/values/requisites.ts';

/** The programme's requisites on documents that are made without a server. */
export const REQUISITES: Requisites = {
  name: 'ООО «Магистраль»',
  inn: '7712345671',
  kpp: '771201001',
  ogrn: '1027700132195',
  address: '125167, г. Москва, Ленинградский проспект, д. 37',
  phone: '8 (800) 000-00-00',
  account: '40702810200000000001',
  bik: '044525225',
  bank: 'ПАО СБЕРБАНК г. Москва',
  corrAccount: '30101810400000000225',
  director: 'Иванов И. И.',
  accountant: 'Петрова А. С.',
};
