import { z } from 'zod';
import { emailField } from '../values/email.ts';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../fields.ts';

/** How clients reach the operator: docs/calls.md 7. Name and requisites stay in the operator's file. */

export interface Contacts {
  /** Phone in its printed form: `8 800 000-00-00`. */
  phone: string;
  email: string;
  chatUrl: string;
  /** `9:00–19:00`, Moscow time. */
  supportHours: string;
  /** Address for visitors and mail. */
  address: string;
}

const PHONE = /^\+?\d(?:[\d ()\u2013-]*\d)?$/;

const CONTACT_PHONE_MESSAGE = 'Укажите телефон цифрами, например 8 800 555-01-17';

/** Checks a phone that stands on pages and in emails. Short numbers are phones too. */
function isContactPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return PHONE.test(text) && digits >= 3 && digits <= 15;
}

const HTTPS = /^https:\/\/[^\s"'<>\\]+$/;

export const saveContacts = endpoint({
  name: 'saveContacts',
  method: 'PUT',
  path: '/staff/api/contacts',
  summary: 'Phone, mail, chat, hours and address of the operator, as pages, letters and papers show them',
  caller: 'staff.runProgramme',
  body: z.object({
    phone: requiredText(40).refine(isContactPhone, CONTACT_PHONE_MESSAGE),
    email: emailField,
    chat_url: requiredText(300).regex(HTTPS, 'Укажите ссылку, которая начинается с https://'),
    hours: requiredText(60),
    address: requiredText(300),
  }),
  data: z.object({}),
  source: 'docs/calls.md 7',
});
