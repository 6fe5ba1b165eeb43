import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { defaultWhenEmpty, id, idParams, moment, wholeNumber } from '../fields.ts';
import { positiveLitres } from '../kopecks.ts';
import { limit } from '../cards/limit.ts';
import { RULE_KINDS, rule, ruleList, type RuleKind } from './rule-values.ts';

/** Rules of a company's fleet in three layers: the nearest wins, kind by kind. docs/calls.md 40. */

export const RULE_LAYERS = ['profile', 'group', 'card'] as const;
export type RuleLayer = (typeof RULE_LAYERS)[number];
/** Nearest first is the last one. */
export const LAYER_TITLE: Record<RuleLayer, string> = {
  profile: 'все карты компании',
  group: 'группа',
  card: 'эта карта',
};

/** Party that enforces a rule. */
export const ENFORCED_BY = {
  network: { title: 'контролирует сеть', note: 'Сеть откажет сама на заправке.' },
  portal: { title: 'контролирует портал', note: 'Портал закрывает карту или отвечает сети отказом.' },
  watched: { title: 'только следим', note: 'Сеть так не умеет: о нарушении сообщим после покупки.' },
} as const;
export type EnforcedBy = keyof typeof ENFORCED_BY;

const kind = z.enum(RULE_KINDS as [RuleKind, ...RuleKind[]]);
const layer = z.enum(RULE_LAYERS);

const effectiveRule = z.object({
  kind,
  value: z.unknown().meta({ description: 'as in `rules`' }),
  title: z.string(),
  words: z.string().meta({ description: 'in the words of the sentence' }),
  layer,
  held_by: z.enum(Object.keys(ENFORCED_BY) as [EnforcedBy, ...EnforcedBy[]]),
  note: z.string().nullable().meta({ description: 'what has to be known of how it is held' }),
});

const ofLayer = {
  rules: z.array(rule).meta({ description: 'of this layer alone; a null lifts what a wider layer says' }),
  sentence: z.string().meta({ description: 'what holds, in one sentence' }),
  effective: z.array(effectiveRule),
};

const layerAnswer = z.object(ofLayer);
const groupAnswer = z.object({ ...ofLayer, group: z.object({ id: z.int(), title: z.string() }) });

/** State of the opening of a card that is closed by default. */
export const OPENING_STATES = ['closed', 'opening', 'open', 'closing'] as const;
const opening = z.object({
  state: z.enum(OPENING_STATES),
  until: moment.nullable(),
  minutes: z.int().meta({ description: 'for how long at most it may be opened' }),
});

export const cardAnswer = z.object({
  ...ofLayer,
  layers: z.object({
    profile: z.array(rule),
    group: z.object({ id: z.int(), title: z.string(), rules: z.array(rule) }).nullable(),
  }),
  opening: opening.nullable().meta({ description: 'null: the card is not closed by default' }),
  budgets: z.array(limit).meta({ description: 'of its group, with what all its cards have spent of each' }),
  closed_for: z.string().nullable().meta({ description: 'why the portal keeps it closed now' }),
  breaches: z
    .array(z.object({ operation_id: z.int(), at: moment, kind, sentence: z.string() }))
    .meta({ description: 'the last purchases that a watched rule would have refused' }),
});

const body = z.object({ rules: ruleList });

export const readCardRules = endpoint({
  name: 'readCardRules',
  method: 'GET',
  path: '/api/card/:id/rules',
  summary: 'Rules of a card, and what holds of all layers, with who holds it',
  caller: 'read',
  params: idParams,
  data: cardAnswer,
  source: 'docs/calls.md 40',
});

/** Refuses: 400 an unknown kind, network, fuel or region; 404 another company’s card. */
export const setCardRules = endpoint({
  name: 'setCardRules',
  method: 'PUT',
  path: '/api/card/:id/rules',
  summary: 'Sets the rules of a card',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body,
  data: cardAnswer,
  source: 'docs/calls.md 40',
});

export const readProfileRules = endpoint({
  name: 'readProfileRules',
  method: 'GET',
  path: '/api/rules/profile',
  summary: 'Rules of all cards of the company',
  caller: 'read',
  data: layerAnswer,
  source: 'docs/calls.md 40',
});

export const setProfileRules = endpoint({
  name: 'setProfileRules',
  method: 'PUT',
  path: '/api/rules/profile',
  summary: 'Sets the rules of all cards of the company',
  caller: 'changeCard',
  needsTerms: true,
  body,
  data: layerAnswer,
  source: 'docs/calls.md 40',
});

export const listRuleGroups = endpoint({
  name: 'listRuleGroups',
  method: 'GET',
  path: '/api/rules/groups',
  summary: 'Groups, each with its own rules in a sentence and what is left of its budgets',
  caller: 'read',
  data: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      vehicles: z.int(),
      cards: z.int(),
      stopped: z.int().meta({ description: 'its cards that a spent budget closes now' }),
      sentence: z.string().meta({ description: 'its own rules alone' }),
      effective: z.array(effectiveRule).meta({ description: 'what holds where a card says nothing' }),
      budgets: z
        .array(limit)
        .meta({ description: 'what its cards may buy together, with what they have spent of it' }),
    }),
  ),
  source: 'docs/calls.md 40',
});

export const readGroupRules = endpoint({
  name: 'readGroupRules',
  method: 'GET',
  path: '/api/rules/groups/:id',
  summary: 'Rules of a group of trucks',
  caller: 'read',
  params: idParams,
  data: groupAnswer,
  source: 'docs/calls.md 40',
});

export const setGroupRules = endpoint({
  name: 'setGroupRules',
  method: 'PUT',
  path: '/api/rules/groups/:id',
  summary: 'Sets the rules of a group of trucks',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body,
  data: groupAnswer,
  source: 'docs/calls.md 40',
});

/** Shows, card by card, what a rule of a wider layer would change. The card's own rules stay. */
const outlook = z.array(
  z.object({
    card_id: z.int(),
    before: z.string().meta({ description: 'what holds now, in one sentence' }),
    after: z.string(),
    held_by: z
      .enum(Object.keys(ENFORCED_BY) as [EnforcedBy, ...EnforcedBy[]])
      .nullable()
      .meta({
        description: 'who would hold `after`: of its rules the one that is held least; null: no rule',
      }),
    own: z
      .string()
      .nullable()
      .meta({ description: 'the card’s own rules, which stay and come before these; null: none' }),
    stops_for: z.string().nullable().meta({
      description: 'why the card, which can buy now, would buy nothing at once; null: it still would',
    }),
  }),
);

/** Changes nothing. Refuses: 400 as `setProfileRules`. */
export const previewProfileRules = endpoint({
  name: 'previewProfileRules',
  changesNothing: true,
  method: 'POST',
  path: '/api/rules/profile/preview',
  summary: 'What these rules of all cards would change, card by card',
  caller: 'read',
  body,
  data: outlook,
  source: 'docs/calls.md 40',
});

/** Changes nothing. Refuses: 400 as `setGroupRules`; 404 another company’s group. */
export const previewGroupRules = endpoint({
  name: 'previewGroupRules',
  changesNothing: true,
  method: 'POST',
  path: '/api/rules/groups/:id/preview',
  summary: 'What these rules of a group of trucks would change, card by card',
  caller: 'read',
  params: idParams,
  body,
  data: outlook,
  source: 'docs/calls.md 40',
});

const CHANGES_PER_PAGE = 50;

/** Reason why the network refused the change, so that nothing was changed. */
export const refusedChange = z
  .string()
  .nullable()
  .meta({ description: 'why the network refused it: the card is as before; null: it did not' });

export const listRuleChanges = endpoint({
  name: 'listRuleChanges',
  method: 'GET',
  path: '/api/rules/changes',
  summary: 'Changes of rules, newest first',
  caller: 'read',
  query: z.object({
    card_id: id.optional(),
    limit: wholeNumber(1, CHANGES_PER_PAGE).default(CHANGES_PER_PAGE),
  }),
  data: z.array(
    z.object({
      id: z.int(),
      at: moment,
      by: z.string(),
      layer,
      cards: z.int().meta({ description: 'how many cards or groups it set' }),
      before: z.string().nullable().meta({ description: 'null where they differed' }),
      after: z.string(),
      set_title: z.string().nullable().meta({ description: 'the set of rules that they came from' }),
      undone: z.boolean(),
      refused: refusedChange,
    }),
  ),
  source: 'docs/calls.md 40',
});

/**
 * Changes made since then stay as they are. Refuses: 404; 409 when the change is already undone, was refused or set the
 * card up.
 */
export const undoRuleChange = endpoint({
  name: 'undoRuleChange',
  method: 'POST',
  path: '/api/rules/changes/:id/undo',
  summary: 'Puts the rules back as they were before a change',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  data: z.object({
    restored: z.int(),
    left: z.int().meta({ description: 'how many were changed since and stay' }),
  }),
  source: 'docs/calls.md 40',
});

/** Refuses: 404 another company’s card, 400 an unknown station or fuel. */
export const wouldPass = endpoint({
  name: 'wouldPass',
  changesNothing: true,
  method: 'POST',
  path: '/api/card/:id/would-pass',
  summary: 'Would this purchase pass, and if not, why',
  caller: 'read',
  params: idParams,
  body: z.object({ station_id: defaultWhenEmpty(id.nullable(), null), goods_id: id, litres: positiveLitres }),
  data: z.object({
    passes: z.boolean(),
    reasons: z.array(z.object({ rule: z.string(), sentence: z.string() })),
  }),
  source: 'docs/calls.md 40',
});

/** Refuses: 404, 400 a card that is not closed by default or for longer than its rule allows. */
export const openCard = endpoint({
  name: 'openCard',
  method: 'POST',
  path: '/api/card/:id/open',
  summary: 'Opens a card that is closed by default for some minutes',
  caller: 'changeCard',
  needsTerms: true,
  params: idParams,
  body: z.object({ minutes: wholeNumber(1, 720, 'От 1 минуты до 12 часов') }),
  data: opening,
  source: 'docs/calls.md 40',
});
