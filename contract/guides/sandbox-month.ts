const { MAGISTRAL_URL, MAGISTRAL_KEY } = process.env;

/** Вызов ключом песочницы: mg_test_… */
async function call(path: string, body?: object, method = body ? 'POST' : 'GET') {
  const reply = await fetch(`${MAGISTRAL_URL}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${MAGISTRAL_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, message } = await reply.json();
  if (!reply.ok) throw new Error(message);
  return data;
}

// Заявка становится картами: событие request.changed на каждом шаге и card.changed на каждую карту.
const order = await call('/sandbox/orders', { count: 1 });
console.log('выпущена', order.cards[0].card_number);

// Не больше 30 л за заправку. АЗС спрашивает портал, и он отказывает.
const { cards, now } = await call('/sandbox');
const card = cards[0].id;
await call(`/sandbox/cards/${card}/rules`, { rules: [{ kind: 'litres_filling', value: 30 }] }, 'PUT');
const fuel = { card_id: card, goods_id: 301, litres: 40, unit_price: 70, station: 'М-4, 112-й км' };
const refused = await call('/sandbox/purchases', fuel);
console.log('отказ', refused.declined.reason);

// АЗС без связи никого не спросила: покупка прошла, и это нарушение правила.
await call('/sandbox/purchases', { ...fuel, offline: true });
const { breaches } = await call(`/sandbox/cards/${card}/rules`);
console.log('нарушение', breaches[0].sentence);

// Месяц закончился, его документы опубликованы: событие document.published на каждый.
const month = now.slice(0, 7);
const next = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)), 2));
await call('/sandbox/clock', { to: next.toISOString() });
const closed = await call('/sandbox/months', { month });
for (const { title, sum } of closed.documents) console.log('документ', title, sum);
