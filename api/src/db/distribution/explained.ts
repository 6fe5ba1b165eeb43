const FILES =
  'Written in one transaction with its file; `npm run verify-evidence` finds a paper without one.';
const BANK =
  'The book of the bank is one piece; the nightly reconciliation compares it with the companies’ books.';
const COMPANY_ROW_LOCKED = 'Companies are never deleted, and the id comes from the row that was just locked.';

/** Why a unique key without the company still means the same when only rows of one company are compared. */
export const KEYS_WITHOUT_COMPANY: ReadonlyMap<string, string> = new Map([
  ['advance_return (document_key)', 'The document is booked once in bank_payment, which is one piece.'],
  [
    'card (card_number)',
    'A network gives a number once; issuing takes numbers under the lock of its network.',
  ],
  ['api_key (hash)', 'SHA-256 of a random number of 256 bits, made by us.'],
  ['driver_link (hash)', 'SHA-256 of a random number of 256 bits, made by us.'],
  ['card_change (request_id)', 'A random number of 128 bits, made by us.'],
  ['card_request_item (network_request_id)', 'A random number of 128 bits, made by us.'],
  [
    'contract_number (number)',
    'Given under the lock of the one row of contract_numbering, which is one piece.',
  ],
  [
    'client_advance (number)',
    'Given under the lock of the one row of advance_numbering, which is one piece.',
  ],
  ['company (inn)', 'A company is added under the lock of its INN (companies.ts), held where all meet.'],
  ['document_evidence (hash)', 'A hash over the company’s own chain: two companies can’t have the same one.'],
  [
    'edm_message (operation_id)',
    'The number of a document at the operator of exchange, made by us at random.',
  ],
  ['fast_payment_order (bank_order)', 'The bank gives it once; the order is found by our own number.'],
  ['month_closing_line (transfer_id)', 'A transfer belongs to one company.'],
  ['ledger_entry (account_id, transfer_id)', 'An account belongs to one company.'],
  [
    'ledger_transfer (request_id)',
    'A request belongs to a person of one company; machines’ ids name what they move.',
  ],
  [
    'authorisation (partner_id, request_id)',
    'A network names one filling by it; two companies’ questions with one id are the network’s fault.',
  ],
  [
    'pump_session (partner_id, code)',
    'Drawn at random among a hundred million for 15 minutes; the network’s question finds one of two.',
  ],
  ['operation (network_request_id)', 'A random number of 128 bits, made by us.'],
  ['operation (partner_id, external_id)', 'A sale belongs to its card, and a card to one company.'],
  ['sandbox (parent_id)', 'Made and closed under the lock of its parent’s sandbox, held where all meet.'],
  ['payment_correction (payment_id, turn)', 'Turns of a payment are taken under the lock of bank_payment.'],
]);

/** Why a foreign key that can't stand between machines may be left out, and what finds the break instead. */
export const REFERENCES_LEFT_OUT: ReadonlyMap<string, string> = new Map([
  [
    'admin_proof → bank_payment',
    'Written in the transaction that matches the payment; payments are never deleted.',
  ],
  ['admin_proof → stored_file', FILES],
  ['advance_return → bank_statement', BANK],
  ['advance_return_reopening → advance_return', BANK],
  [
    'app_user → company',
    'A person joins in the transaction that locks the company; companies are never deleted.',
  ],
  ['approval → company', COMPANY_ROW_LOCKED],
  ['bank_payment → company', BANK],
  ['bank_payment → fast_payment_order', BANK],
  ['bank_payment → invoice', BANK],
  ['card_request_item → stored_file', FILES],
  ['delegation → company', COMPANY_ROW_LOCKED],
  ['dispute → stored_file', FILES],
  ['document_paper → stored_file', FILES],
  ['document_xml → stored_file', FILES],
  ['fast_payment_order → bank_payment', BANK],
  [
    'former_item_request → card_request_item',
    'The job that deletes the item deletes its former request ids too.',
  ],
  [
    'membership → company',
    'A person joins in the transaction that locks the company; companies are never deleted.',
  ],
  ['month_document → stored_file', FILES],
  ['network_contradiction → company', COMPANY_ROW_LOCKED],
  ['network_word → operation', 'A word about nothing is read by nobody; operations are never deleted.'],
  ['payment_correction → bank_payment', BANK],
  ['receipt → bank_payment', BANK],
  ['payment_part → bank_payment', BANK],
  ['stored_file → company', COMPANY_ROW_LOCKED],
  ['dunning_rule → company', COMPANY_ROW_LOCKED],
  ['tariff → company', COMPANY_ROW_LOCKED],
]);

/**
 * Explains what triggers on rows of companies do, by the beginning of their name. With rows on different machines each
 * needs an explanation.
 */
export const TRIGGERS: ReadonlyMap<string, string> = new Map([
  ['allocate_operations', 'Reads and writes rows of the operation’s own company, which are beside it.'],
  ['announce', 'NOTIFY is heard on the machine that holds the rows: each process listens on each of them.'],
  ['count', 'Counts into a table that lies with the same company.'],
  [
    'keep_posted_requests',
    'Writes posted_request, which is one piece: a request id is looked up there first.',
  ],
  ['keep_five_years', 'Looks at its own row alone.'],
  ['note', 'Writes into a table that lies with the same company.'],
  ['never_emptied', 'Refuses a statement.'],
  [
    'tell',
    'Writes into a table that lies with the same company; its horizon is then asked where the company lies.',
  ],
  ['only_grows', 'Refuses a statement.'],
  ['revoke_links', 'Changes a table that lies with the same company.'],
  ['sandbox_apart', 'Asks a table that lies with the same company.'],
  ['same_figures', 'Looks at its own row alone.'],
  ['same_document', 'Looks at its own row alone.'],
]);

/**
 * Locks by a name (`pg_advisory_xact_lock`), by that name or, where it is put together, by the file: they are taken on
 * the coordinating machine, where all processes meet.
 */
export const NAMED_LOCKS: ReadonlyMap<string, string> = new Map([
  ['api/src/modules/money/invoices/invoices.ts', 'One company’s numbers of invoices.'],
  ['api/src/modules/money/fast-payments/fast-payments.ts', 'One invoice.'],
  ['api/src/modules/papers/documents/closing/card-act-store.ts', 'One company’s acts.'],
  ['api/src/modules/papers/documents/closing/month-closing-store.ts', 'One company’s months.'],
  [
    'api/src/modules/papers/documents/closing/closing-decision-store.ts',
    'One month of the programme: may it be closed?',
  ],
  ['acknowledge', 'Staff’s own list.'],
  ['network-invoices', 'One network’s invoices, while one of them is compared or removed.'],
  ['programme-values', 'Values of the programme, while staff change one.'],
  ['approval-proposed', 'Staff’s proposals of one kind, while one is made.'],
  ['book-payments', 'The book of the bank is one piece, and a few statements an hour come.'],
  [
    'book-sales',
    'One network’s feed: sales of all companies are booked in the order in which it tells them.',
  ],
  ['added-networks', 'The list of networks, while staff add or change one; every machine has a copy of it.'],
  ['card-numbers', 'One network’s numbers, while cards of one order are issued.'],
  ['code-from-address', 'One address.'],
  ['code-to-phone', 'One phone.'],
  [
    'company-money',
    'One company’s money; a batch takes the locks of its companies in the order of their ids.',
  ],
  ['company-of-inn', 'One INN, while its company is added.'],
  ['bundle', 'One company’s bundle, or one of all, is written at a time.'],
  ['consent_version', 'The text of consent.'],
  ['count-up-days', 'Upkeep: one process at a time counts changes up.'],
  ['drivers-of-company', 'One company’s drivers.'],
  ['fleet-of-company', 'One company’s trucks.'],
  ['ledger-parts', 'Upkeep: one process at a time makes and begins parts.'],
  ['news_item', 'The programme’s news.'],
  ['outside-firm', 'One INN and phone, while a firm outside the programme is invited.'],
  ['queue_told', 'One process at a time tells the staff of what has come to wait.'],
  ['notices', 'One process at a time expands what people are told, in the order of the events.'],
  ['sandbox', 'One company’s sandbox, while an admin makes or closes it.'],
  ['tariffs', 'The programme’s tariffs.'],
  ['terms_version', 'The programme’s terms.'],
  ['virtual-cards', 'One company’s virtual cards, while they are counted.'],
]);
