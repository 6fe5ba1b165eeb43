/**
 * Why a month's closing act can end with another balance than the statement of the same day. In a file of its own, for the
 * calls of the statement are in the first route of the cabinet.
 */
export const STATEMENT_DAYS =
  'Дата движения — день, когда оно отражено в учёте. В закрывающих документах топливо стоит днём отпуска, а платёж — днём банка, поэтому остаток на тот же день там может быть другим.';
