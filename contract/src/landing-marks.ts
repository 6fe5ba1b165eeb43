import type { Contacts } from './contacts.ts';

/** What the landing page, drawn at build time, holds in place of contacts: the server knows them later (docs/calls.md 7). */
export const LANDING_MARKS: Contacts = {
  phone: '%OPERATOR_PHONE%',
  email: '%OPERATOR_EMAIL%',
  chatUrl: '%OPERATOR_CHAT%',
  supportHours: '%OPERATOR_HOURS%',
  address: '%OPERATOR_ADDRESS%',
};

/** What `telHref` makes of a phone without a digit, and what stands there until the phone is known. */
const EMPTY_CALL = 'href="tel:"';
const CALL = 'href="%OPERATOR_CALL%"';

/** The drawn page with a mark for the address that is called. */
export function markCalls(html: string): string {
  return html.replaceAll(EMPTY_CALL, CALL);
}

/** The page as it is sent. Every text is escaped for HTML; none of them holds a sign that JSON would escape. */
export function fillLandingMarks(html: string, contacts: Contacts): string {
  const { phone } = contacts;
  const call = `tel:${phone.startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`;
  let filled = html.replaceAll(CALL, () => `href="${call}"`);
  for (const [name, mark] of Object.entries(LANDING_MARKS))
    filled = filled.replaceAll(mark, () => escaped(contacts[name as keyof Contacts]));
  return filled;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}
