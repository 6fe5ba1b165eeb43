import type { Contacts } from '#contract/programme/contacts.ts';
import type { Context } from '../../../context.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';

/** The sender, and the way to unsubscribe. */
export interface EmailFooter {
  operator: string;
  /** The legal entity with its INN. */
  legalName: string;
  address: string;
  phone: string;
  site: string;
  /** Null in an email that can't be switched off. */
  unsubscribeUrl: string | null;
}

export function emailFooter(
  { config, programme }: Pick<Context, 'config' | 'programme'>,
  { phone, address }: Contacts,
  unsubscribeUrl: string | null,
): EmailFooter {
  const { name, requisites } = programme.today();
  const legalName = `${requisites.name}, ИНН\u00a0${requisites.inn}`;
  return { operator: name, legalName, address, phone, site: publicAddress(config), unsubscribeUrl };
}
