import { sql, type RawBuilder } from 'kysely';
import type { RuleLayer } from '#contract/fleet/rules.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints, toParameter } from '../../../db/parameter.ts';
import { GROUP_OF_CARD, TRUCK_OF_CARD } from '../vehicles/vehicle-groups.ts';
import { namePerson } from './groups.ts';
import type { StoredRule } from './purchase/decide.ts';

export interface LayerRow {
  layer: RuleLayer;
  subject_id: number;
  rules: StoredRule[];
}

/** The rules of one layer; none where it was never set. */
export async function findLayer(
  db: Db,
  companyId: number,
  place: { layer: RuleLayer; subjectId: number },
): Promise<StoredRule[]> {
  const row = await firstRow(
    db,
    sql<LayerRow>`
      select layer, subject_id, rules from rule_layer
      where company_id = ${companyId} and layer = ${place.layer} and subject_id = ${place.subjectId}`,
  );
  return row?.rules ?? [];
}

/** The layers of these cards and groups, and that of the whole company. */
export function listLayers(
  db: Db,
  companyId: number,
  of: { cardIds: readonly number[]; groupIds: readonly number[] },
): Promise<LayerRow[]> {
  return rows(
    db,
    sql<LayerRow>`
      select layer, subject_id, rules from rule_layer
      where company_id = ${companyId} and (layer = 'profile'
        or layer = 'group' and subject_id = any(${of.groupIds}::bigint[])
        or layer = 'card' and subject_id = any(${of.cardIds}::bigint[]))`,
  );
}

/** The layers of several companies by their subjects. */
export function listLayersOfCompanies(
  tx: Db,
  subjects: readonly { companyId: number; layer: RuleLayer; subjectId: number }[],
): Promise<(LayerRow & { company_id: number })[]> {
  return rows(
    tx,
    sql<LayerRow & { company_id: number }>`
      select company_id, layer, subject_id, rules
      from unnest(${encodeBigints(subjects.map((subject) => subject.companyId))}::bigint[], ${toParameter(subjects.map((subject) => subject.layer))}::text[],
        ${encodeBigints(subjects.map((subject) => subject.subjectId))}::bigint[]) as asked (company_id, layer, subject_id)
      join rule_layer using (company_id, layer, subject_id)`,
  );
}

/** A card's three layers; null for one that was never set. */
export interface LayersOfCard extends Record<RuleLayer, StoredRule[] | null> {
  cardId: number;
  groupId: number | null;
}

/** Lists the layers of these cards, of any companies, by one statement. */
export function listLayersOfCards(
  tx: Db,
  cards: readonly { companyId: number; cardId: number }[],
): Promise<LayersOfCard[]> {
  const readLayer = (layer: RuleLayer, subject: RawBuilder<unknown>) => sql`
    (select rules from rule_layer where rule_layer.company_id = card.company_id and layer = ${sql.lit(layer)}
      and subject_id = ${subject})`;
  return rows(
    tx,
    sql<LayersOfCard>`
      select card.id as "cardId", ${GROUP_OF_CARD} as "groupId", ${readLayer('card', sql`card.id`)} as card,
        ${readLayer('group', GROUP_OF_CARD)} as "group", ${readLayer('profile', sql`0`)} as profile
      from unnest(${encodeBigints(cards.map((card) => card.companyId))}::bigint[], ${encodeBigints(cards.map((card) => card.cardId))}::bigint[])
        as asked (company_id, card_id)
      join card on card.company_id = asked.company_id and card.id = asked.card_id ${TRUCK_OF_CARD}`,
  );
}

/** Locks until the transaction ends, so that a change and its «before» belong together. */
export async function lockRules(tx: Db, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rules ${companyId}`}, 0))`.execute(tx);
}

export async function upsertLayers(
  tx: Db,
  companyId: number,
  about: {
    layer: RuleLayer;
    subjects: readonly { id: number; rules: readonly StoredRule[] }[];
    userId: number;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into rule_layer (company_id, layer, subject_id, rules, changed_at, changed_by)
    select ${companyId}, ${about.layer}, id, rules::jsonb, ${about.now}::timestamptz, ${about.userId}
    from unnest(${about.subjects.map((subject) => subject.id)}::bigint[],
      ${about.subjects.map((subject) => JSON.stringify(subject.rules))}::text[]) as input (id, rules)
    on conflict (company_id, layer, subject_id) do update
      set rules = excluded.rules, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
    tx,
  );
}

export interface ChangedSubject {
  id: number;
  before: StoredRule[];
  /** Rules that its layer was set to. If absent, `after` of the change applies. */
  after?: StoredRule[];
  /** The change set a new card up, so there is nothing to return to. */
  setsUp?: true;
}
export interface ChangeRow {
  id: number;
  layer: RuleLayer;
  subjects: ChangedSubject[];
  after: StoredRule[];
  /** Why the network refused it: the card is as before. */
  refused: string | null;
  /** The name of the set that they came from. */
  set_title: string | null;
  changed_at: Date;
  by: string;
  undone_at: Date | null;
  undone_by?: string | null;
}

/** Returns the rules of one subject's layer before and after a change. */
export function getChangeSpan(
  change: Pick<ChangeRow, 'after'>,
  { before, after }: ChangedSubject,
): { before: StoredRule[]; after: StoredRule[] } {
  return { before, after: after ?? change.after };
}

export async function insertChange(
  tx: Db,
  companyId: number,
  about: {
    layer: RuleLayer;
    subjects: readonly ChangedSubject[];
    after: readonly StoredRule[];
    setTitle: string | null;
    /** The message to the network that carries it. */
    choiceId?: number;
    userId: number;
    now: Date;
  },
): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into rule_change (company_id, layer, subjects, after, set_title, choice_id, changed_at, changed_by)
      values (${companyId}, ${about.layer}, ${JSON.stringify(about.subjects)}::jsonb, ${JSON.stringify(about.after)}::jsonb,
        ${about.setTitle}, ${about.choiceId ?? null}::bigint, ${about.now}, ${about.userId})
      returning id`,
  );
  return id;
}

const REFUSED = sql`(select coalesce(choice.reason, '') from card_change choice
  where choice.id = change.choice_id and choice.state = 'refused')`;

/** Newest first; of one card with those of its group and of all cards. */
export function listChanges(
  db: Db,
  companyId: number,
  args: { cardId: number | null; groupId: number | null; limit: number },
): Promise<ChangeRow[]> {
  const ids = (id: number | null) => JSON.stringify([{ id }]);
  return rows(
    db,
    sql<ChangeRow>`
      select change.id, layer, subjects, after, set_title, changed_at, undone_at, ${REFUSED} as refused, ${namePerson('author')} as by
      from rule_change change join app_user author on author.id = change.changed_by
      where change.company_id = ${companyId} and (${args.cardId}::bigint is null or layer = 'profile'
        or layer = 'card' and subjects @> ${ids(args.cardId)}::jsonb
        or layer = 'group' and subjects @> ${ids(args.groupId)}::jsonb)
      order by change.id desc limit ${args.limit}`,
  );
}

/** Returns the change, with the user who has undone it. Null when the company has no such change. */
export function findChange(db: Db, companyId: number, id: number): Promise<ChangeRow | null> {
  return firstRow(
    db,
    sql<ChangeRow>`
      select change.id, layer, subjects, after, set_title, changed_at, undone_at, ${REFUSED} as refused, ${namePerson('author')} as by,
        (select ${namePerson('undoer')} from app_user undoer where undoer.id = change.undone_by) as undone_by
      from rule_change change join app_user author on author.id = change.changed_by
      where change.company_id = ${companyId} and change.id = ${id}`,
  );
}

/** Locked; null when the company has no such change. */
export function lockChange(tx: Db, companyId: number, id: number): Promise<ChangeRow | null> {
  return firstRow(
    tx,
    sql<ChangeRow>`
      select id, layer, subjects, after, set_title, changed_at, undone_at, ${REFUSED} as refused, '' as by
      from rule_change change where id = ${id} and company_id = ${companyId} for update of change`,
  );
}

export async function markUndone(
  tx: Db,
  companyId: number,
  about: { id: number; userId: number; now: Date },
): Promise<void> {
  await sql`
    update rule_change set undone_at = ${about.now}, undone_by = ${about.userId}
    where id = ${about.id} and company_id = ${companyId}`.execute(tx);
}
