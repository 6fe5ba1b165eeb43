import { z } from 'zod';
import { CHAT_CHANNELS } from './messaging/channels.ts';
import { DECLINE_CODES } from './fleet/declines.ts';
import { endpoint } from './endpoint.ts';
import { failure } from './envelope.ts';
import {
  absentWhenEmpty,
  moment,
  momentInput,
  numberAsText,
  optionalText,
  requiredText,
  wholeNumber,
} from './fields.ts';
import { positiveLitres, positiveMoney, rubles } from './kopecks.ts';

/** Public data about the product, and the extra calls of a development machine: docs/calls.md 6 and 8. */

export const readOperator = endpoint({
  name: 'readOperator',
  method: 'GET',
  path: '/api/operator',
  summary: 'Public data of the programme’s operator: name, phone, e-mail, chat, holiday announcement',
  caller: 'public',
  data: z.object({
    name: z.string(),
    legalName: z.string(),
    inn: z.string(),
    phone: z.string(),
    email: z.string(),
    chatUrl: z.string(),
    supportHours: z.string(),
    address: z.string().meta({ description: 'where visitors and letters are received' }),
    holidayNotice: z
      .object({ title: z.string(), text: z.string(), from: z.string(), to: z.string() })
      .nullable(),
    captcha: z
      .object({ kind: z.enum(['recaptcha', 'smartcaptcha']), siteKey: z.string() })
      .nullable()
      .meta({ description: 'what the sign-in asks for near its limits; null: nothing' }),
    codeChat: z
      .enum(CHAT_CHANNELS)
      .nullable()
      .meta({ description: 'the messenger that a sign-in code may go to when the SMS has not come' }),
    baseMap: z
      .object({ kind: z.enum(['style', 'tiles']), url: z.string(), attribution: z.string() })
      .nullable()
      .meta({
        description:
          'the operator’s own map: a MapLibre style or a template of raster tiles; null: the product’s',
      }),
    devPhone: z.boolean().meta({ description: 'codes can be seen at /dev/phone' }),
    devMail: z.boolean().meta({ description: 'letters can be seen at /dev/mail' }),
  }),
  source: 'docs/specification.md 3',
});

export const logClientError = endpoint({
  name: 'logClientError',
  changesNothing: true,
  method: 'POST',
  path: '/api/log',
  summary: 'A failure that the screen keeps to itself ("only logged") reaches the server’s log',
  caller: 'public',
  body: z.object({
    message: requiredText(1000),
    path: absentWhenEmpty(optionalText(300)),
    requestId: absentWhenEmpty(optionalText(100)),
  }),
  data: z.object({}),
  source: 'docs/spec-lines.md 8, docs/specification.md 2',
});

export const listOutboxMessages = endpoint({
  name: 'listOutboxMessages',
  method: 'GET',
  path: '/dev/sms',
  summary: 'Messages that no provider sent, newest first (development only)',
  caller: 'public',
  query: z.object({ phone: optionalText(20).optional() }),
  data: z.array(
    z.object({
      id: z.int(),
      phone: z.string(),
      text: z.string(),
      code: z.string().nullable(),
      sent_at: moment,
    }),
  ),
  source: 'docs/calls.md 8',
});

export const fuelAtSimulatedNetwork = endpoint({
  name: 'fuelAtSimulatedNetwork',
  method: 'POST',
  path: '/dev/fuel',
  summary: 'A driver fuels at the simulated network (development only)',
  caller: 'public',
  body: z.object({
    card_number: numberAsText(requiredText(32)),
    goods_id: wholeNumber(1, 1000, 'Укажите вид топлива').meta({
      description: 'of the networks’ list; 901 is AdBlue, 902 washing',
    }),
    litres: positiveLitres.meta({ description: 'litres with at most two decimals' }),
    unit_price: positiveMoney,
    address: requiredText(300),
    external_id: absentWhenEmpty(numberAsText(optionalText(100))),
    at: absentWhenEmpty(momentInput),
  }),
  data: z.object({
    external_id: z.string(),
    sold: z.boolean(),
    sum: rubles,
    reason: z.string().nullable(),
    declined: z
      .object({ code: z.enum(DECLINE_CODES), reason: z.string() })
      .optional()
      .meta({ description: 'the network or the card’s rules refuse' }),
  }),
  source: 'docs/calls.md 8',
});

/** A month: sessions outlive it. */
const MAX_AHEAD_SECONDS = 31 * 86_400;

export const moveClock = endpoint({
  name: 'moveClock',
  method: 'POST',
  path: '/dev/clock',
  summary: 'The portal’s clock and that of its simulated networks go ahead, and not back (development only)',
  caller: 'public',
  body: z.object({
    seconds: wholeNumber(1, MAX_AHEAD_SECONDS, 'На сколько секунд вперёд: от 1 до месяца'),
  }),
  data: z.object({ now: z.string().meta({ description: 'what the clock shows then, ISO 8601' }) }),
  source: 'docs/calls.md 8',
});

export const stageFailure = endpoint({
  name: 'stageFailure',
  method: 'POST',
  path: '/dev/failures',
  summary:
    'The next answers of one call fail as told, so that screens can be shown a server in trouble (development only)',
  caller: 'public',
  body: z.object({
    call: requiredText(60).meta({ description: 'the call’s name, as in this document: `setCardGoods`' }),
    times: wholeNumber(0, 100, 'Сколько раз: от 0 до 100')
      .default(1)
      .meta({ description: '0 ends the trouble' }),
    code: wholeNumber(400, 599, 'Код ответа: от 400 до 599').default(500),
    message: absentWhenEmpty(optionalText(300)).meta({
      description: 'default: what the server says of a fault of its own',
    }),
    error_messages: failure.shape.error_messages,
  }),
  data: z.object({ call: z.string(), times: z.int() }),
  source: 'docs/spec-lines.md 8, docs/calls.md 8',
});
