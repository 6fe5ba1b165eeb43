import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  day,
  defaultWhenEmpty,
  flag,
  id,
  idParams,
  listSchema,
  moment,
  optionalText,
  requiredText,
} from '../fields.ts';
import { moneyOrZero, rubles } from '../kopecks.ts';
import { client, owner } from './client-groups.ts';

/** Rules by which the programme collects a debt: docs/calls.md 18, decision 168. */

/** Terms from which a rule counts its days. A top-up invoice is no debt, so for it a rule only reminds. */
export const DUNNING_BASES = ['credit', 'invoice'] as const;
export type DunningBasis = (typeof DUNNING_BASES)[number];
export const DUNNING_BASIS_TITLE: Record<DunningBasis, string> = {
  credit: 'Долг по кредиту',
  invoice: 'Неоплаченный счёт',
};

export const DUNNING_ACTIONS = ['remind', 'stop', 'claim', 'penalty'] as const;
export type DunningAction = (typeof DUNNING_ACTIONS)[number];
export const DUNNING_ACTION_TITLE: Record<DunningAction, string> = {
  remind: 'Напомнить',
  stop: 'Остановить карты',
  claim: 'Направить претензию',
  penalty: 'Начислять пени',
};

/** A reminder is always shown in the cabinet; these are the further channels. */
export const DUNNING_CHANNELS = ['mail', 'messengers', 'sms'] as const;
export type DunningChannel = (typeof DUNNING_CHANNELS)[number];
export const DUNNING_CHANNEL_TITLE: Record<DunningChannel, string> = {
  mail: 'Почта',
  messengers: 'Мессенджеры и уведомления браузера',
  sms: 'СМС',
};

const DUNNING_OUTCOMES = ['done', 'skipped', 'blocked-already'] as const;
export type DunningOutcome = (typeof DUNNING_OUTCOMES)[number];
export const DUNNING_OUTCOME_TITLE: Record<DunningOutcome, string> = {
  done: 'сделано',
  skipped: 'пропущено',
  'blocked-already': 'клиент уже был заблокирован',
};

/** Days before and after a term within which a step may stand. */
export const MAX_DUNNING_DAYS = { before: 60, after: 365 } as const;
const MAX_STEPS = 12;
/** More than 1 % a day is a slip of the finger. */
const MAX_PENALTY_HUNDREDTHS = 100;

const DAY_ERROR = `День шага: от ${MAX_DUNNING_DAYS.before} до срока до ${MAX_DUNNING_DAYS.after} после него`;

/** Days after the term, below zero before it. */
const stepDay = z
  .union([z.number(), z.string().regex(/^\s*-?\d{1,3}\s*$/, DAY_ERROR)], { error: DAY_ERROR })
  .transform(Number)
  .pipe(
    z
      .number({ error: DAY_ERROR })
      .int(DAY_ERROR)
      .min(-MAX_DUNNING_DAYS.before, DAY_ERROR)
      .max(MAX_DUNNING_DAYS.after, DAY_ERROR),
  );

const action = z.enum(DUNNING_ACTIONS, { error: 'Выберите, что сделать' });

const stepInput = z.object({
  day: stepDay.meta({ description: 'days after the term; below zero: before it' }),
  action,
  text: optionalText(500).default('').meta({ description: 'the operator’s own text of a reminder' }),
  channels: listSchema(z.enum(DUNNING_CHANNELS, { error: 'Такого канала нет' }), DUNNING_CHANNELS.length),
  rate: absentWhenEmpty(
    moneyOrZero.refine((value) => value <= MAX_PENALTY_HUNDREDTHS, 'Не больше 1 % в день').transform(Number),
  ).meta({ description: 'of a penalty: percent a day, two decimals at most' }),
});

const rules = z.object({
  company_id: absentWhenEmpty(id),
  client_group_id: absentWhenEmpty(id),
  basis: z.enum(DUNNING_BASES, { error: 'Выберите: кредит или счёт' }),
  steps: z
    .array(stepInput, { error: 'Добавьте шаг' })
    .min(1, 'Добавьте шаг')
    .max(MAX_STEPS, `Не больше ${MAX_STEPS} шагов`),
  release: defaultWhenEmpty(flag, true).meta({
    description: 'cards that the rule has stopped go to work again once the debt is paid',
  }),
});

type RuleInput = z.output<typeof rules>;

/** Checks the rules that span several fields. */
function checkRules(
  { basis, steps, company_id, client_group_id }: RuleInput,
  context: z.RefinementCtx,
): void {
  const issue = (field: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (company_id !== undefined && client_group_id !== undefined)
    issue('client_group_id', 'Выберите одного клиента или группу');
  const keys = new Set(steps.map((step) => `${step.action}:${step.day}`));
  if (keys.size < steps.length) issue('steps', 'Два одинаковых шага в один день');
  for (const single of ['stop', 'penalty'] as const)
    if (steps.filter((step) => step.action === single).length > 1)
      issue('steps', `Шаг «${DUNNING_ACTION_TITLE[single]}» бывает один`);
  for (const step of steps) {
    const title = DUNNING_ACTION_TITLE[step.action];
    if (basis === 'invoice' && step.action !== 'remind')
      issue('steps', 'О неоплаченном счёте можно только напомнить: это не долг');
    else if (step.action !== 'remind' && step.day < 1)
      issue('steps', `«${title}» — не раньше дня после срока`);
    if (step.action === 'penalty' && !step.rate) issue('steps', 'Укажите ставку пени');
  }
}

const ruleInput = rules.superRefine(checkRules);

const step = z.object({
  day: z.int(),
  action,
  text: z.string(),
  channels: z.array(z.enum(DUNNING_CHANNELS)),
  rate: z.number().nullable().meta({ description: 'percent a day' }),
});
export type DunningStepOnWire = z.output<typeof step>;

const rule = z.object({
  id: z.int(),
  client: client.nullable(),
  group: z
    .object({ id: z.int(), title: z.string() })
    .nullable()
    .meta({ description: 'both null: all others' }),
  basis: z.enum(DUNNING_BASES),
  steps: z.array(step),
  release: z.boolean(),
  active: z.boolean().meta({ description: 'only an active rule does anything' }),
  changed_at: moment,
  changed_by: z.string(),
  switched_at: moment.nullable(),
  switched_by: z.string().nullable(),
});
export type DunningRuleOnWire = z.output<typeof rule>;

const staffMoney = { caller: 'staff.handleMoney', source: 'docs/calls.md 18' } as const;

export const listDunningRules = endpoint({
  name: 'listDunningRules',
  method: 'GET',
  path: '/staff/api/dunning-rules',
  summary: 'Rules of collection: of the nearest one that is active a client gets the steps',
  caller: 'staff.read',
  data: z.array(rule),
  source: 'docs/calls.md 18',
});

export const createDunningRule = endpoint({
  name: 'createDunningRule',
  method: 'POST',
  path: '/staff/api/dunning-rules',
  summary: 'A new rule, switched off; 409 where such a client or group has one',
  body: ruleInput,
  data: rule,
  idempotent: true,
  ...staffMoney,
});

export const changeDunningRule = endpoint({
  name: 'changeDunningRule',
  method: 'PUT',
  path: '/staff/api/dunning-rules/:id',
  summary: 'Changes a rule that is switched off; 409 an active one',
  params: idParams,
  body: ruleInput,
  data: rule,
  ...staffMoney,
});

export const switchDunningRuleOn = endpoint({
  name: 'switchDunningRuleOn',
  method: 'POST',
  path: '/staff/api/dunning-rules/:id/on',
  summary: 'From now on the rule does its steps by itself; always by two people',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: rule,
  secondPerson: true,
  needsFreshCode: true,
  ...staffMoney,
});

export const switchDunningRuleOff = endpoint({
  name: 'switchDunningRuleOff',
  method: 'POST',
  path: '/staff/api/dunning-rules/:id/off',
  summary: 'The rule does nothing more; what it has done stays',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: rule,
  ...staffMoney,
});

const met = z.object({
  company: client,
  sum: rubles.meta({ description: 'what is to be paid; of a penalty: what a day adds' }),
  term: day,
});

export const previewDunningRule = endpoint({
  name: 'previewDunningRule',
  method: 'POST',
  path: '/staff/api/dunning-rules/preview',
  summary: 'Clients that each step would meet today and tomorrow if the rule were active',
  changesNothing: true,
  body: ruleInput,
  data: z.object({
    today: day,
    clients: z.int().meta({ description: 'how many clients the rule concerns' }),
    steps: z.array(z.object({ action, day: z.int(), today: z.array(met), tomorrow: z.array(met) })),
  }),
  caller: 'staff.read',
  source: 'docs/calls.md 18',
});

const plannedStep = z.object({ action, day: z.int(), on: day });

export const readClientDunning = endpoint({
  name: 'readClientDunning',
  method: 'GET',
  path: '/staff/api/clients/:id/dunning',
  summary: 'Where the collection of a client’s debt stands, what comes next and what was done',
  caller: 'staff.read',
  params: idParams,
  data: z.object({
    rule: rule.nullable().meta({ description: 'the active rule for his credit; null: there is none' }),
    debt: z
      .object({
        sum: rubles.meta({ description: 'all of the credit in use' }),
        due: rubles.meta({ description: 'what has to be paid by the term, or had to' }),
        term: day,
        late_days: z.int(),
      })
      .nullable(),
    next: plannedStep.nullable(),
    penalty: z
      .object({ sum: rubles, booked: rubles, days: z.int(), since: day })
      .nullable()
      .meta({ description: '`sum` was counted; corrections of kind `penalty` have `booked` a part of it' }),
    pause: z
      .object({ last_day: day, reason: z.string(), by: z.string(), at: moment })
      .nullable()
      .meta({ description: 'nothing is done up to and including `last_day`' }),
    done: z.array(
      z.object({
        at: moment,
        action,
        day: z.int(),
        outcome: z.enum(DUNNING_OUTCOMES),
        sum: rubles,
        term: day,
        about: z.string().meta({ description: 'the debt or the invoice' }),
        document_id: z.int().nullable(),
        released_at: moment.nullable(),
      }),
    ),
    owner: owner.nullable(),
  }),
  source: 'docs/calls.md 18',
});

export const pauseDunning = endpoint({
  name: 'pauseDunning',
  method: 'POST',
  path: '/staff/api/clients/:id/dunning/pause',
  summary: 'No step is done for the client up to and including a day; penalties go on',
  params: idParams,
  body: z.object({ last_day: day, reason: requiredText(500) }),
  data: z.object({ last_day: day }),
  ...staffMoney,
});

export const resumeDunning = endpoint({
  name: 'resumeDunning',
  method: 'POST',
  path: '/staff/api/clients/:id/dunning/resume',
  summary: 'Ends the pause of a client before its day; 409 where there is none',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ id: z.int() }),
  ...staffMoney,
});
