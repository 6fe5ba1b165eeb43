/**
 * Place of each table if the database were spread over machines by company (docs/scale.md). `company`: its rows are
 * stored with their company; `reference`: small, read everywhere, a copy on each machine; `local`: one piece, on the
 * coordinating machine. `npm run distribution` checks the schema against it.
 */
export type Place = 'company' | 'reference' | 'local';

const COMPANY_TABLES = `advance_offset advance_period client_advance contract_edition contract_number client_group_member dunning_action dunning_pause dunning_penalty access_request account_check account_day admin_proof advance_return api_key api_key_spending api_key_use card card_act
    card_act_line card_change charged_month card_comparison card_driver card_hold card_on_vehicle card_request card_request_item change_event
    client_standing company complete_month credit_change dispatcher_phone distribution document_evidence document_evidence_end document_paper document_xml driver
    driver_link driver_on_card edm_connection edm_message exception_duty exchange_call fast_payment_order receipt fleet_signal
    fleet_signal_reach invitation invoice ledger_account ledger_entry ledger_transfer mailing mailing_address mailing_letter
    mailing_sending month_closing month_closing_line month_document operation operation_day operation_day_change paper_making
    payment_correction payment_part rule_breach rule_card rule_change rule_exception rule_layer rule_sale card_opening card_shipment correction decline
    requisites_reading sale_price sandbox sandbox_payment service_charge saved_view staff_note terms_acceptance vehicle vehicle_group
    vehicle_left_group vehicle_odometer vehicle_toll webhook webhook_delivery rule_set signal_duty signal_rule_choice vehicle_position wialon_filling wialon_link
    wialon_unit upd_advance fuel_plan fuel_plan_stop authorisation operation_allocation purchase_assignment pump_session budget_hold card_setup card_replacement dispute`;

/** Tables that rows of companies point to, and tables that a money movement reads beside its company. */
const REFERENCE = `added_network app_user client_group dunning_rule card_price consent_version event_generation holiday_notice ledger_part maintenance membership news_item
    operator_contacts partner purchase_term purchase_term_end programme_value station station_list tariff tariff_end terms_version`;

/**
 * Local tables: the programme's own books (the bank's statements have no owner until a payment is matched), data of a
 * person and not of a company (sessions, codes, messages), data stored under a name of the outside world, and the chain
 * of the audit log, of which there is one.
 */
const LOCAL = `acknowledgement advance_numbering advance_return_reopening approval approval_limit audit_chain audit_event audit_seal bank_feed bank_feed_line
    bank_payment bank_statement card_logistics card_pass card_stock_change carrier channel_button channel_code channel_message channel_update check_reach
    client_standing_reach closing_decision consent_act contract_numbering day_count delegation demonstration download_ticket edm_cursor edm_refresh_token early_settlement pump_guess
    embedded_bank_movement embedded_bank_order embedded_receipt erasure_request factor_challenge factor_try former_item_request idempotent_request
    illegible_card job_runner known_device late_reading letter letter_link linked_channel mailing_link migration moved_alone network_command
    network_claim network_contradiction network_feed network_invoice network_invoice_line network_orphan network_refund network_word notice notice_choice notice_event notice_hours notice_lane
    notice_message outbox_chat outbox_letter payment_look_alike phone_change posted_request queue_told reconciliation_difference
    reconciliation_run recovery_code second_factor security_sms session sign_in_challenge sms_code sms_message spent_refresh_token
    staff_role_change staff_view statement_balance statement_line statement_payee station_load stored_file stray_card task_owner unwanted_letter
    embedded_edm_box embedded_edm_document embedded_edm_event embedded_edm_token embedded_wialon_event embedded_wialon_message
    embedded_wialon_unit`;

export const PLACES: ReadonlyMap<string, Place> = new Map([
  ...listed(COMPANY_TABLES, 'company'),
  ...listed(REFERENCE, 'reference'),
  ...listed(LOCAL, 'local'),
]);

/** Returns the column that names a row's owner. */
export function ownerColumn(table: string): string {
  return table === 'company' ? 'id' : 'company_id';
}

function listed(names: string, place: Place): [string, Place][] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => [name, place]);
}
