import {
  authorityDecidedEmail,
  cardsReadyEmail,
  orderRejectedEmail,
  orderWithdrawnEmail,
} from './order-emails.ts';
import { confirmAddressEmail, erasureDeclinedEmail } from './account-emails.ts';
import type { EmailFacts, EmailKind, EmailLinks, EmailText } from './email.ts';
import { monthDocumentsEmail } from './month-documents-email.ts';
import { noticeEmail } from './notice-email.ts';
import { securityEmail } from './security-email.ts';

/** The catalogue of all emails that the programme sends, one file each. */
export const EMAIL_TEXTS: {
  [Kind in EmailKind]: (facts: EmailFacts[Kind], links: EmailLinks) => EmailText;
} = {
  'confirm-address': confirmAddressEmail,
  'cards-ready': cardsReadyEmail,
  'order-rejected': orderRejectedEmail,
  'order-withdrawn': orderWithdrawnEmail,
  'authority-decided': authorityDecidedEmail,
  'erasure-declined': erasureDeclinedEmail,
  'month-documents': monthDocumentsEmail,
  security: securityEmail,
  'order-approved': noticeEmail,
  'topped-up': noticeEmail,
  'low-balance': noticeEmail,
  debt: noticeEmail,
  'company-blocked': noticeEmail,
  'payment-due': noticeEmail,
  'movement-failed': noticeEmail,
  'movement-unclear': noticeEmail,
  'card-blocked': noticeEmail,
  purchase: noticeEmail,
  decline: noticeEmail,
  'exception-asked': noticeEmail,
  'objection-answered': noticeEmail,
  'webhook-stopped': noticeEmail,
  signals: noticeEmail,
  'mailing-stopped': noticeEmail,
  'staff-urgent': noticeEmail,
  'staff-waits': noticeEmail,
  'notices-gathered': noticeEmail,
};
