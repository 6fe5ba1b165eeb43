import type { Token } from '../../api/src/db/sql-statements.ts';

/** Tables that grow with the programme: a statement that reads one wholly under a lock stops the portal meanwhile. */
export const LARGE = new Set(
  `account_day acknowledgement app_user audit_event bank_payment card card_act card_act_line card_change card_driver
  card_request card_request_item company consent_act distribution document_evidence document_paper document_xml download_ticket driver
  edm_message idempotent_request invoice ledger_account ledger_entry ledger_entry_first ledger_transfer
  ledger_transfer_first month_closing month_closing_line month_document network_command network_orphan network_word
  operation operation_day operation_day_change posted_request reconciliation_difference sale_price session sms_code
  sms_message spent_refresh_token stored_file terms_acceptance`.split(/\s+/),
);

/** The large table that is named after this place, past `only` and a schema. */
export function findLargeTableAt(tokens: readonly Token[], place: number): string | null {
  let at = place + 1;
  while (['only', 'from'].includes(tokens[at]?.text ?? '')) at += 1;
  if (tokens[at + 1]?.text === '.') at += 2;
  return getLargeTable(tokens[at]);
}

export function getLargeTable(token: Token | undefined): string | null {
  const isName = token?.kind === 'word' || token?.kind === 'quoted';
  return isName && LARGE.has(token.text) ? token.text : null;
}

export function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}

/** Strings and bodies become a sign that is no keyword. */
export function formatTokens(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.kind === 'string' || token.kind === 'body' ? "'…'" : token.text))
    .join(' ');
}
