import { EVENT_TYPE, EVENT_TYPES } from './companies/events.ts';

/**
 * Guides for a company's own programmers, shown by the page `/developers` and `/llms-full.txt`. Texts may contain
 * `code`. Examples are the files of `contract/guides`, which a test runs against the portal
 * (api/src/http/developer-guides.test.ts).
 */
export interface Guide {
  /** Its anchor on the page. */
  id: string;
  title: string;
  text: readonly string[];
  /** Names of files in `contract/guides` without their endings: `.sh` is curl, `.ts` TypeScript. */
  examples?: readonly { name: string; title: string }[];
  /** Terms with what they mean. */
  table?: readonly (readonly [string, string])[];
}

export const DEVELOPERS_PROMISE =
  'Ваши программы читают операции, карты, документы, счета и остатки, меняют лимиты, блокируют карты и переводят деньги. Это те же вызовы, по которым работает сам кабинет.';

export const GUIDES: readonly Guide[] = [
  {
    id: 'start',
    title: 'Быстрый старт',
    text: [
      'Администратор компании создаёт ключ в кабинете, в разделе «Ключи»: выбирает права, срок, адреса и дневную сумму. Ключ показывается один раз.',
      'Ключ и адрес портала положите в переменные `MAGISTRAL_KEY` и `MAGISTRAL_URL`: все примеры на этой странице берут их оттуда. Для примеров на TypeScript хватит Node 24: `node first-call.ts`.',
    ],
    examples: [
      { name: 'first-call', title: 'Первый вызов: карты и остатки' },
      { name: 'read-operations', title: 'Операции за период' },
    ],
  },
  {
    id: 'keys',
    title: 'Кто обращается',
    text: [
      'Ключ передаётся в заголовке `Authorization: Bearer mg_live_…`. Он открывает только вызовы своих прав, остальные отвечают 403. Отозванный или истёкший ключ отвечает 401 сразу.',
      'Ключ работает от имени администратора, который его создал, и закрывается, когда тот перестаёт быть администратором. Каждое изменение по ключу видно в «Журнале действий».',
    ],
    table: [
      [
        'operations:read',
        '`GET /api/v1/operations`, `GET /api/v1/operations/summary`, `GET /api/v1/events`, `GET /api/v1/ask`, вход для 1С',
      ],
      ['cards:read', '`GET /api/v1/cards`, `GET /api/v1/cards/{id}`'],
      [
        'documents:read',
        '`GET /api/v1/documents`, файлы документа: `/api/v1/documents/{id}/download`, `/api/v1/documents/{id}/xml`, `/api/v1/documents/{id}/signature`, `/api/v1/documents/{id}/register`, `/api/v1/documents/{id}/register.xlsx`; для 1С — `GET /api/v1/exchange/enterprise-data`',
      ],
      [
        'invoices:read',
        '`GET /api/v1/invoices`, по счёту: `/api/v1/invoices/{id}/download`, `/api/v1/invoices/{id}/xml`, `/api/v1/invoices/{id}/payment`, `/api/v1/invoices/{id}/payment-order`',
      ],
      ['money:read', '`GET /api/v1/balances`'],
      ['drivers:read', '`GET /api/v1/drivers`'],
      ['vehicles:read', '`GET /api/v1/vehicles`, `GET /api/v1/vehicles/{id}`'],
      ['declines:read', '`GET /api/v1/declines`'],
      ['limits:write', '`POST /api/v1/cards/{id}/limit`'],
      ['blocks:write', '`POST /api/v1/cards/{id}/block`: `blocked` — какой карта должна стать'],
      ['payouts:write', '`POST /api/v1/cards/{id}/payout`: с карты на счёт компании, без кода из СМС'],
      ['money:write', '`POST /api/v1/cards/{id}/transfer`: без кода из СМС, в пределах дневной суммы ключа'],
    ],
  },
  {
    id: 'sandbox',
    title: 'Песочница',
    text: [
      'Песочница — ненастоящая компания рядом с вашей: карты имитации сети, деньги и часы. Администратор создаёт её в разделе «Ключи», там же её ключи: они начинаются с `mg_test_` и вызывают всё то же, что и обычные. Ключ песочницы не видит настоящих карт и денег, обычный ключ не видит песочницу.',
      'Чтобы в песочнице что-то произошло, есть вызовы только для её ключей с правом `operations:read`: покупка идёт через ленту сети и правила карты, как настоящая, и так же приходит в ленту событий и вебхуки. Так же выпускаются карты по заявке, закрывается месяц с документами и ставятся правила карты. Документы песочницы ненастоящие: об этом сказано в них самих, оператору ЭДО они не уходят.',
      'Часы песочницы сначала отстают на 62 дня и идут, только когда вы их переводите: вперёд, но не дальше настоящего времени. По ним датированы покупки, отказы, счета и документы и считаются лимиты и правила карт. По настоящему времени идут переводы денег, команды сетям, дневная сумма и срок ключа и отправка вебхуков.',
    ],
    examples: [
      { name: 'try-sandbox', title: 'Покупка, часы и событие' },
      { name: 'sandbox-month', title: 'Заявка на карты, правило и нарушение, закрытый месяц' },
    ],
    table: [
      ['GET /api/v1/sandbox', 'часы, деньги и карты'],
      [
        'POST /api/v1/sandbox/purchases',
        'водитель заправляется: `card_id`, `goods_id`, `litres`, `unit_price`, `station`; с `offline: true` АЗС никого не спрашивает, и правило может быть нарушено',
      ],
      ['POST /api/v1/sandbox/declines', 'отказ на АЗС: то же, `code` и `reason`'],
      ['POST /api/v1/sandbox/payments', 'счёт выставлен и оплачен: `sum`'],
      [
        'POST /api/v1/sandbox/silence',
        '`silent: true` — сеть принимает команды и молчит, `false` — отвечает на все',
      ],
      ['POST /api/v1/sandbox/clock', 'перевести часы вперёд: `to`'],
      ['POST /api/v1/sandbox/orders', 'заявка одобрена и карты выпущены: `count`'],
      [
        'PUT, GET /api/v1/sandbox/cards/{id}/rules',
        'правила карты: `rules`; в ответе и покупки, которые их нарушили',
      ],
      ['POST /api/v1/sandbox/months', 'месяц закрыт, документы опубликованы: `month`'],
      ['POST, DELETE /api/v1/sandbox/webhooks', 'адрес для событий песочницы: `url`, `types`'],
    ],
  },
  {
    id: 'errors',
    title: 'Ошибки и повторы',
    text: [
      'Ответ — конверт `{code, data, meta, message, error_messages}`; статус HTTP равен `code`. `message` — готовая фраза для человека, `error_messages` называет поля, которые не приняты.',
      'Если ответ не пришёл, повторите запрос с тем же `Idempotency-Key`: сделано будет один раз, а повтор получит первый ответ. Тот же ключ с другими данными — 409. Перевод денег без `Idempotency-Key` не принимается.',
      'Каждый ответ по ключу говорит, сколько вызовов осталось: `RateLimit-Limit` за минуту, `RateLimit-Remaining` из них сейчас, `RateLimit-Reset` — через сколько секунд вернётся первый из сделанных.',
    ],
    examples: [{ name: 'transfer', title: 'Перевод на карту, который можно повторять' }],
    table: [
      ['400', 'не принято поле или значение; повторять без изменений незачем'],
      ['401, 403', 'ключ не действует; у ключа нет права, не тот адрес или карта'],
      ['404', 'такого нет или оно чужое'],
      ['409', 'уже сделано иначе, либо ключ запроса занят другими данными'],
      ['429', 'слишком часто: подождите столько секунд, сколько сказано в `Retry-After`'],
      ['500, 503', 'сбой или работы на стороне портала или сети: повторите с тем же ключом запроса'],
    ],
  },
  {
    id: 'events',
    title: 'Лента событий',
    text: [
      'Лента рассказывает, что изменилось, от старого к новому. В ответе есть `meta.next`: с ним и продолжайте, даже если ничего не пришло. Записанное событие нельзя ни пропустить, ни получить дважды.',
      'События хранятся 90 дней. Курсор, за которым что-то уже удалено, отвечает 410: начните без `after`.',
    ],
    examples: [{ name: 'follow-events', title: 'Читать ленту с места, где остановились' }],
    table: EVENT_TYPES.map((type): [string, string] => [
      type,
      `${EVENT_TYPE[type].word}; право \`${EVENT_TYPE[type].scope}\``,
    ]),
  },
  {
    id: 'webhooks',
    title: 'Вебхуки',
    text: [
      'Те же события портал присылает сам, на адрес из раздела «Вебхуки», по стандарту Standard Webhooks 1.0.0. Подпись проверяйте всегда: готовая библиотека есть для десятка языков.',
      'Любой ответ, кроме 2xx за 15 секунд, — неудача: портал повторит через 5 с, 5 и 30 минут, 2, 5, 10, 14, 20 и 24 часа. Повтор приходит с тем же `webhook-id`, порядок не обещан. Ответ 410 выключает адрес. После смены секрета сутки подписывают оба.',
    ],
    examples: [{ name: 'receive-webhook', title: 'Принять и проверить подпись' }],
  },
  {
    id: 'mcp',
    title: 'ИИ-помощники',
    text: [
      'Помощник, который умеет Model Context Protocol, сам спросит портал: «сколько прожгла карта 4000 в октябре» — и даст сумму и ссылки на строки в кабинете. Адрес — `/api/mcp`, ключ тот же, в заголовке `Authorization`. Только чтение: дайте такому ключу права на чтение и ничего больше.',
    ],
    examples: [{ name: 'ask-assistant', title: 'Спросить так, как спросит помощник' }],
    table: [
      ['find_cards', 'карты по последним цифрам, комментарию или водителю'],
      ['list_operations', 'операции за период, с итогом по топливу'],
      ['summarize_spending', 'расходы по месяцам, сетям, картам, водителям, топливу или АЗС'],
      ['read_balances', 'остатки и кредит'],
      ['list_documents', 'закрывающие документы года'],
    ],
  },
  {
    id: '1c',
    title: '1С',
    text: [
      'Типовые 1С:УАТ и ERP умеют читать заправки сами: им нужны только адрес и ключ с правом `operations:read`. Куда их вписать, показано в кабинете, в разделе «1С и программы». Своя программа может обращаться к тому же входу.',
    ],
    examples: [{ name: 'door-1c', title: 'Заправки, как их читает 1С' }],
  },
  {
    id: 'limits',
    title: 'Ограничения и версии',
    text: [
      'Вызовы под `/api/v1` не меняются так, чтобы работающая программа перестала работать: поля и события добавляются, прежние остаются. Незнакомые поля пропускайте.',
      'Параметр адреса, которого у вызова нет, — ошибка 400 с похожим именем: опечатка в фильтре не вернёт молча все операции.',
      'Описание для программ — `/api/openapi.json` (OpenAPI 3.1), для людей — `/api/docs`, для языковых моделей — `/llms.txt`. Клиент на TypeScript ставится с самого портала: `npm install "$MAGISTRAL_URL/magistral-client.tgz"`.',
    ],
    table: [
      ['частота', 'до 600 вызовов в минуту на ключ, если оператор программы не назначил иначе'],
      ['страница', 'операции — 20 строк, `perPage` до 500; события — 100, `limit` до 1000'],
      ['файлы', '`Accept: text/csv` — весь фильтр; XLSX — до 20 000 операций'],
      ['деньги', 'рубли числом, не больше двух знаков после запятой'],
      ['время', 'ISO 8601 со смещением; даты фильтров — московские, обе включены'],
    ],
  },
];
