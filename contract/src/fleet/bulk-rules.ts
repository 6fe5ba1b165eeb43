import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  defaultWhenEmpty,
  absentWhenEmpty,
  flag,
  id,
  idParams,
  listSchema,
  moment,
  requiredText,
} from '../fields.ts';
import { ENFORCED_BY, refusedChange, RULE_LAYERS, type EnforcedBy } from './rules.ts';
import { rule, ruleList } from './rule-values.ts';
import { MAX_VEHICLE_GROUPS } from './vehicles.ts';

/** The same rules for many cards or groups at once, and sets of rules with a name: docs/calls.md 45. */

export const RULE_CARDS_MAX = 2000;
export const MAX_RULE_SETS = 100;
export const RULE_SET_TITLE_MAX = 60;

const enforced = z
  .object(
    Object.fromEntries(Object.keys(ENFORCED_BY).map((by) => [by, z.string().nullable()])) as Record<
      EnforcedBy,
      z.ZodNullable<z.ZodString>
    >,
  )
  .meta({ description: 'what of `after` the network holds, what the portal guards, what is only watched' });

const many = (max: number, message: string) =>
  listSchema(id, max, `Не больше ${max} за раз`).refine((chosen) => chosen.length > 0, message);

const order = {
  rules: ruleList,
  set_id: absentWhenEmpty(id).meta({
    description: 'the set that they come from: its name stands in the history',
  }),
  preview: defaultWhenEmpty(flag, false),
};

const changeId = z.int().nullable().meta({ description: 'to follow and undo it by; null for a preview' });

/**
 * A limit and goods chosen for a card stay where `rules` have no rule of their kind. With `preview` nothing changes,
 * and each card answers with the sentence before and after. Refuses with 404 for a card that is not the company’s.
 */
export const setManyRules = endpoint({
  name: 'setManyRules',
  method: 'PUT',
  path: '/api/rules/cards',
  summary: 'Sets the same rules on many cards, or shows what that would change',
  caller: 'changeCard',
  needsTerms: true,
  body: z.object({ ids: many(RULE_CARDS_MAX, 'Выберите карты'), ...order }),
  data: z.object({
    change_id: changeId,
    cards: z.array(z.object({ id: z.int(), before: z.string(), after: z.string(), held: enforced })),
  }),
  source: 'docs/calls.md 45',
});

/** Like `setManyRules`, for groups of trucks. Refuses with 404 for a group that is not the company’s. */
export const setManyGroupRules = endpoint({
  name: 'setManyGroupRules',
  method: 'PUT',
  path: '/api/rules/groups',
  summary: 'Sets the same rules on many groups of trucks, or shows what that would change',
  caller: 'changeCard',
  needsTerms: true,
  body: z.object({ ids: many(MAX_VEHICLE_GROUPS, 'Выберите группы'), ...order }),
  data: z.object({
    change_id: changeId,
    groups: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        before: z.string(),
        after: z.string(),
        held: enforced,
        cards: z.int().meta({ description: 'how many cards are on its trucks' }),
        own: z.int().meta({ description: 'how many of them have rules of their own, which win' }),
      }),
    ),
  }),
  source: 'docs/calls.md 45',
});

/** Status of one of many: its network is still to be notified, has refused, or everything is applied. */
export const RULE_STATES = ['waiting', 'problem', 'done'] as const;

/** Errors: 404. */
export const readRuleChange = endpoint({
  name: 'readRuleChange',
  method: 'GET',
  path: '/api/rules/changes/:id',
  summary: 'A change of rules with each card or group that it set, and what an undo would bring back',
  caller: 'read',
  params: idParams,
  data: z.object({
    id: z.int(),
    at: moment,
    by: z.string(),
    layer: z.enum(RULE_LAYERS),
    set_title: z.string().nullable(),
    after: z.string(),
    undone: z.object({ at: moment, by: z.string() }).nullable(),
    refused: refusedChange,
    subjects: z.array(
      z.object({
        id: z.int().meta({ description: 'of the card or group; 0 for all cards' }),
        before: z.string().meta({ description: 'the rules of this layer alone' }),
        state: z.enum(RULE_STATES),
        problem: z.string().nullable(),
        changed_later: z
          .object({ at: moment, by: z.string() })
          .nullable()
          .meta({ description: 'an undo leaves it as it is' }),
      }),
    ),
  }),
  source: 'docs/calls.md 45',
});

const ruleSet = z.object({
  id: z.int(),
  title: z.string(),
  rules: z.array(rule),
  sentence: z.string(),
  changed_at: moment,
  changed_by: z.string(),
});

const setBody = z.object({ title: requiredText(RULE_SET_TITLE_MAX), rules: ruleList });

export const listRuleSets = endpoint({
  name: 'listRuleSets',
  method: 'GET',
  path: '/api/rules/sets',
  summary: 'Sets of rules that are kept under a name, to be given to cards and groups',
  caller: 'read',
  data: z.array(ruleSet),
  source: 'docs/calls.md 45',
});

/** Cards that have already got the set do not change. Refuses: 400 as `setCardRules`; 409 too many sets. */
export const saveRuleSet = endpoint({
  name: 'saveRuleSet',
  method: 'PUT',
  path: '/api/rules/sets',
  summary: 'Keeps a set of rules under its name; one of the same name is replaced',
  caller: 'changeCard',
  body: setBody,
  data: ruleSet,
  source: 'docs/calls.md 45',
});

export const removeRuleSet = endpoint({
  name: 'removeRuleSet',
  method: 'DELETE',
  path: '/api/rules/sets/:id',
  summary: 'Forgets a set of rules; what was given of it stays',
  caller: 'changeCard',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 45',
});
