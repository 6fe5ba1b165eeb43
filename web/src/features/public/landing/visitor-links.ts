import { paths } from '../../../paths.ts';

/** Known facts about a visitor of a public page. */
export type Visitor = { loggedIn: boolean; fuelAccess: boolean };

export type VisitorLinks = {
  login: { to: string; label: string; /** The link starts with an empty draft. */ startsOrder: boolean };
  orderTo: string;
};

export const ANONYMOUS: Visitor = { loggedIn: false, fuelAccess: false };

/**
 * The login button leads to the cabinet, to a new order, or to the sign-in, depending on the visitor (spec section 2).
 */
export function visitorLinks({ loggedIn, fuelAccess }: Visitor): VisitorLinks {
  if (!loggedIn)
    return { login: { to: paths.login, label: 'Войти', startsOrder: false }, orderTo: paths.login };
  if (fuelAccess)
    return { login: { to: paths.cabinet, label: 'Кабинет', startsOrder: false }, orderTo: paths.create };
  const to = paths.order('enter', '1');
  return { login: { to, label: 'Новая заявка', startsOrder: true }, orderTo: paths.login };
}
