import { sql } from 'kysely';

/** Tests whether a document concerns several networks. Its table is joined with `card_act`. */
export const CONCERNS_ALL_NETWORKS = sql`(coalesce(document.kind, document.corrected_kind) is not distinct from 'reconciliation' or coalesce(card_act.networks, 1) > 1
  or document.all_networks)`;
